// A change of settings on a living study. What it means for the map (another budget, other sections, another tokenizer, other
// m) is part of the same operation, or the change is refused with the numbers.

import { sectionOf } from '#core/map/index.ts';
import { ok } from '#core/result.ts';
import { currentBranch, headVersion } from '../selectors/index.ts';
import { studySettings } from '../settings.ts';
import type { StudySettings } from '../settings.ts';
import { fitHead, frozenByStepsEvents } from './decide-branches.ts';
import { eventBy, refuse } from './decision.ts';
import type { Decision, Desk } from './decision.ts';

export function decideSettings(desk: Desk, wanted: StudySettings, reason: string | null): Decision {
  const { state, actor } = desk;
  const parsed = studySettings.safeParse(wanted);
  if (!parsed.success) return refuse(`The settings are not valid: ${parsed.error.issues[0]?.message ?? 'unreadable'}.`);
  const settings = parsed.data;
  if (same(settings, state.settings)) return refuse('These are the settings already.');
  const branch = currentBranch(state);
  const head = headVersion(state);
  const changed = eventBy(actor, 'settings.changed', { settings, reason });
  if (branch === null || head === null) return ok([changed]);
  const held = head.map.items.find((item) => !settings.method.sections.includes(item.section));
  if (held !== undefined) {
    const title = sectionOf(held.section).title;
    return refuse(`${title} still holds ${held.id}. Move or delete its items before the section is switched off.`);
  }
  const fitted = fitHead(desk, branch.name, head, settings.method, 0);
  if (!fitted.ok) return fitted;
  return ok([changed, ...fitted.value, ...frozenByStepsEvents(desk, branch, head.id, settings.method)]);
}

/** True when the change touches what an update under way works with. */
export function changesMethod(before: StudySettings, after: StudySettings): boolean {
  return !same(before.method, after.method);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]));
}
