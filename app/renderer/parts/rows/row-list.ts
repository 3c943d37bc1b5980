// A list of which only what can be seen is mounted. It knows its place as a row and a distance into it, so that rows that
// are measured, added or grow above what is seen move nothing that is seen. React draws what `rows()` names; everything the
// element tells (scrolling, its size, the sizes of rows) comes in here and goes out as a new version.

import { createRowSizes } from './row-sizes.ts';
import type { RowSizes } from './row-sizes.ts';
import { trackOf } from './track.ts';
import type { Track } from './track.ts';

export interface RowShape {
  readonly count: number;
  readonly overscan: number;
  readonly start: number;
  readonly end: number;
}

type Align = 'start' | 'nearest';
type FindInner = () => Element | null;

export interface RowPlace {
  readonly index: number;
  /** Pixels of the row above the upper edge. */
  readonly inside: number;
  readonly atEnd: boolean;
}

export interface PlacedRow {
  readonly index: number;
  readonly top: number;
  /** Set where it flies past: it is drawn so high, as little of it as tells which it is, and not measured. */
  readonly height: number | null;
}

export interface RowList {
  readonly subscribe: (changed: () => void) => () => void;
  readonly version: () => number;
  /** Height of the sheet that the rows lie on: the scroller's first child. */
  height(): number;
  rows(shape: RowShape): readonly PlacedRow[];
  attach(element: HTMLElement): () => void;
  /** A ref for each mounted row; the element carries its index as data-index. */
  readonly measure: (element: HTMLElement | null) => (() => void) | undefined;
  /** `inner` finds what is meant within the row, once it is drawn: to that, then, instead of the row's beginning. */
  scrollToIndex(index: number, align: Align, inner?: FindInner): void;
  scrollToEnd(): void;
  place(): RowPlace;
  restore(place: RowPlace): void;
}

/** How near to the end counts as being there, in pixels. */
const AT_END = 48;
/** A movement that is longer than so many views is a leap, not a step. */
const LEAP_VIEWS = 2;
/** How far the bar may stand from where it belongs before it is put right in the middle of a movement. */
const MAX_DRIFT = 20_000;
/** A list that has not leapt for so long rests: dragged by its thumb, the bar tells of its end with each single step. */
const REST_MS = 150;
/** A list that flew draws what is seen, and so much later what is around it. */
const BETWEEN_MS = 30;
/** A row that was asked for is held in place for so long, unless the reader moves the list. Numbers of ours. */
const SOUGHT_MS = 1_000;
const HANDS = ['wheel', 'pointerdown', 'keydown'] as const;
/** What is drawn before the element's height is known, and where there is no layout at all. */
const UNKNOWN_VIEW = 900;

export function createRowList(estimate: number, gap: number): RowList {
  const sizes: RowSizes = createRowSizes(estimate, gap);
  const listeners = new Set<() => void>();
  let version = 0;
  let shape: RowShape = { count: 0, overscan: 0, start: 0, end: 0 };
  let element: HTMLElement | null = null;
  let view = 0;
  /** Before anything was scrolled, above the first row however far it begins below the edge. */
  let anchor = { index: 0, inside: Number.NEGATIVE_INFINITY };
  /** Where the scroll bar stands, as last seen or written. */
  let top = 0;
  /** While it goes in leaps each frame shows other rows: only those that are seen are drawn, until it rests. */
  let leaping = false;
  /** When the bar last went far by itself: from the second leap on it is dragged, and no row stays for longer than a frame. */
  let lastLeap = Number.NEGATIVE_INFINITY;
  let flying = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let drawn = '';
  /** A row that was asked for: the rows around it are measured only once they are there, and each moves it. */
  let sought: { readonly index: number; readonly align: Align; readonly inner: FindInner; readonly at: number } | null =
    null;
  const forget = () => {
    sought = null;
  };

  const total = () => shape.start + sizes.total() + shape.end;
  const track = (): Track => trackOf(total(), view);
  const offset = () =>
    Math.max(0, Math.min(shape.start + sizes.startOf(anchor.index) + anchor.inside, track().maxOffset));
  const isAtEnd = () => offset() >= track().maxOffset - AT_END;
  /** A list that fits is at its beginning and its end at once: it stays at its beginning when it grows. */
  const sticksToEnd = () => isAtEnd() && offset() > 0;

  function moveTo(wanted: number): void {
    const at = Math.min(Math.max(0, wanted), track().maxOffset);
    const index = sizes.indexAt(Math.max(0, at - shape.start));
    anchor = { index, inside: at - shape.start - sizes.startOf(index) };
  }

  function writeTop(): void {
    const wanted = track().toTrack(offset());
    if (element === null || Math.abs(wanted - top) < 1) return;
    element.scrollTop = wanted;
    top = element.scrollTop;
  }

  function range(): { readonly first: number; readonly last: number } {
    const from = offset() - shape.start;
    const first = sizes.indexAt(Math.max(0, from));
    const last = sizes.indexAt(Math.max(0, from + (view === 0 ? UNKNOWN_VIEW : view)));
    const overscan = leaping ? 0 : shape.overscan;
    return { first: Math.max(0, first - overscan), last: Math.min(shape.count - 1, last + overscan) };
  }

  /**
   * How far the sheet is drawn from where the bar has it. A bar stands on whole pixels only, and rows that are measured above
   * what is seen must not move that by the rest.
   */
  function shiftOf(): number {
    const drift = top - offset();
    return track().plain && Math.abs(drift) >= 1 ? 0 : drift;
  }

  /** Tells React, if what it would draw is not what it drew. */
  function tell(): void {
    const { first, last } = range();
    const now = `${first} ${last} ${total()} ${Math.round(shiftOf())} ${flying}`;
    if (now === drawn) return;
    drawn = now;
    version += 1;
    for (const listener of listeners) listener();
  }

  function onScroll(): void {
    if (element === null) return;
    const moved = element.scrollTop - top;
    if (moved === 0) return;
    top = element.scrollTop;
    const rail = track();
    const leapt = Math.abs(moved) > LEAP_VIEWS * view;
    if (leapt) {
      const now = performance.now();
      flying = now - lastLeap < REST_MS;
      lastLeap = now;
      leap();
    }
    if (rail.plain) moveTo(top);
    else if (leapt) moveTo(rail.toOffset(top));
    else {
      moveTo(offset() + moved);
      const drift = Math.abs(rail.toTrack(offset()) - top);
      if (drift > MAX_DRIFT || (drift >= 1 && rail.isEnd(offset()))) writeTop();
    }
    tell();
  }

  function leap(): void {
    leaping = true;
    clearTimeout(resting);
    resting = setTimeout(rest, REST_MS);
  }

  /** The bar may have drifted while rows went pixel by pixel; at rest it is put where it belongs. */
  function rest(): void {
    // What is seen first, what is around it later: together they would hold the window for longer than a frame.
    if (flying) {
      flying = false;
      resting = setTimeout(rest, BETWEEN_MS);
      tell();
      return;
    }
    leaping = false;
    if (!track().plain) writeTop();
    tell();
  }

  function onScrollEnd(): void {
    if (!leaping) rest();
  }

  const rowObserver =
    typeof ResizeObserver === 'undefined'
      ? null
      : new ResizeObserver((entries) => {
          const stays = sticksToEnd();
          let changed = 0;
          for (const { target, borderBoxSize } of entries) {
            const index = target instanceof HTMLElement ? Number(target.dataset['index']) : -1;
            const size = borderBoxSize[0]?.blockSize ?? 0;
            // A row that is hidden has no height; the one it had is kept.
            if (target.isConnected && size > 0) changed += Math.abs(sizes.measure(index, size));
          }
          if (changed === 0) return;
          if (sought !== null && performance.now() - sought.at < SOUGHT_MS)
            goTo(sought.index, sought.align, sought.inner);
          else settle(stays);
        });

  /** After sizes or the view changed: at the end stays at the end, elsewhere the row that was seen stays where it was. */
  function settle(atEnd: boolean): void {
    if (atEnd) moveTo(track().maxOffset);
    // The sheet, which React draws a moment later, must be as tall as the place that is scrolled to.
    const sheet = element?.firstElementChild;
    if (sheet instanceof HTMLElement) sheet.style.height = `${track().height}px`;
    writeTop();
    tell();
  }

  function goTo(index: number, align: Align, inner: FindInner): void {
    const from = shape.start + sizes.startOf(index) + insideRow(inner());
    const to = from + sizes.sizeOf(index);
    const before = offset();
    const seen = from >= before && to <= before + view;
    if (align === 'start') moveTo(from - shape.start);
    else if (!seen) moveTo(from > before ? to - view : from);
    flying = false;
    if (view > 0 && Math.abs(offset() - before) > LEAP_VIEWS * view) leap();
    settle(false);
  }

  /**
   * To either end by one key. The browser would glide to where the end was when the key was pressed, and rows that are
   * measured on the way move it.
   */
  function onKey(event: KeyboardEvent): void {
    if (event.target !== element || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'End') settle(true);
    else if (event.key === 'Home') {
      moveTo(0);
      settle(false);
    } else return;
    event.preventDefault();
  }

  return {
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    version: () => version,
    height: () => track().height,
    rows(wanted) {
      shape = wanted;
      if (sizes.count !== wanted.count) sizes.setCount(wanted.count);
      if (anchor.index >= wanted.count) moveTo(total());
      const { first, last } = range();
      const shift = shiftOf();
      const placed: PlacedRow[] = [];
      let place = shape.start + sizes.startOf(first) + shift;
      for (let index = first; index <= last; index++) {
        const height = sizes.sizeOf(index);
        placed.push({ index, top: place, height: flying ? height : null });
        place += height + gap;
      }
      return placed;
    },
    attach(to) {
      element = to;
      // The list keeps its place itself; both at once would move twice.
      to.style.overflowAnchor = 'none';
      view = to.clientHeight;
      top = to.scrollTop;
      writeTop();
      tell();
      const observer =
        typeof ResizeObserver === 'undefined'
          ? null
          : new ResizeObserver(() => {
              const stays = sticksToEnd() && view > 0;
              view = to.clientHeight;
              settle(stays);
            });
      observer?.observe(to);
      to.addEventListener('scroll', onScroll, { passive: true });
      to.addEventListener('scrollend', onScrollEnd, { passive: true });
      for (const name of HANDS) to.addEventListener(name, forget, { passive: true });
      to.addEventListener('keydown', onKey);
      return () => {
        observer?.disconnect();
        to.removeEventListener('scroll', onScroll);
        to.removeEventListener('scrollend', onScrollEnd);
        clearTimeout(resting);
        leaping = false;
        flying = false;
        for (const name of HANDS) to.removeEventListener(name, forget);
        to.removeEventListener('keydown', onKey);
        element = null;
      };
    },
    measure(row) {
      if (row === null || rowObserver === null) return undefined;
      rowObserver.observe(row, { box: 'border-box' });
      return () => rowObserver.unobserve(row);
    },
    scrollToIndex(index, align, inner = () => null) {
      sought = { index, align, inner, at: performance.now() };
      goTo(index, align, inner);
    },
    scrollToEnd() {
      settle(true);
    },
    place: () => ({ ...anchor, atEnd: isAtEnd() }),
    restore({ index, inside, atEnd }) {
      anchor = { index, inside };
      settle(atEnd);
    },
  };
}

/** How far below the beginning of its row something stands, in pixels. */
function insideRow(inner: Element | null): number {
  const row = inner?.closest('[data-index]') ?? null;
  return inner === null || row === null ? 0 : inner.getBoundingClientRect().top - row.getBoundingClientRect().top;
}
