import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../rlm/code-points.ts';
import { readMessage } from './frames.ts';

/** Bytes as characters: what a text says does not matter here, only which bytes were taken for it. */
const decode = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const read = (payload: Uint8Array) => readMessage(payload, decode);

function payloadOf(header: unknown, texts = ''): Uint8Array {
  const json = encodeUtf8(JSON.stringify(header));
  const said = encodeUtf8(texts);
  return new Uint8Array([0, 0, json.length >> 8, json.length & 255, ...json, ...said]);
}

const done = {
  outputChars: 2,
  overflowed: false,
  error: null,
  interrupted: false,
  variables: [{ name: '__proto__', type: 'int' }],
  final: 'final',
  hasDraft: false,
  durationMs: 1,
};

describe('what Python says', () => {
  test('is read with its texts in order', () => {
    const ask = { kind: 'llm', model: null };
    expect(read(payloadOf({ ask, texts: [2, 0, 1] }, 'abc'))).toEqual({
      kind: 'ask',
      ask: { kind: 'llm', model: null, prompts: ['ab', '', 'c'] },
    });
    expect(read(payloadOf({ done, texts: [2, 0, 1, 0] }, 'ok7'))).toEqual({
      kind: 'done',
      done: {
        stdout: 'ok',
        stderr: '',
        outputChars: 2,
        overflowed: false,
        error: null,
        interrupted: false,
        variables: [{ name: '__proto__', type: 'int' }],
        final: { text: '7', source: 'final' },
        draft: null,
        durationMs: 1,
      },
    });
  });

  test.each([
    ['nothing at all', new Uint8Array()],
    ['less than a length', new Uint8Array(3)],
    ['a header longer than the frame', new Uint8Array([0, 0, 0, 9, 123, 125])],
    ['a header as long as a book', new Uint8Array(4 + 2_000_001).fill(0x20).fill(0x7f, 0, 1)],
    ['no JSON', new Uint8Array([0, 0, 0, 4, 106, 117, 110, 107])],
    ['a message that nobody knows', payloadOf({ hello: 1, texts: [] })],
    ['a number where a text belongs', payloadOf({ opened: { type: 1 }, texts: [] })],
    ['a negative length', payloadOf({ ask: { kind: 'llm', model: null }, texts: [-1] })],
    ['texts longer than the frame', payloadOf({ ask: { kind: 'llm', model: null }, texts: [4] }, 'abc')],
    ['a second frame behind the first', new Uint8Array([...payloadOf({ need: [0, 0], texts: [] }), 0, 0, 0, 0])],
    ['too few texts', payloadOf({ done, texts: [2] }, 'ok')],
    ['a way to end that there is not', payloadOf({ done: { ...done, final: 'exhausted' }, texts: [2, 0, 0, 0] }, 'ok')],
  ])('is no message: %s', (_, payload) => {
    expect(read(payload)).toBeNull();
  });

  test('gives the host nothing that was not asked for', () => {
    const forged = payloadOf(JSON.parse('{"need": [0, 4], "__proto__": {"polluted": 1}, "kind": "done", "texts": []}'));
    expect(read(forged)).toEqual({ kind: 'need', from: 0, to: 4 });
    expect('polluted' in {}).toBe(false);
  });

  test('can be any bytes without an exception', () => {
    const header = fc.oneof(
      fc.json(),
      fc.constantFrom('{"need":[0,1],"texts":[]}', '{"ask":{"kind":"llm"},"texts":[1]}'),
    );
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), header), (said) => {
        const payload =
          typeof said === 'string'
            ? new Uint8Array([0, 0, said.length >> 8, said.length & 255, ...encodeUtf8(said)])
            : said;
        expect(() => read(payload)).not.toThrow();
      }),
    );
  });
});
