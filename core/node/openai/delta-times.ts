// When the text of a reply came, small enough to keep with every call.

import type { DeltaTime } from '#core/lm/index.ts';

/** Pieces closer together than this are one entry. A number of ours: a fifth of what the eye tells apart as steps. */
const GRAIN_MS = 40;
/** Past this many entries the grain doubles and the entries are merged. */
const MOST_ENTRIES = 500;

export class DeltaTimes {
  #entries: [ms: number, chars: number][] = [];
  #grainMs = GRAIN_MS;

  add(ms: number, chars: number): void {
    const last = this.#entries.at(-1);
    if (last !== undefined && ms - last[0] < this.#grainMs) {
      last[1] += chars;
      return;
    }
    this.#entries.push([Math.round(ms), chars]);
    if (this.#entries.length > MOST_ENTRIES) this.#coarsen();
  }

  all(): readonly DeltaTime[] {
    return this.#entries;
  }

  #coarsen(): void {
    const fine = this.#entries;
    this.#entries = [];
    this.#grainMs *= 2;
    for (const [ms, chars] of fine) this.add(ms, chars);
  }
}
