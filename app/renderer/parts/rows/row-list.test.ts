// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRowList } from './row-list.ts';
import type { RowList } from './row-list.ts';

const VIEW = 500;
const ROW = 100;
const SHAPE = { count: 50_000, overscan: 3, start: 0, end: 0 };

/** A scroller whose bar says with each movement that it came to its end, as it does when it is dragged by its thumb. */
function aScroller(list: RowList) {
  const element = document.createElement('div');
  Object.defineProperty(element, 'clientHeight', { value: VIEW });
  list.rows(SHAPE);
  const detach = list.attach(element);
  return {
    end: () => detach(),
    dragTo(top: number) {
      element.scrollTop = top;
      element.dispatchEvent(new Event('scroll'));
      element.dispatchEvent(new Event('scrollend'));
    },
  };
}

const drawn = (list: RowList) => list.rows(SHAPE).map(({ index }) => index);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('while it is dragged in leaps only the rows that are seen are drawn, and those around them once it rests', () => {
  const list = createRowList(ROW, 0);
  const scroller = aScroller(list);
  scroller.dragTo(1_000_000);
  expect(drawn(list)).toEqual([10_000, 10_001, 10_002, 10_003, 10_004, 10_005]);
  scroller.dragTo(1_000_050);
  expect(drawn(list), 'a small step between leaps').toHaveLength(6);
  vi.advanceTimersByTime(100);
  scroller.dragTo(2_000_000);
  vi.advanceTimersByTime(100);
  expect(drawn(list), 'less than a moment after the last leap').toHaveLength(6);

  const version = list.version();
  vi.advanceTimersByTime(100);
  expect(drawn(list)).toHaveLength(6 + 2 * SHAPE.overscan);
  expect(list.version(), 'and whoever draws is told').toBeGreaterThan(version);
});

test('rows that fly past from the second leap on are drawn at a set height, and whole as soon as the list rests', () => {
  const list = createRowList(ROW, 0);
  const scroller = aScroller(list);
  const heights = () => new Set(list.rows(SHAPE).map(({ height }) => height));
  scroller.dragTo(1_000_000);
  expect(heights(), 'one leap may be a jump to stay').toEqual(new Set([null]));
  vi.advanceTimersByTime(16);
  scroller.dragTo(1_100_000);
  expect(heights()).toEqual(new Set([ROW]));
  scroller.dragTo(1_100_010);
  expect(heights(), 'a small step between leaps').toEqual(new Set([ROW]));

  const version = list.version();
  vi.advanceTimersByTime(160);
  expect(heights()).toEqual(new Set([null]));
  expect(drawn(list), 'what is seen comes first').toHaveLength(6);
  expect(list.version(), 'and whoever draws is told').toBeGreaterThan(version);
  vi.advanceTimersByTime(40);
  expect(drawn(list)).toHaveLength(6 + 2 * SHAPE.overscan);

  scroller.dragTo(2_000_000);
  scroller.dragTo(2_100_000);
  list.scrollToIndex(5_000, 'start');
  expect(heights(), 'a row that is asked for is drawn whole').toEqual(new Set([null]));
});

test('a row far away that is asked for is drawn with what is seen around it first, and with the rest once the list rests', () => {
  const list = createRowList(ROW, 0);
  aScroller(list);
  list.scrollToIndex(10_000, 'start');
  expect(drawn(list)).toEqual([10_000, 10_001, 10_002, 10_003, 10_004, 10_005]);
  vi.advanceTimersByTime(200);
  expect(drawn(list)).toHaveLength(6 + 2 * SHAPE.overscan);
  list.scrollToIndex(10_008, 'nearest');
  expect(drawn(list), 'one that is near is no leap').toHaveLength(6 + 2 * SHAPE.overscan);
});

test('what is asked for within a row is gone to once it is drawn', () => {
  const list = createRowList(ROW, 0);
  aScroller(list);
  const row = document.createElement('li');
  row.dataset['index'] = '10000';
  const inner = row.appendChild(document.createElement('p'));
  inner.getBoundingClientRect = () => new DOMRect(0, 70);
  row.getBoundingClientRect = () => new DOMRect(0, 40);
  list.scrollToIndex(10_000, 'start', () => null);
  expect(list.place()).toMatchObject({ index: 10_000, inside: 0 });
  list.scrollToIndex(10_000, 'start', () => inner);
  expect(list.place()).toMatchObject({ index: 10_000, inside: 30 });
});

test('a list that is taken away in the middle of a leap has nothing left to do', () => {
  const list = createRowList(ROW, 0);
  const scroller = aScroller(list);
  scroller.dragTo(1_000_000);
  scroller.end();
  expect(vi.getTimerCount()).toBe(0);
  expect(drawn(list), 'and is drawn as at rest when it is there again').toHaveLength(6 + 2 * SHAPE.overscan);
});
