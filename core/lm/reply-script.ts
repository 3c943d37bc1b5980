// Replies written down beforehand, for the manual model: a text in which a line "%% root" (or another role) begins each
// reply. Every role's replies are given out in the order in which they stand. For playing a model without typing into a
// running study, and for studies that can be made again, such as the hand-played demo.

import { err, ok, type Result } from '#core/result.ts';
import type { Role } from './chat-model.ts';

export interface ScriptedReply {
  readonly role: Role;
  readonly text: string;
}

export interface ReplyScript {
  /** The next reply of that role; null when none is left. */
  next(role: Role): string | null;
}

const ROLES: readonly Role[] = [
  'root',
  'sub',
  'distiller',
  'cartographer',
  'reflector',
  'curator',
  'embedding',
  'judge',
];
const HEADING = /^%% *(.*?) *$/;

/**
 * Reads a script.
 *
 * text  lines; what stands before the first heading is a remark and is passed over
 * Errors  a heading that names no role, with its line number
 */
export function readReplyScript(text: string): Result<readonly ScriptedReply[], { readonly words: string }> {
  const replies: { role: Role; lines: string[] }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const heading = HEADING.exec(line);
    if (heading === null) {
      replies.at(-1)?.lines.push(line);
      continue;
    }
    const role = ROLES.find((each) => each === heading[1]);
    if (role === undefined) {
      return err({
        words: `line ${String(index + 1)}: "${heading[1] ?? ''}" is no role; a reply begins with e.g. "%% root"`,
      });
    }
    replies.push({ role, lines: [] });
  }
  return ok(replies.map(({ role, lines }) => ({ role, text: lines.join('\n').trim() })));
}

/**
 * Gives the replies out one by one.
 *
 * given  how many of each role were given out already, by an earlier sitting over the same study
 */
export function createReplyScript(
  replies: readonly ScriptedReply[],
  given: Readonly<Partial<Record<Role, number>>> = {},
): ReplyScript {
  const places = new Map<Role, number>(ROLES.map((role) => [role, given[role] ?? 0]));
  return {
    next(role) {
      const place = places.get(role) ?? 0;
      places.set(role, place + 1);
      return replies.filter((reply) => reply.role === role)[place]?.text ?? null;
    },
  };
}
