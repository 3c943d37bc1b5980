// Which item numbers were given, so that an id is never used twice in a study (DESIGN rule 1).

import { SECTIONS } from '#core/map/index.ts';
import type { Draft } from './draft.ts';

export function noteItemId(draft: Draft, itemId: string): void {
  const dash = itemId.lastIndexOf('-');
  const section = SECTIONS.find((each) => each.id === itemId.slice(0, dash))?.id;
  const number = Number(itemId.slice(dash + 1));
  if (section === undefined || !Number.isSafeInteger(number)) return;
  const last = draft.state.lastItemNumber;
  if (number > (last[section] ?? 0)) draft.state.lastItemNumber = { ...last, [section]: number };
}
