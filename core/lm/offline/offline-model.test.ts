import { describe, expect, it } from 'vitest';
import { LAST_RESORT, PROMPT_TITLE, QUERY_BLOCK, outputHeader, turnLine } from '#core/agents/index.ts';
import type { ChatMessage, ChatRequest } from '#core/lm/index.ts';
import { createOfflineModel, OFFLINE_NAME } from './index.ts';

const count = (text: string): number => text.length;

function rootRequest(protocol: 'final' | 'answer', ...rest: readonly ChatMessage[]): ChatRequest {
  return {
    role: 'root',
    model: 'offline',
    parameters: {},
    messages: [
      { role: 'system', content: `${PROMPT_TITLE[protocol]}\n\nHow to.` },
      { role: 'user', content: `${QUERY_BLOCK.open}How many are red?${QUERY_BLOCK.close}\n\n${turnLine(1, 30)}` },
      ...rest,
    ],
  };
}

const answered: readonly ChatMessage[] = [
  { role: 'assistant', content: 'I count.' },
  {
    role: 'user',
    content: `${outputHeader(1, 1)}\ncounted: records with colour = red\nanswer: 7\n\n${turnLine(2, 30)}`,
  },
];

async function replyOf(request: ChatRequest): Promise<string> {
  const reply = await createOfflineModel().complete(request, { signal: new AbortController().signal });
  return reply.ok ? reply.value.text : '';
}

describe('the offline model', () => {
  it('says what it is, counts usage itself and costs nothing', async () => {
    const model = createOfflineModel({ count });
    const request = rootRequest('final');
    const reply = await model.complete(request, { signal: new AbortController().signal });
    expect(model.name).toBe('offline (rule-based, no LM)');
    expect(reply).toMatchObject({
      ok: true,
      value: {
        model: OFFLINE_NAME,
        origin: 'offline',
        costMicroUsd: 0,
        usageSource: 'counted',
        usage: { input: request.messages.reduce((sum, message) => sum + message.content.length, 0), cached: 0 },
      },
    });
  });

  it('gives its reply out in small pieces that make up the whole', async () => {
    const pieces: string[] = [];
    const paced: string[] = [];
    const model = createOfflineModel({ pace: (piece) => Promise.resolve(void paced.push(piece)) });
    const reply = await model.complete(rootRequest('final'), {
      signal: new AbortController().signal,
      onDelta: (piece) => pieces.push(piece),
    });
    expect(pieces.join('')).toBe(reply.ok ? reply.value.text : '');
    expect(pieces.length).toBeGreaterThan(20);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(200);
    expect(paced).toEqual(pieces);
  });

  it('stops in the middle of a reply, with what had been given out', async () => {
    const stop = new AbortController();
    const pieces: string[] = [];
    const reply = await createOfflineModel().complete(rootRequest('final'), {
      signal: stop.signal,
      onDelta(piece) {
        pieces.push(piece);
        if (pieces.length === 3) stop.abort();
      },
    });
    expect(reply).toMatchObject({ ok: false, error: { kind: 'cancelled', partial: pieces.join('') } });
  });

  it('ends by FINAL, or by the answer dict where the study asks for that', async () => {
    expect(await replyOf(rootRequest('final', ...answered))).toMatch(/\nFINAL\(7\)$/);
    expect(await replyOf(rootRequest('answer', ...answered))).toContain('answer["ready"] = True');
  });

  it('answers the last request with nothing but the answer', async () => {
    const last = { role: 'user' as const, content: `${outputHeader(1, 1)}\nnothing\n\n${LAST_RESORT} Answer now.` };
    expect(await replyOf(rootRequest('final', { role: 'assistant', content: 'I look.' }, last))).toMatch(
      /FINAL\(Rule-based guess: no answer found\)$/,
    );
  });

  it('labels numbered texts as a sub-model, and says that anything else is a guess', async () => {
    const sub = (content: string): ChatRequest => ({
      role: 'sub',
      model: 'offline',
      parameters: {},
      messages: [{ role: 'user', content }],
    });
    const texts = [
      'We prefer the old export to the new one.',
      'Please keep the new export, nobody here wants the old export back.',
      'The new export drops columns.',
    ];
    const prompt = `Label each by what its author prefers.\nLabels: old export | new export | unclear\n${texts.map((text, at) => `${at + 1}. ${text}`).join('\n')}`;
    expect(await replyOf(sub(prompt))).toBe('1. old export\n2. new export\n3. unclear');
    expect(await replyOf(sub('Who paid for the bridge?\nThe town paid for the bridge in 1904.'))).toMatch(
      /^Rule-based guess \(no language model\): The town paid for the bridge/,
    );
  });
});
