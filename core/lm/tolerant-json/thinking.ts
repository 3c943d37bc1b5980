// Some models write their thinking into the reply, between tags. It is not the answer.

const TAGS = 'think|thinking|thought|reasoning|analysis|reflection';
const BLOCK = new RegExp(`<(${TAGS})>[\\s\\S]*?</\\1>`, 'gi');
const OPENED_BEFORE = new RegExp(`^[\\s\\S]*</(?:${TAGS})>`, 'i');
const NEVER_CLOSED = new RegExp(`^\\s*<(?:${TAGS})>`, 'i');

/**
 * A reply without its thinking: blocks in tags go, and so does everything before a closing tag whose opening tag the
 * server has swallowed. An opening tag that is never closed goes alone, because the answer may stand behind it.
 */
export function withoutThinking(reply: string): { readonly text: string; readonly removed: boolean } {
  const text = reply.replace(BLOCK, '').replace(OPENED_BEFORE, '').replace(NEVER_CLOSED, '');
  return { text, removed: text !== reply };
}
