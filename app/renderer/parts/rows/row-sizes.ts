// The heights of many rows, most of them only estimated: where a row begins, which row stands at a place, and a change of one
// height, each in logarithmic time, a million rows without building anything first. A Fenwick tree over the differences
// from the estimate. The library for lists lays all rows out again after a row was measured, which at a million rows takes
// longer than a frame.

export interface RowSizes {
  readonly count: number;
  /** The heights of all rows and the gaps between them. */
  total(): number;
  /** Where the row begins. */
  startOf(index: number): number;
  /** The row that stands at this place; the nearest one for a place outside. */
  indexAt(place: number): number;
  sizeOf(index: number): number;
  /** Returns by how much the row grew. */
  measure(index: number, size: number): number;
  setCount(count: number): void;
}

export function createRowSizes(estimate: number, gap = 0): RowSizes {
  /** A power of two. tree[i] sums the differences of the rows below i down to the last one that its lowest bit covers. */
  let capacity = 1_024;
  let tree = new Float64Array(capacity + 1);
  /** 0 is not measured yet. */
  let sizes = new Float32Array(capacity);
  let count = 0;
  const step = estimate + gap;

  function grow(to: number): void {
    while (capacity < to) {
      const wider = new Float64Array(capacity * 2 + 1);
      wider.set(tree);
      wider[capacity * 2] = tree[capacity] ?? 0;
      tree = wider;
      const more = new Float32Array(capacity * 2);
      more.set(sizes);
      sizes = more;
      capacity *= 2;
    }
  }

  function change(index: number, by: number): void {
    for (let at = index + 1; at <= capacity; at += at & -at) tree[at] = (tree[at] ?? 0) + by;
  }

  function startOf(index: number): number {
    let sum = index * step;
    for (let at = index; at > 0; at -= at & -at) sum += tree[at] ?? 0;
    return sum;
  }

  return {
    get count() {
      return count;
    },
    total: () => (count === 0 ? 0 : startOf(count) - gap),
    startOf,
    indexAt(place) {
      let at = 0;
      let left = place;
      for (let width = capacity; width > 0; width >>= 1) {
        const next = at + width;
        if (next >= count) continue;
        const sum = (tree[next] ?? 0) + width * step;
        if (sum > left) continue;
        at = next;
        left -= sum;
      }
      return at;
    },
    sizeOf: (index) => sizes[index] || estimate,
    measure(index, size) {
      // A height of nothing would make two rows begin at one place.
      const now = Math.max(1, Math.fround(size));
      const before = sizes[index] || estimate;
      if (index < 0 || index >= count || sizes[index] === now) return 0;
      sizes[index] = now;
      change(index, now - before);
      return now - before;
    },
    setCount(wanted) {
      grow(wanted);
      for (let index = wanted; index < count; index++) {
        const size = sizes[index];
        if (size === undefined || size === 0) continue;
        change(index, estimate - size);
        sizes[index] = 0;
      }
      count = wanted;
    },
  };
}
