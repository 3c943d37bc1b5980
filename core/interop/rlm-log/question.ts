// What a completion was asked, and about which text: the log has no field for either. The question stands in the first prompt
// where one was given, in words that depend on the age of the library; the context is among the variables.

import { isFields, textIn } from './log-shapes.ts';

/** Longer than any question. A number of ours: past it a message is taken for something else. */
const QUESTION_CHARS = 20_000;

/** Since May 2026: the question first in a message, then a blank line and what the context measures. */
const SINCE_MAY = 'Answer the following:';
/** Before: the question in quotes, within the instruction that is given each turn. */
const BEFORE_MAY = /\b(?:prompt|query|question):?\s*"([^"]+)"/;

/** prompt   the messages of the first iteration. Returns null where no question can be told from the rest. */
export function questionIn(prompt: unknown): string | null {
  const messages = messagesIn(prompt);
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const introduced = asked.find((content) => content.startsWith(SINCE_MAY));
  if (introduced !== undefined) {
    const question = withoutMeasures(introduced.slice(SINCE_MAY.length));
    if (fits(question)) return question;
  }
  const quoted = BEFORE_MAY.exec(asked.at(-1)?.slice(0, QUESTION_CHARS) ?? '')?.[1]?.trim();
  if (quoted !== undefined && fits(quoted)) return quoted;
  const [only, ...others] = messages;
  return only?.role === 'user' && others.length === 0 && fits(only.content) ? only.content.trim() : null;
}

function withoutMeasures(text: string): string {
  const last = text.lastIndexOf('\n\n');
  return (last > 0 && /\bcontext\b/i.test(text.slice(last)) ? text.slice(0, last) : text).trim();
}

function fits(question: string): boolean {
  return question.trim() !== '' && question.length <= QUESTION_CHARS;
}

/** A list of messages as a rule; a text or one message in some logs. */
function messagesIn(prompt: unknown): readonly { readonly role: string; readonly content: string }[] {
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }];
  const list: readonly unknown[] = Array.isArray(prompt) ? prompt : [prompt];
  return list
    .filter(isFields)
    .map((message) => ({ role: textIn(message['role']), content: textIn(message['content']) }));
}

export interface LogContext {
  readonly text: string;
  readonly format: 'text' | 'json';
}

/** locals   the variables after the first block. A context that is no text is kept as JSON, which is how the log has it. */
export function contextIn(locals: unknown): LogContext | null {
  if (!isFields(locals)) return null;
  const value = locals['context'] ?? locals['context_0'];
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? { text: value, format: 'text' } : { text: textIn(value), format: 'json' };
}
