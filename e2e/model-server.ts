// A server of the OpenAI protocol on this machine that answers by rule, for tests of the whole program.
import { z } from 'zod';
import type { ChatMessage } from '#core/lm/index.ts';
import { createOfflineModel } from '#core/lm/offline/index.ts';
import { startFakeOpenAiServer, type FakeOpenAiServer, type Scripted } from '#core/node/testing/index.ts';

const body = z.object({
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
});

export interface ModelServer extends FakeOpenAiServer {
  /** Answers every further call with this; null: by rule again. */
  failWith(scripted: Scripted | null): void;
}

const MODELS = ['gpt-5-mini', 'unheard-of'];

export async function startModelServer(): Promise<ModelServer> {
  const server = await startFakeOpenAiServer(MODELS);
  const rules = createOfflineModel();
  let fault: Scripted | null = null;
  server.script(async ({ body: sent, method, path }) => {
    if (fault !== null) return fault;
    if (path.endsWith('/embeddings')) return embedded(sent);
    if (method === 'GET') return { kind: 'raw', chunks: [JSON.stringify({ data: MODELS.map((id) => ({ id })) })] };
    const { messages } = body.parse(sent);
    const reply = await rules.complete(
      { role: 'root', model: 'fake', messages, parameters: {} },
      { signal: new AbortController().signal },
    );
    if (!reply.ok) throw new Error(reply.error.words);
    return { kind: 'text', text: reply.value.text, pieceChars: 40, usage: usageOf(messages, reply.value.text) };
  });
  return {
    ...server,
    failWith(scripted) {
      fault = scripted;
    },
  };
}

const embeddingBody = z.object({ model: z.string(), input: z.array(z.string()) });

/** A vector of letters: enough to tell texts apart. */
function embedded(sent: unknown): Scripted {
  const { model, input } = embeddingBody.parse(sent);
  const data = input.map((text, index) => ({
    index,
    embedding: Array.from('etaoinshr', (letter) => text.split(letter).length - 1),
  }));
  const tokens = Math.ceil(input.join('').length / 4);
  return {
    kind: 'raw',
    chunks: [JSON.stringify({ model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } })],
  };
}

/** As a provider reports it: about a token for four characters, a third of the prompt from its cache. */
function usageOf(messages: readonly ChatMessage[], text: string): object {
  const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
  const input = Math.ceil(chars / 4);
  return {
    prompt_tokens: input,
    completion_tokens: Math.ceil(text.length / 4),
    total_tokens: input + Math.ceil(text.length / 4),
    prompt_tokens_details: { cached_tokens: Math.floor(input / 3) },
  };
}
