// Where a call first differs from a recorded one, in words: what a person needs to see why nothing matched.

import type { ChatMessage } from '../chat-model.ts';
import type { RecordedRequest } from './canonical-request.ts';

const SHOWN_CHARS = 60;

/** Null when they are the same. */
export function firstDifference(recorded: RecordedRequest, now: RecordedRequest): string | null {
  if (recorded.role !== now.role) return `the role was ${recorded.role} and is ${now.role}`;
  const names = [...new Set([...Object.keys(recorded.parameters), ...Object.keys(now.parameters)])].sort();
  for (const name of names) {
    if (name === 'timeoutMs') continue;
    const was = recorded.parameters[name];
    const is = now.parameters[name];
    if (was !== is) return `${name} was ${String(was ?? 'not set')} and is ${String(is ?? 'not set')}`;
  }
  return messageDifference(recorded.messages, now.messages);
}

function messageDifference(recorded: readonly ChatMessage[], now: readonly ChatMessage[]): string | null {
  for (let place = 0; place < Math.max(recorded.length, now.length); place += 1) {
    const was = recorded[place];
    const is = now[place];
    if (was === undefined) return `there are ${String(now.length)} messages, and were ${String(recorded.length)}`;
    if (is === undefined) return `there are only ${String(now.length)} messages, and were ${String(recorded.length)}`;
    if (was.role !== is.role) return `message ${String(place + 1)} was by ${was.role} and is by ${is.role}`;
    if (was.content === is.content) continue;
    const at = sharedChars(was.content, is.content);
    return `message ${String(place + 1)} (${is.role}) differs at character ${String(at + 1)}: it was ${excerpt(was.content, at)} and is ${excerpt(is.content, at)}`;
  }
  return null;
}

/** Texts' common beginning in UTF-16 units. */
export function sharedChars(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** A few characters before the place, and what stands there. */
export function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - SHOWN_CHARS / 4);
  const shown = text.slice(from, at + SHOWN_CHARS);
  if (at >= text.length) return `at its end after ${JSON.stringify(shown)}`;
  return `${from > 0 ? '…' : ''}${JSON.stringify(shown)}${at + SHOWN_CHARS < text.length ? '…' : ''}`;
}
