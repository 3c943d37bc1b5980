// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { headVersion } from '#core/study/index.ts';
import { store } from '../store/store.ts';
import { mountWindow } from '../testing/mount.tsx';
import type { Mounted } from '../testing/mount.tsx';
import { sampleStudy } from '../testing/sample-study.ts';
import { shiftSelected } from './ordering.ts';
import { selectItem } from './views.ts';

let mounted: Mounted | null = null;
afterEach(async () => {
  await mounted?.end();
  mounted = null;
});

function map() {
  const { live } = store.getState().study;
  const version = live === null ? null : headVersion(live);
  if (version === null) throw new Error('there is no map');
  return version.map;
}

/** The items under their sections, as they stand. */
const order = () =>
  Object.fromEntries(
    map().sections.map((id) => [
      id,
      map()
        .items.filter((item) => item.section === id)
        .map(({ id }) => id),
    ]),
  );

test('an item goes through its section, past its end first or last into the next one, and stops at the ends of the map', async () => {
  const window = (mounted = await mountWindow({ recording: sampleStudy('normal') }));
  const before = order();
  const { sections } = map();
  const [itemId] = before[sections[0] ?? ''] ?? [];
  if (itemId === undefined) throw new Error('the first section has an item');
  await window.change(() => selectItem(itemId));
  const placeNow = () => {
    const item = map().items.find((each) => each.id === itemId);
    const section = item?.section ?? '';
    return `${section} ${(order()[section] ?? []).indexOf(itemId)}`;
  };
  const places = (): readonly string[] =>
    // In each section it visits it can stand before, between and after the others.
    sections.flatMap((section) => {
      const others = (before[section] ?? []).filter((id) => id !== itemId).length;
      return Array.from({ length: others + 1 }, (_, at) => `${section} ${at}`);
    });
  const ways = places();
  expect(ways.length).toBeGreaterThan(sections.length + 3);
  expect(placeNow()).toBe(ways[0]);
  for (const place of ways.slice(1)) {
    await window.change(() => shiftSelected(1));
    await window.until(() => placeNow() === place);
  }
  const last = headVersionId();
  await window.change(() => shiftSelected(1));
  expect(headVersionId()).toBe(last);
  for (const place of ways.toReversed().slice(1)) {
    await window.change(() => shiftSelected(-1));
    await window.until(() => placeNow() === place);
  }
  await window.change(() => shiftSelected(-1));
  expect(order()).toEqual(before);
  expect(window.find('notice-bad')).toBeNull();
});

function headVersionId(): string | undefined {
  const { live } = store.getState().study;
  return live === null ? undefined : headVersion(live)?.id;
}
