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

type Entries<V> = Map<string, V | Waiting<V>>;

export class LazyMap<V extends object> implements ReadonlyMap<string, V> {
  private readonly entriesById: Entries<V>;

  constructor(from: ReadonlyMap<string, V> = new Map()) {
    this.entriesById = from instanceof LazyMap ? new Map(from.entriesById as Entries<V>) : new Map(from);
  }

  get size(): number {
    return this.entriesById.size;
  }

  has(id: string): boolean {
    return this.entriesById.has(id);
  }

  get(id: string): V | undefined {
    const value = this.entriesById.get(id);
    return value instanceof Waiting ? value.made() : value;
  }

  set(id: string, value: V): this {
    this.entriesById.set(id, value);
    return this;
  }

  /** Sets each row under its id, without making it. */
  setRows(rows: Rows<V>): void {
    for (const [at, id] of rows.ids.entries()) this.entriesById.set(id, new Waiting(rows, at));
  }

  /** Changes the values that have been made or set; those that still wait stay as they are. */
  changeMade(change: (value: V) => V): void {
    for (const [id, value] of this.entriesById) {
      if (!(value instanceof Waiting)) this.entriesById.set(id, change(value));
    }
  }

  keys(): MapIterator<string> {
    return this.entriesById.keys();
  }

  *values(): MapIterator<V> {
    for (const value of this.entriesById.values()) yield value instanceof Waiting ? value.made() : value;
  }

  *entries(): MapIterator<[string, V]> {
    for (const [id, value] of this.entriesById) yield [id, value instanceof Waiting ? value.made() : value];
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(act: (value: V, id: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [id, value] of this) act(value, id, this);
  }
}

/** A copy of its kind to be changed: of a lazy map a lazy one, whose values still wait. */
export function copyOf<V extends object>(map: ReadonlyMap<string, V>): Map<string, V> | LazyMap<V> {
  return map instanceof LazyMap ? new LazyMap<V>(map) : new Map(map);
}
