// The determinism check: every version derived anew from what the log says of tags, edits, decisions and rules, and compared
// with what was recorded. It walks the events alone and shares no code with the reducer, so each checks the other.

import {
  applyDecisions,
  applyDelta,
  applyEdits,
  canonicalMap,
  countTotal,
  evict,
  itemOf,
  SECTIONS,
} from '#core/map/index.ts';
import type { ContextMap, CountTokens, EditOutcome, Evicted, SectionId, TokenizerName } from '#core/map/index.ts';
import type { EventPayload, LoggedEvent } from '../events.ts';
import type { MethodSettings } from '../settings.ts';

export interface VerifyPorts {
  counter(name: TokenizerName): CountTokens;
  /** The hash that versions were recorded with: SHA-256 of the UTF-8 text, hex. */
  readonly hash: (text: string) => string;
  /** The Evictor of a policy of one's own; PEEK's when absent. */
  readonly evict?: (map: ContextMap, method: MethodSettings, count: CountTokens) => Evicted;
}

export interface Verification {
  readonly versions: number;
  /** Versions whose update was derived anew from tags and edits; the others were checked against their own difference. */
  readonly updates: number;
  readonly differences: readonly { readonly versionId: string; readonly words: string }[];
  /** The result in a sentence. */
  readonly words: string;
}

/**
 * Checks a log.
 *
 * events  the whole log in order
 * ports   the tokenizers and the hash of the program that recorded it
 * Returns what was checked and every difference: a map that hashes differently, other token counts, other outcomes or
 *         evictions than recorded, a map over its budget, an id given twice.
 */
export function verifyLog(events: Iterable<LoggedEvent>, ports: VerifyPorts): Verification {
  const check = createLogCheck(ports);
  for (const event of events) check.take(event);
  return check.result();
}

/** The same check fed piece by piece, so that a long log need not be checked in one breath. */
export function createLogCheck(ports: VerifyPorts): { take(event: LoggedEvent): void; result(): Verification } {
  return new LogCheck(ports);
}

interface RunRecord {
  spoke?: EventPayload<'distiller.spoke'>;
  proposed?: EventPayload<'edits.proposed'>;
  readonly decisions: Map<string, EventPayload<'review.decided'>['decisions'][number]>;
  applied?: EventPayload<'edits.applied'>;
  evicted?: EventPayload<'items.evicted'>['eviction'];
  /** The rules as they stood when the edits were applied. */
  method?: MethodSettings;
}

class LogCheck {
  private readonly ports: VerifyPorts;
  private method: MethodSettings | null = null;
  private readonly maps = new Map<string, ContextMap>();
  private readonly runs = new Map<string, RunRecord>();
  private readonly given = new Set<string>();
  private readonly numbers: Partial<Record<SectionId, number>> = {};
  private births = 0;
  private updates = 0;
  private readonly differences: { versionId: string; words: string }[] = [];

  constructor(ports: VerifyPorts) {
    this.ports = ports;
  }

  take(event: LoggedEvent): void {
    switch (event.type) {
      case 'study.created':
      case 'settings.changed':
        this.method = event.payload.settings.method;
        return;
      case 'distiller.spoke':
        this.run(event.payload.runId).spoke = event.payload;
        return;
      case 'edits.proposed':
        this.run(event.payload.runId).proposed = event.payload;
        return;
      case 'review.decided':
        for (const each of event.payload.decisions) this.run(event.payload.runId).decisions.set(each.editId, each);
        return;
      case 'edits.applied': {
        const run = this.run(event.payload.runId);
        run.applied = event.payload;
        if (this.method !== null) run.method = this.method;
        return;
      }
      case 'items.evicted':
        if (event.payload.runId !== null) this.run(event.payload.runId).evicted = event.payload.eviction;
        return;
      case 'version.committed':
        this.version(event.payload);
        return;
      default:
    }
  }

  result(): Verification {
    const { maps, updates, differences } = this;
    const checked = `${maps.size} version${maps.size === 1 ? '' : 's'} checked, ${updates} derived anew from tags and edits`;
    const found = differences.length === 1 ? 'one difference' : `${differences.length} differences`;
    const words = differences.length === 0 ? `${checked}: all as recorded.` : `${checked}: ${found}.`;
    return { versions: maps.size, updates, differences, words };
  }

  private run(runId: string): RunRecord {
    const known = this.runs.get(runId);
    if (known !== undefined) return known;
    const made: RunRecord = { decisions: new Map() };
    this.runs.set(runId, made);
    return made;
  }

  private version(payload: EventPayload<'version.committed'>): void {
    const { versionId, parentId, sections, headers, delta, cause, runId } = payload;
    const differs = (words: string) => this.differences.push({ versionId, words });
    const parent = parentId === null ? undefined : this.maps.get(parentId);
    if (parentId !== null && parent === undefined) differs(`Its parent ${parentId} is not in the log.`);
    const before: ContextMap = { sections, headers, items: parent?.items ?? [] };
    const map = applyDelta(before, delta);

    if (this.ports.hash(canonicalMap(map)) !== payload.hash) differs('Its map does not give the recorded hash.');
    const count = this.method === null ? null : this.ports.counter(this.method.tokenizer);
    const tokens = count === null ? payload.tokens : countTotal(map, count);
    if (tokens !== payload.tokens) differs(`Its text takes ${tokens} tokens, not ${payload.tokens} as recorded.`);
    if (payload.tokens > payload.budgetTokens)
      differs(`${payload.tokens} tokens are over its budget of ${payload.budgetTokens}.`);
    if (cause === 'created' && map.items.length > 0) differs('The first version holds items; a map starts empty.');
    if (cause === 'update' && runId !== null && count !== null) this.update(payload, before, this.run(runId), count);
    this.ids(payload, parent, differs);
    this.maps.set(versionId, map);
  }

  private update(
    payload: EventPayload<'version.committed'>,
    before: ContextMap,
    run: RunRecord,
    count: CountTokens,
  ): void {
    const differs = (words: string) => this.differences.push({ versionId: payload.versionId, words });
    const { spoke, proposed, applied, method } = run;
    if (spoke === undefined || proposed === undefined || applied === undefined || method === undefined) {
      differs('Its tags and edits are not in the log.');
      return;
    }
    this.updates += 1;
    const { budgetTokens, eviction } = method;
    const options = { runId: applied.runId, budgetTokens, eviction, lastItemNumber: this.numbers, births: this.births };
    const edits = applyDecisions(proposed.edits, [...run.decisions.values()], 'the reviewer');
    const derived = applyEdits(scored(before, spoke.tags), edits, options, count);
    const evicted = (this.ports.evict ?? peekEvictor)(derived.map, method, count);

    if (outcomesKey(derived.outcomes) !== outcomesKey(applied.outcomes))
      differs('Its edits come out otherwise than recorded.');
    const went = evicted.eviction.removed.map((each) => each.itemId).join(', ');
    const recorded = (run.evicted?.removed ?? []).map((each) => each.itemId).join(', ');
    if (went !== recorded) differs(`The Evictor takes ${went || 'nothing'}, not ${recorded || 'nothing'} as recorded.`);
    if (this.ports.hash(canonicalMap(evicted.map)) !== payload.hash) {
      differs('Derived anew from its tags and edits, the map does not give the recorded hash.');
    }
  }

  /** Ids are never reused: a new item of an update, a hand edit or an import has an id that the study never saw. */
  private ids(
    { delta, gone, cause }: EventPayload<'version.committed'>,
    parent: ContextMap | undefined,
    differs: (words: string) => void,
  ): void {
    const makesNew = cause === 'update' || cause === 'hand-edit' || cause === 'import';
    for (const item of [...delta.put, ...(gone ?? [])]) {
      const isNew = parent === undefined || itemOf(parent, item.id) === undefined;
      if (makesNew && isNew && this.given.has(item.id)) differs(`${item.id} was given before.`);
    }
    for (const item of [...delta.put, ...(gone ?? [])]) {
      this.given.add(item.id);
      this.births = Math.max(this.births, item.born);
      const [prefix, digits] = item.id.split('-');
      const section = SECTIONS.find((each) => each.id === prefix)?.id;
      if (section !== undefined) this.numbers[section] = Math.max(this.numbers[section] ?? 0, Number(digits));
    }
  }
}

function scored(map: ContextMap, tags: EventPayload<'distiller.spoke'>['tags']): ContextMap {
  const added = new Map(tags.map(({ itemId, delta }) => [itemId, delta]));
  return { ...map, items: map.items.map((item) => ({ ...item, score: item.score + (added.get(item.id) ?? 0) })) };
}

/** What matters of outcomes; the words may change from one version of the program to the next. */
function outcomesKey(outcomes: readonly EditOutcome[]): string {
  return outcomes
    .map((each) =>
      each.status === 'applied' ? `${each.editId} ${each.kind} ${each.itemId}` : `${each.editId} ${each.refusal.kind}`,
    )
    .join('; ');
}

function peekEvictor(map: ContextMap, method: MethodSettings, count: CountTokens): Evicted {
  const budgetTokens = method.eviction ? method.budgetTokens : Number.MAX_SAFE_INTEGER;
  return evict(map, { budgetTokens, order: method.evictionOrder }, count);
}
