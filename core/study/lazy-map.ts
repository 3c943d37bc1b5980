// A map of a state whose values are put together when they are asked for. A study of ten thousand versions is opened without
// making ten thousand versions; whoever goes through all of them makes them then, once, for all states that share them.

/** Values that stand in rows somewhere, made one by one. */
export interface Rows<V> {
  readonly ids: readonly string[];
  row(at: number): V;
}

/** A value that has not been asked for yet. */
class Waiting<V> {
  private readonly rows: Rows<V>;
  private readonly at: number;

  constructor(rows: Rows<V>, at: number) {
    this.rows = rows;
    this.at = at;
  }

  made(): V {
    return this.rows.row(this.at);
  }
}

function made<V>(value: V | Waiting<V>): V {
  return value instanceof Waiting ? value.made() : value;
}

type Entries<V> = Map<string, V | Waiting<V>>;

/** Entries of its own from which on a map that is copied first shares them. A number of ours. */
const SHARED_FROM = 500;

/** A copy costs what was set of late, not all that is there: ten thousand entries are shared by the states that have them. */
export class LazyMap<V extends object> implements ReadonlyMap<string, V> {
  /** Never changed, since other maps may have it too; `own` stands over it. */
  private shared: Entries<V> = new Map();
  private own: Entries<V>;
  private count: number;

  constructor(from: ReadonlyMap<string, V> = new Map()) {
    this.count = from.size;
    if (from instanceof LazyMap) {
      const other = from as LazyMap<V>;
      if (other.own.size >= SHARED_FROM) other.shareAll();
      this.shared = other.shared;
      this.own = new Map(other.own);
    } else this.own = new Map(from);
  }

  get size(): number {
    return this.count;
  }

  has(id: string): boolean {
    return this.own.has(id) || this.shared.has(id);
  }

  get(id: string): V | undefined {
    const value = this.own.get(id) ?? this.shared.get(id);
    return value === undefined ? undefined : made(value);
  }

  set(id: string, value: V): this {
    this.put(id, value);
    return this;
  }

  /** Sets each row under its id, without making it. */
  setRows(rows: Rows<V>): void {
    for (const [at, id] of rows.ids.entries()) this.put(id, new Waiting(rows, at));
  }

  /** Changes the values that have been made or set; those that still wait stay as they are. */
  changeMade(change: (value: V) => V): void {
    for (const entries of [this.own, this.shared]) {
      for (const [id, value] of entries) {
        if (value instanceof Waiting || (entries === this.shared && this.own.has(id))) continue;
        const changed = change(value);
        if (changed !== value) this.own.set(id, changed);
      }
    }
  }

  // In the order in which ids were first set, as a plain map has them, and whole also where the map is copied meanwhile. Each is
  // one plain loop over either part: whole studies are walked through here, several times for each state that is shown.

  *keys(): MapIterator<string> {
    const { shared, own } = this;
    yield* shared.keys();
    for (const id of own.keys()) if (!shared.has(id)) yield id;
  }

  *values(): MapIterator<V> {
    const { shared, own } = this;
    for (const [id, value] of shared) yield made(own.get(id) ?? value);
    for (const [id, value] of own) if (!shared.has(id)) yield made(value);
  }

  *entries(): MapIterator<[string, V]> {
    const { shared, own } = this;
    for (const [id, value] of shared) yield [id, made(own.get(id) ?? value)];
    for (const [id, value] of own) if (!shared.has(id)) yield [id, made(value)];
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(act: (value: V, id: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [id, value] of this) act(value, id, this);
  }

  private put(id: string, value: V | Waiting<V>): void {
    if (!this.has(id)) this.count += 1;
    this.own.set(id, value);
  }

  private shareAll(): void {
    if (this.own.size === 0) return;
    if (this.shared.size === 0) this.shared = this.own;
    else {
      const all = new Map(this.shared);
      for (const [id, value] of this.own) all.set(id, value);
      this.shared = all;
    }
    this.own = new Map();
  }
}

/** A copy of its kind to be changed: of a lazy map a lazy one, whose values still wait. */
export function copyOf<V extends object>(map: ReadonlyMap<string, V>): Map<string, V> | LazyMap<V> {
  return map instanceof LazyMap ? new LazyMap<V>(map) : new Map(map);
}
