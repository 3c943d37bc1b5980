import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerEvents } from './server-events.ts';

function read(...pieces: readonly string[]): readonly (readonly [string | null, string])[] {
  const events = new ServerEvents();
  return [...pieces.flatMap((piece) => events.take(piece)), ...events.end()].map(({ event, data }) => [event, data]);
}

describe('server-sent events', () => {
  it('end with an empty line, whatever the line ends are', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(read(['data: a', 'data: b', '', 'event: x', 'data:c', '', ''].join(end))).toEqual([
        [null, 'a\nb'],
        ['x', 'c'],
      ]);
    }
  });

  it('leave out comments and unknown fields, and take one blank off a value', () => {
    expect(read(': keep-alive\n\nid: 7\nretry: 1\ndata:  two\n\n')).toEqual([[null, ' two']]);
  });

  it('the last one needs no empty line', () => {
    expect(read('data: [DONE]')).toEqual([[null, '[DONE]']]);
    expect(read('data: [DONE]\n')).toEqual([[null, '[DONE]']]);
  });

  it('are the same however the stream is cut into pieces', () => {
    const line = fc.constantFrom(
      'data: {"a":1}',
      'data:x:y',
      'event: error',
      ': comment',
      '',
      'data',
      'data: é\u2028z',
    );
    const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 });
    fc.assert(
      fc.property(stream, fc.array(fc.nat(40), { maxLength: 8 }), (lines, cuts) => {
        const text = lines.flat().join('');
        const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
        const pieces = [0, ...at].map((from, index) => text.slice(from, at[index] ?? text.length));
        expect(read(...pieces)).toEqual(read(text));
      }),
    );
  });
});
