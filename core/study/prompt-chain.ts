// The messages of calls, kept once: a call that goes on with an earlier one's messages names it and adds what is new. So a
// run of thirty iterations costs thirty messages, not thirty times thirty.

import type { ChatMessage } from '#core/lm/index.ts';
import type { EventPayload, LoggedEvent } from './events.ts';
import type { StoredText, TextRef } from './text.ts';

export type PromptRecord = EventPayload<'call.finished'>['prompt'];

export interface PromptChain {
  /** What to store of a call. `thread` names the conversation it belongs to, e.g. one agent of one run. */
  record(thread: string, callId: string, messages: readonly ChatMessage[]): PromptRecord;
}

export function createPromptChain(keep: (text: string) => StoredText): PromptChain {
  const last = new Map<string, { readonly callId: string; readonly messages: readonly ChatMessage[] }>();
  return {
    record(thread, callId, messages) {
      const former = last.get(thread);
      const shared = former === undefined ? 0 : sharedPrefix(former.messages, messages);
      last.set(thread, { callId, messages });
      return {
        base: former !== undefined && shared > 0 ? former.callId : null,
        keep: shared,
        add: messages.slice(shared).map(({ role, content }) => ({ role, content: keep(content) })),
      };
    },
  };
}

function sharedPrefix(a: readonly ChatMessage[], b: readonly ChatMessage[]): number {
  let length = 0;
  while (length < a.length && length < b.length) {
    if (a[length]?.role !== b[length]?.role || a[length]?.content !== b[length]?.content) break;
    length += 1;
  }
  return length;
}

/**
 * The exact messages of one call.
 *
 * callId  the call
 * events  any events that hold it and those it goes on from, e.g. all of its run
 * text    the whole text behind a reference
 * Returns null when the call, or one it goes on from, is not among the events.
 */
export function messagesOf(
  callId: string,
  events: Iterable<LoggedEvent>,
  text: (ref: TextRef) => string,
): readonly ChatMessage[] | null {
  const prompts = new Map<string, PromptRecord>();
  for (const event of events) {
    if (event.type === 'call.finished') prompts.set(event.payload.callId, event.payload.prompt);
  }
  const added: ChatMessage[][] = [];
  let id: string | null = callId;
  let wanted = Number.POSITIVE_INFINITY;
  const seen = new Set<string>();
  while (id !== null) {
    const prompt: PromptRecord | undefined = prompts.get(id);
    if (prompt === undefined || seen.has(id)) return null;
    seen.add(id);
    // Of this call's own additions only those count that the call after it kept.
    const own = Math.max(0, Math.min(prompt.add.length, wanted - prompt.keep));
    added.push(
      prompt.add
        .slice(0, own)
        .map(({ role, content }) => ({ role, content: typeof content === 'string' ? content : text(content) })),
    );
    wanted = Math.min(wanted, prompt.keep);
    id = prompt.base;
  }
  return added.reverse().flat();
}
