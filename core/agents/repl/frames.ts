// What the host and the Python program say to each other. Python speaks first and each frame gets one in answer:
//
//   Python                 host
//   ready              →   open
//   need [from, to]    →   those bytes of the context
//   opened | refused   →   run | variable
//   ask                →   replies | interrupted
//   done | variable    →   run | variable
//
// A payload from Python is four bytes of length (big-endian), a short JSON header, and long texts in UTF-8 one after the
// other, whose lengths in bytes the header names. One to Python is JSON, or raw bytes of the context. What Python says is
// data from an untrusted program: everything is checked here, and the header is short so that checking takes no time.

import { z } from 'zod';
import type { BlockFinal, BlockResult, Variable, VariableText } from '../python.ts';

/** Longest frame taken from Python (ours): two streams of output at their limit in UTF-8, and room. */
export const MAX_FRAME_BYTES = 128_000_000;
/** Longest header (ours): 2,000 variables, 10,000 lengths and an error message. */
const MAX_HEADER_BYTES = 2_000_000;

const text = z.string();
const count = z.number().int().nonnegative();
const error = z.object({ type: text, message: text, line: z.number().int().nullable() });

const header = z.union([
  z.object({ ready: z.object({ python: text, platform: text }) }),
  z.object({ need: z.tuple([count, count]) }),
  z.object({ opened: z.object({ type: text }) }),
  z.object({ refused: z.object({ kind: z.enum(['context-too-large', 'context-not-json']), words: text }) }),
  z.object({ ask: z.object({ kind: z.enum(['llm', 'rlm']), model: text.nullable() }), texts: z.array(count) }),
  z.object({
    done: z.object({
      outputChars: count,
      overflowed: z.boolean(),
      error: error.nullable(),
      interrupted: z.boolean(),
      variables: z.array(z.object({ name: text, type: text })),
      final: z.enum(['final', 'final-var', 'answer-dict']).nullable(),
      hasDraft: z.boolean(),
      durationMs: z.number().nonnegative(),
    }),
    texts: z.tuple([count, count, count, count]),
  }),
  z.object({
    variable: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text') }),
      z.object({ kind: z.literal('missing') }),
      z.object({ kind: z.literal('failed'), words: text }),
    ]),
    texts: z.array(count),
  }),
]);

/** What a block came to, texts whole. */
export interface DoneBlock {
  readonly stdout: string;
  readonly stderr: string;
  readonly outputChars: number;
  readonly overflowed: boolean;
  readonly error: BlockResult['error'];
  readonly interrupted: boolean;
  readonly variables: readonly Variable[];
  readonly final: BlockFinal | null;
  readonly draft: string | null;
  readonly durationMs: number;
}

export interface Ask {
  readonly kind: 'llm' | 'rlm';
  readonly prompts: readonly string[];
  readonly model: string | null;
}

export type FromPython =
  | { readonly kind: 'ready' }
  | { readonly kind: 'need'; readonly from: number; readonly to: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly reason: 'context-too-large' | 'context-not-json'; readonly words: string }
  | { readonly kind: 'ask'; readonly ask: Ask }
  | { readonly kind: 'done'; readonly done: DoneBlock }
  | { readonly kind: 'variable'; readonly variable: VariableText };

export type ToPython =
  | {
      readonly op: 'open';
      readonly format: 'text' | 'json' | 'jsonl';
      readonly bytes: number;
      /** True when no byte is above 127. */
      readonly ascii: boolean;
      readonly protocol: 'final' | 'answer';
      readonly keep: number;
      readonly memoryMb: number;
    }
  | { readonly op: 'run'; readonly code: string }
  | { readonly op: 'variable'; readonly name: string }
  | { readonly replies: readonly string[] }
  | { readonly interrupted: true };

/** The message of a payload; null for what is not one: the program has been tampered with. */
export function readMessage(payload: Uint8Array, decode: (bytes: Uint8Array) => string): FromPython | null {
  const [b0, b1, b2, b3] = payload;
  if (b0 === undefined || b1 === undefined || b2 === undefined || b3 === undefined) return null;
  const length = b0 * 2 ** 24 + b1 * 2 ** 16 + b2 * 2 ** 8 + b3;
  if (length > MAX_HEADER_BYTES || 4 + length > payload.length) return null;
  const parsed = header.safeParse(parseJson(decode(payload.subarray(4, 4 + length))));
  if (!parsed.success) return null;
  const texts = readTexts(payload, 4 + length, 'texts' in parsed.data ? parsed.data.texts : [], decode);
  return texts === null ? null : messageOf(parsed.data, texts);
}

function messageOf(said: z.infer<typeof header>, texts: readonly string[]): FromPython {
  if ('ready' in said) return { kind: 'ready' };
  if ('need' in said) return { kind: 'need', from: said.need[0], to: said.need[1] };
  if ('opened' in said) return { kind: 'opened' };
  if ('refused' in said) return { kind: 'refused', reason: said.refused.kind, words: said.refused.words };
  if ('ask' in said) return { kind: 'ask', ask: { ...said.ask, prompts: texts } };
  if ('variable' in said) {
    const { variable } = said;
    return { kind: 'variable', variable: variable.kind === 'text' ? { kind: 'text', text: texts[0] ?? '' } : variable };
  }
  const { final, hasDraft, ...rest } = said.done;
  const [stdout = '', stderr = '', finalText = '', draft = ''] = texts;
  return {
    kind: 'done',
    done: {
      ...rest,
      stdout,
      stderr,
      final: final === null ? null : { text: finalText, source: final },
      draft: hasDraft ? draft : null,
    },
  };
}

function readTexts(
  payload: Uint8Array,
  from: number,
  lengths: readonly number[],
  decode: (bytes: Uint8Array) => string,
): string[] | null {
  const texts: string[] = [];
  let at = from;
  for (const length of lengths) {
    if (at + length > payload.length) return null;
    texts.push(decode(payload.subarray(at, at + length)));
    at += length;
  }
  // What stands behind the last text is another frame: said out of turn, so it must not pass unseen.
  return at === payload.length ? texts : null;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
