// Browsers cannot make an element taller than some 33 million pixels, which a million rows exceed. Above a limit the track
// that the scroll bar runs on is shorter than the rows: its two ends go pixel by pixel, so that the first and the last rows
// are reached as ever, and the middle is shrunk.

/** Numbers of ours: well under every engine's limit, and ends that are long enough for any single movement. */
export const MAX_TRACK = 6_000_000;
const END = 60_000;

export interface Track {
  readonly height: number;
  /** True when track and rows have the same height. */
  readonly plain: boolean;
  /** From a place among the rows to one on the track, and back. */
  toTrack(offset: number): number;
  toOffset(top: number): number;
  /** True near the ends, where both move pixel by pixel. */
  isEnd(offset: number): boolean;
  readonly maxOffset: number;
}

export function trackOf(total: number, view: number): Track {
  const maxOffset = Math.max(0, total - view);
  const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));
  if (total <= MAX_TRACK) {
    const same = (value: number) => clamp(value, maxOffset);
    return { height: total, plain: true, toTrack: same, toOffset: same, isEnd: () => true, maxOffset };
  }
  const maxTop = MAX_TRACK - view;
  const shrink = (maxTop - 2 * END) / (maxOffset - 2 * END);
  return {
    height: MAX_TRACK,
    plain: false,
    maxOffset,
    isEnd: (offset) => offset <= END || offset >= maxOffset - END,
    toTrack(offset) {
      const at = clamp(offset, maxOffset);
      if (at <= END) return at;
      if (at >= maxOffset - END) return maxTop - (maxOffset - at);
      return END + (at - END) * shrink;
    },
    toOffset(top) {
      const at = clamp(top, maxTop);
      if (at <= END) return at;
      if (at >= maxTop - END) return maxOffset - (maxTop - at);
      return END + (at - END) / shrink;
    },
  };
}
