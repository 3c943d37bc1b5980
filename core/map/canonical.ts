// One text per map value, for hashing: equal maps give the same text in every process, now and in later versions.

import type { ContextMap, MapItem, Origin } from './context-map.ts';

/**
 * The canonical JSON of a map, the text whose SHA-256 a version records.
 *
 * map  any map
 * Returns compact JSON with a fixed order of fields. It holds everything that makes the map what it is; the token counts are
 *         left out, because they follow from the text and the tokenizer.
 */
export function canonicalMap(map: ContextMap): string {
  return JSON.stringify({ v: 1, sections: map.sections, headers: map.headers, items: map.items.map(canonicalItem) });
}

export function canonicalItem(item: MapItem): object {
  const { id, section, content, score, born, pin, origin } = item;
  return {
    id,
    section,
    content,
    score: score === 0 ? 0 : score,
    born,
    pin: pin === null ? null : { by: pin.by, at: pin.at, reason: pin.reason },
    origin: canonicalOrigin(origin),
  };
}

function canonicalOrigin(origin: Origin): object {
  switch (origin.kind) {
    case 'policy':
      return { kind: origin.kind, runId: origin.runId, editId: origin.editId, candidateId: origin.candidateId };
    case 'hand':
      return { kind: origin.kind, by: origin.by };
    case 'import':
      return { kind: origin.kind, from: origin.from };
  }
}
