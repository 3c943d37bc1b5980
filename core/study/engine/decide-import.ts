// Importing a map: it becomes the map of a branch of its own, under new ids and within the budget. Nothing is replaced.

import { checkContent, countItem, fitWithinBudget, itemIdOf, withItems } from '#core/map/index.ts';
import type { MapItem } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { NewEvent } from '../events.ts';
import { headVersion } from '../selectors/index.ts';
import { eventBy, nameOf, refuse, refuseWith } from './decision.ts';
import type { Decision, Desk } from './decision.ts';
import { budgetRules, evictionEvent, nextVersionId, versionEvent } from './map-versions.ts';

export function decideImport(desk: Desk, json: string, reason: string | null): Decision {
  const { state, actor, readMap } = desk;
  const head = headVersion(state);
  if (head === null) return refuse('This study has no map yet.');
  if (readMap === undefined) return refuse('This Peek cannot read maps from files.');
  const read = readMap(json);
  if (!read.ok) return err({ kind: 'refused', words: read.error.words, refusal: null });
  const imported = read.value;
  const { method } = state.settings;
  const warnings = [...imported.warnings];

  const numbers = { ...state.lastItemNumber };
  let births = state.births;
  const items: MapItem[] = [];
  for (const [at, { section, content, score, pinned }] of imported.items.entries()) {
    const checked = checkContent(content, items);
    if (!method.sections.includes(section) || !checked.ok) {
      const why = checked.ok ? `section ${section} is switched off in this study` : checked.error.words;
      warnings.push(`item ${at + 1} was left out: ${why}`);
      continue;
    }
    const number = (numbers[section] ?? 0) + 1;
    numbers[section] = number;
    births += 1;
    const id = itemIdOf(section, number);
    items.push({
      id,
      section,
      content: checked.value,
      score: Number.isFinite(score) ? score : 0,
      born: births,
      tokens: countItem({ id, content: checked.value }, desk.count),
      pin: pinned ? { by: nameOf(actor), at: desk.time, reason: `pinned in ${imported.from}` } : null,
      origin: { kind: 'import', from: imported.from },
    });
  }
  if (items.length === 0) return refuse(`There is no item in ${imported.from} that could be used.`);
  const fitted = fitWithinBudget(withItems(head.map, items), { ...budgetRules(method), eviction: true }, desk.count);
  if (!fitted.ok) return refuseWith(fitted.error);
  const { map, eviction } = fitted.value;
  const kept = new Set(map.items);
  const name = freeName(desk);
  const events: NewEvent[] = [
    eventBy(actor, 'branch.created', { name, versionId: head.id, reason }),
    eventBy(actor, 'branch.switched', { name }),
    ...(eviction.removed.length > 0 ? [evictionEvent(desk, null, eviction)] : []),
    versionEvent(desk, {
      versionId: nextVersionId(state.versions),
      parent: head,
      branch: name,
      map,
      cause: 'import',
      reason,
      budgetTokens: method.budgetTokens,
      gone: items.filter((item) => !kept.has(item)),
    }),
    ...warnings.map((words) => eventBy(actor, 'warning.raised', { place: imported.from, words })),
  ];
  return ok(events);
}

function freeName(desk: Desk): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'import' : `import-${number}`;
    if (!desk.state.branches.has(name)) return name;
  }
}
