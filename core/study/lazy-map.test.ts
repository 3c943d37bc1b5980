import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LazyMap } from './lazy-map.ts';

interface Value {
  readonly number: number;
}

const ids = fc.integer({ min: 0, max: 2_000 }).map((number) => `v${number}`);
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), which: fc.nat(), id: ids }),
  // Enough at once that the next copy shares them.
  fc.record({ kind: fc.constant('rows' as const), which: fc.nat(), ids: fc.array(ids, { maxLength: 900 }) }),
  fc.record({ kind: fc.constant('copy' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('change' as const), which: fc.nat(), id: ids }),
);

test('each copy is as a plain map would be, whatever is set in the others', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const pairs = [{ lazy: new LazyMap<Value>(), plain: new Map<string, Value>() }];
      for (const [at, each] of steps.entries()) {
        const pair = pairs[each.which % pairs.length];
        if (pair === undefined) continue;
        const { lazy, plain } = pair;
        if (each.kind === 'set') {
          lazy.set(each.id, { number: at });
          plain.set(each.id, { number: at });
        } else if (each.kind === 'rows') {
          lazy.setRows({ ids: each.ids, row: (row) => ({ number: row }) });
          for (const [row, id] of each.ids.entries()) plain.set(id, { number: row });
        } else if (each.kind === 'copy') {
          pairs.push({ lazy: new LazyMap(lazy), plain: new Map(plain) });
        } else {
          // It changes what is made only, so all is made first; many are shared then, and one stands over them.
          const made = new LazyMap(new LazyMap(new Map(lazy)));
          made.set(each.id, { number: at });
          made.changeMade(({ number }) => ({ number: number + 1 }));
          const changed = new Map(plain).set(each.id, { number: at });
          for (const [id, { number }] of changed) changed.set(id, { number: number + 1 });
          pairs.push({ lazy: made, plain: changed });
        }
      }
      for (const { lazy, plain } of pairs) {
        expect([...lazy]).toEqual([...plain]);
        expect([...lazy.keys()]).toEqual([...plain.keys()]);
        expect(lazy.size).toBe(plain.size);
        for (const id of ['v0', 'v1', 'v1000', ...plain.keys()]) {
          expect(lazy.has(id)).toBe(plain.has(id));
          expect(lazy.get(id)).toEqual(plain.get(id));
        }
      }
    }),
  );
});

test('a walk through a map comes to its end though the map is copied on the way', () => {
  const map = new LazyMap<Value>(new Map(Array.from({ length: 1_200 }, (_, number) => [`v${number}`, { number }])));
  const seen: number[] = [];
  for (const { number } of map.values()) {
    seen.push(number);
    if (number === 3) new LazyMap(map).set('v4', { number: -1 });
  }
  expect(seen).toEqual(Array.from({ length: 1_200 }, (_, number) => number));
});
