import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOWHERE, parseLink, placeWords, writeLink } from './place.ts';
import { TABS } from './view-slice.ts';

const place = fc.record({
  query: fc.integer({ min: 1, max: 9_999 }),
  iteration: fc.option(fc.integer({ min: 1, max: 9_999 })),
  callId: fc.option(fc.integer({ min: 1, max: 9_999 }).map((number) => `c${number}`)),
  stage: fc.option(fc.constantFrom('agent', 'distiller', 'cartographer')),
  versionId: fc.option(fc.integer({ min: 0, max: 9_999 }).map((number) => `v${number}`)),
  itemId: fc.option(fc.integer({ min: 1, max: 99_999 }).map((number) => `cu-${String(number).padStart(5, '0')}`)),
  tab: fc.option(fc.constantFrom(...TABS.filter((tab) => tab !== 'trajectory'))),
});

describe('a link to a place', () => {
  it('is read back as it was written, whatever the file is called', () => {
    fc.assert(
      fc.property(
        place,
        fc.string({ minLength: 1 }).filter((name) => name.trim() === name && !name.includes('\n')),
        (to, name) => {
          const file = `${name}.peek`;
          expect(parseLink(writeLink({ file, place: to }))).toEqual({
            file: file.replace(/^peek:\/\/study\//, ''),
            place: to,
          });
        },
      ),
    );
  });

  it('names a query and its iteration in a file', () => {
    expect(parseLink('study.peek#q3.i2')).toEqual({
      file: 'study.peek',
      place: { ...NOWHERE, query: 3, iteration: 2 },
    });
    expect(parseLink('study.peek#q3.c17')?.place).toEqual({ ...NOWHERE, query: 3, callId: 'c17' });
    expect(parseLink('study.peek#q3.after-distiller')?.place).toEqual({ ...NOWHERE, query: 3, stage: 'distiller' });
    expect(parseLink('peek://study/study.peek#v6')).toEqual({
      file: 'study.peek',
      place: { ...NOWHERE, versionId: 'v6' },
    });
    expect(parseLink('#cu-00002')).toEqual({ file: null, place: { ...NOWHERE, itemId: 'cu-00002' } });
  });

  it('is nothing when a part of it means nothing', () => {
    for (const text of [
      'study',
      '',
      '#',
      '#q',
      '#q0',
      '#i2',
      '#c2',
      '#q3.x',
      '#after-agent',
      '#q3.after-evictor',
      '#__proto__',
      'C# and F#',
      'a#q1\nb',
    ])
      expect(parseLink(text)).toBeNull();
  });

  it('is told in words', () => {
    expect(placeWords({ ...NOWHERE, query: 3, iteration: 2, itemId: 'cr-00001', tab: 'evictor' })).toBe(
      'query 3, iteration 2, evictor, cr-00001',
    );
    expect(placeWords({ ...NOWHERE, query: 3, callId: 'c17' })).toBe('query 3, sub-call c17');
    expect(placeWords({ ...NOWHERE, query: 3, stage: 'agent', tab: 'distiller' })).toBe(
      'query 3, after the answer, distiller',
    );
  });
});
