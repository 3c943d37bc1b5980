import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRow, encodeRow, placeEvents } from './decode.ts';
import type { EventRow } from './decode.ts';
import { anEvent, created } from './testing.ts';

const row: EventRow = {
  seq: 7,
  at: '2026-01-02T03:04:05.000Z',
  actor: 'user:ann',
  type: 'query.removed',
  v: 1,
  batch: null,
  json: '{"queryId":"q1"}',
};

describe('decoding a row', () => {
  it('gives back what was appended', () => {
    const events = placeEvents([created, anEvent('query.removed', { queryId: 'q1' }, 'user:ann')], 4, row.at);
    expect(events.map((each) => [each.seq, each.batch])).toEqual([
      [5, undefined],
      [6, 5],
    ]);
    expect(events.map((event) => decodeRow(encodeRow(event)))).toEqual(events);
  });

  it.each([
    [{ type: 'map.sung' }, /does not know events of the type "map.sung"/],
    [{ v: 9 }, /written by a newer Peek/],
    [{ json: '{"queryId":' }, /not JSON/],
    [{ json: '{}' }, /does not fit its schema at queryId/],
    [{ actor: 'ghost' }, /actor "ghost"/],
    [{ type: 'constructor' }, /does not know/],
    [{ v: 0 }, /no way from version 0/],
  ])('keeps a row that it cannot read, with words: %o', (over, words) => {
    const changed: EventRow = { ...row, ...over };
    const event = decodeRow(changed);
    expect(event).toMatchObject({ type: 'unknown', seq: 7, json: changed.json });
    expect(event.type === 'unknown' && event.words).toMatch(words);
  });

  it('never throws, whatever the row holds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('query.added', 'version.committed', 'x'),
        fc.json(),
        fc.integer(),
        (type, json, v) => {
          expect(decodeRow({ ...row, type, json, v }).seq).toBe(7);
        },
      ),
    );
  });
});
