// Two versions compared item by item: what came, what went, what was rewritten, and how scores and tokens moved.

import { mapDelta, type MapItem } from '#core/map/index.ts';
import type { Version } from '#core/study/index.ts';
import { clip, type Narration } from './narrate.ts';

export interface MapDifference {
  readonly from: { readonly versionId: string; readonly tokens: number };
  readonly to: { readonly versionId: string; readonly tokens: number };
  readonly added: readonly ItemSide[];
  readonly removed: readonly ItemSide[];
  readonly changed: readonly { readonly id: string; readonly before: ItemSide; readonly after: ItemSide }[];
}

interface ItemSide {
  readonly id: string;
  readonly section: string;
  readonly content: string;
  readonly tokens: number;
  readonly score: number;
  readonly pinned: boolean;
}

export function mapDifference(from: Version, to: Version): MapDifference {
  const delta = mapDelta(from.map, to.map);
  const before = new Map(from.map.items.map((item) => [item.id, item]));
  const added: ItemSide[] = [];
  const changed: { id: string; before: ItemSide; after: ItemSide }[] = [];
  for (const item of delta.put) {
    const old = before.get(item.id);
    if (old === undefined) added.push(side(item));
    else changed.push({ id: item.id, before: side(old), after: side(item) });
  }
  const removed = delta.removed.flatMap((id) => {
    const item = before.get(id);
    return item === undefined ? [] : [side(item)];
  });
  return {
    from: { versionId: from.id, tokens: from.tokens },
    to: { versionId: to.id, tokens: to.tokens },
    added,
    removed,
    changed,
  };
}

export function differenceLines(difference: MapDifference, { paint, width }: Narration): readonly string[] {
  const { from, to, added, removed, changed } = difference;
  const line = (mark: string, id: string, text: string) => `${mark} ${id}  ${clip(text, width - 20)}`;
  const changes = changed.flatMap(({ id, before, after }) => {
    const rewritten = before.content !== after.content;
    const score = before.score === after.score ? '' : `score ${before.score} → ${after.score}`;
    const pin = before.pinned === after.pinned ? '' : after.pinned ? 'pinned' : 'unpinned';
    const section = before.section === after.section ? '' : `moved from ${before.section} to ${after.section}`;
    const notes = [score, pin, section].filter((each) => each !== '').join(', ');
    if (!rewritten) return [line(paint('yellow', '~'), id, notes === '' ? 'same text' : notes)];
    return [
      line(paint('red', '-'), id, before.content),
      line(paint('green', '+'), id, after.content),
      ...(notes === '' ? [] : [line(' ', ' '.repeat(id.length), notes)]),
    ];
  });
  return [
    `${from.versionId} (${from.tokens} tokens) → ${to.versionId} (${to.tokens} tokens)`,
    ...removed.map(({ id, content }) => paint('red', line('-', id, content))),
    ...added.map(({ id, content }) => paint('green', line('+', id, content))),
    ...changes,
    ...(added.length + removed.length + changed.length === 0 ? ['the same items'] : []),
  ];
}

function side({ id, section, content, tokens, score, pin }: MapItem): ItemSide {
  return { id, section, content, tokens, score, pinned: pin !== null };
}
