// Which rules answer a request: by the prompt's own marks first (a child agent's call has the role "sub" but speaks like a
// root), then by role.

import { readQuery } from '#core/agents/index.ts';
import type { ChatRequest } from '#core/lm/chat-model.ts';
import { PROMPT_BLOCKS, readBlocks, TASK_LINES } from '#core/methods/index.ts';
import { editMap, proposeEdits, readPinned } from './cartographer.ts';
import { distill } from './distiller.ts';
import { replyAsEmbedding } from './embedding.ts';
import { judge } from './judge.ts';
import { readMapItems } from './knowledge.ts';
import { replyAsRoot } from './root-agent.ts';
import { replyAsSub } from './sub-model.ts';

export function replyTo(request: ChatRequest): string {
  if (request.role === 'embedding') return replyAsEmbedding(request.messages.map(({ content }) => content));
  if (readQuery(request.messages) !== null) return replyAsRoot(request.messages);
  // After a re-ask the task stands in the first user message, not in the last.
  const task = request.messages.find((message) => message.role === 'user')?.content ?? '';
  const [line] = task.split('\n', 1);
  switch (line) {
    case TASK_LINES.distiller:
      return json(distill(readBlocks(task)));
    case TASK_LINES.cartographer:
      return json(proposeEdits(readBlocks(task)));
    case TASK_LINES.monolithic:
      return json(updateInOne(readBlocks(task)));
    case TASK_LINES.judge:
      return json(judge(readBlocks(task)));
    default:
      return replyAsSub(task);
  }
}

function updateInOne(blocks: ReadonlyMap<string, string>): object {
  const distilled = distill(blocks);
  const proposed = editMap({
    query: (blocks.get(PROMPT_BLOCKS.query) ?? '').trim(),
    notes: readMapItems(blocks.get(PROMPT_BLOCKS.map) ?? ''),
    pinned: readPinned(blocks),
    tags: new Map(distilled.item_tags.map(({ item_id, tag }) => [item_id, tag])),
    candidates: distilled.cache_candidates.map((candidate, at) => ({
      id: `k${at + 1}`,
      section: candidate.section,
      value: candidate.value,
    })),
    budget: null,
  });
  return { ...distilled, ...proposed };
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
