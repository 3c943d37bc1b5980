// What the host and the Python program say to each other. A frame is four bytes of length (big-endian) and a payload of
// JSON, except for pieces of the context, which are raw bytes. Python speaks first and each frame gets one in answer:
//
//   Python                 host
//   ready              →   open
//   need [from, to]    →   those bytes of the context
//   opened | refused   →   run | variable
//   ask                →   replies | interrupted
//   done | variable    →   run | variable
//
// What Python says is data from an untrusted program: everything is checked here.

import { z } from 'zod';

/** Longest frame taken from Python (ours): two streams of output at their limit in UTF-8, and room. */
export const MAX_FRAME_BYTES = 128_000_000;

const text = z.string();
const count = z.number().int().nonnegative();
const error = z.object({ type: text, message: text, line: z.number().int().nullable() });

const doneBlock = z.object({
  stdout: text,
  stderr: text,
  outputChars: count,
  overflowed: z.boolean(),
  error: error.nullable(),
  interrupted: z.boolean(),
  variables: z.array(z.object({ name: text, type: text })),
  final: z.object({ text, source: z.enum(['final', 'final-var', 'answer-dict']) }).nullable(),
  draft: text.nullable(),
  durationMs: z.number().nonnegative(),
});

const variableText = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text }),
  z.object({ kind: z.literal('missing') }),
  z.object({ kind: z.literal('failed'), words: text }),
]);

const fromPython = z.union([
  z.object({ ready: z.object({ python: text, platform: text }) }),
  z.object({ need: z.tuple([count, count]) }),
  z.object({ opened: z.object({ type: text }) }),
  z.object({ refused: z.object({ kind: z.enum(['context-too-large', 'context-not-json']), words: text }) }),
  z.object({ ask: z.object({ kind: z.enum(['llm', 'rlm']), prompts: z.array(text), model: text.nullable() }) }),
  z.object({ done: doneBlock }),
  z.object({ variable: variableText }),
]);

export type FromPython = z.infer<typeof fromPython>;
export type DoneBlock = z.infer<typeof doneBlock>;

export type ToPython =
  | {
      readonly op: 'open';
      readonly format: 'text' | 'json' | 'jsonl';
      readonly bytes: number;
      readonly protocol: 'final' | 'answer';
      readonly keep: number;
      readonly memoryMb: number;
    }
  | { readonly op: 'run'; readonly code: string }
  | { readonly op: 'variable'; readonly name: string }
  | { readonly replies: readonly string[] }
  | { readonly interrupted: true };

/** Null for what is not a message of ours: the program has been tampered with. */
export function readMessage(json: string): FromPython | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const parsed = fromPython.safeParse(value);
  return parsed.success ? parsed.data : null;
}
