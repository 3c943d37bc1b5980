// --replies: the manual model answered from files instead of by a person at the window.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  createReplyScript,
  readReplyScript,
  type AskManual,
  type Role,
  type ReplyScript,
  type ScriptedReply,
} from '#core/lm/index.ts';
import type { StudyState } from '#core/study/index.ts';
import { CliExit } from './cli-exit.ts';
import type { OptionSpec } from './verb.ts';

export const REPLIES_OPTION: Readonly<Record<string, OptionSpec>> = {
  replies: {
    type: 'string',
    value: 'PATH',
    words:
      'for --model manual: a text, or a folder of .txt files, with a "%% root" (or other role) line before each reply',
  },
};

export interface Replies {
  readonly ask: AskManual;
  /** Passes over the replies that the study has had already. Call it once the study is open. */
  goOnFrom(state: StudyState): void;
}

/** say: tells that no reply is left; the run then stops where it is and can be gone on with. */
export function repliesFrom(path: string, say: (words: string) => void): Replies {
  const replies = filesOf(resolve(path)).flatMap(readFile);
  let script: ReplyScript = createReplyScript(replies);
  return {
    ask: ({ request }) => {
      const text = script.next(request.role);
      if (text === null) say(`${path} holds no further reply for the role ${request.role}.`);
      return Promise.resolve(text);
    },
    goOnFrom(state) {
      const given: Partial<Record<Role, number>> = {};
      for (const run of state.runs.values()) {
        for (const { role, origin, error } of run.calls) {
          if (origin === 'manual' && error === null) given[role] = (given[role] ?? 0) + 1;
        }
      }
      script = createReplyScript(replies, given);
    },
  };
}

function filesOf(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    throw new CliExit(2, `The replies cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readFile(path: string): readonly ScriptedReply[] {
  const read = readReplyScript(readFileSync(path, 'utf8'));
  if (read.ok) return read.value;
  throw new CliExit(2, `${path}, ${read.error.words}.`);
}
