// Which rules answer a request: by the prompt's own marks first (a child agent's call has the role "sub" but speaks like a
// root), then by role.

import { readQuery } from '#core/agents/index.ts';
import type { ChatRequest } from '#core/lm/chat-model.ts';
import { replyAsRoot } from './root-agent.ts';
import { replyAsSub } from './sub-model.ts';

export function replyTo(request: ChatRequest): string {
  if (readQuery(request.messages) !== null) return replyAsRoot(request.messages);
  const prompt = request.messages.findLast((message) => message.role === 'user')?.content ?? '';
  return replyAsSub(prompt);
}
