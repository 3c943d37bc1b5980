import { describe, expect, it } from 'vitest';
import { ok } from '#core/result.ts';
import { applyEdits, applyTags, countTotal, DEFAULT_SECTIONS, emptyMap, type CountTokens } from '#core/map/index.ts';
import { createPeekPolicy, type PolicySettings } from '#core/methods/index.ts';
import { DEFAULT_SETTINGS } from '#core/study/index.ts';
import { quickHash } from '#core/study/engine/testing.ts';
import { createNativePython } from '#core/node/native-python/index.ts';
import { ADVERSARIAL_TRICKS, createAdversarialModel } from './adversarial-model.ts';
import { runStudy } from './testing/study-loop.ts';

const POLICY_SETTINGS: PolicySettings = {
  ...DEFAULT_SETTINGS.method,
  budgetTokens: 400,
  models: { distiller: 'x', cartographer: 'x' },
};

const count: CountTokens = (text) => Math.ceil(text.length / 4);
const policy = createPeekPolicy();
const { signal } = new AbortController();

/** What a study under attack looks like, update after update. */
async function attack(seed: number, updates: number, settings: PolicySettings): Promise<readonly string[]> {
  const model = createAdversarialModel(seed);
  let map = emptyMap(DEFAULT_SECTIONS, 'all');
  let numbering = { lastItemNumber: {}, births: 0 };
  const given: string[] = [];
  for (let at = 0; at < updates; at += 1) {
    const runId = `r${at}`;
    const ports = {
      count,
      call: async (request: Parameters<typeof model.complete>[0]) => ({
        callId: `c${at}`,
        result: await model.complete(request, { signal }),
      }),
    };
    const trajectory = { query: 'How many?', steps: [{ number: 1, reply: 'x', blocks: [] }], answer: null };
    const distilled = await policy.distill({ runId, trajectory, map, settings, truth: null }, ports, signal);
    if (!distilled.ok) continue;
    const proposed = await policy.propose(
      { runId, query: 'How many?', distilled: distilled.value, map, settings },
      ports,
      signal,
    );
    if (!proposed.ok) continue;
    const applied = applyEdits(
      applyTags(map, distilled.value.tags, settings.tagWeights),
      proposed.value.edits,
      { ...numbering, runId, budgetTokens: settings.budgetTokens, eviction: settings.eviction },
      count,
    );
    expect(applied.outcomes).toHaveLength(proposed.value.edits.length);
    for (const outcome of applied.outcomes) {
      if (outcome.status === 'refused') expect(outcome.refusal.words).not.toBe('');
      else if (outcome.kind === 'ADD') given.push(outcome.itemId);
    }
    numbering = applied;
    map = policy.evict(applied.map, settings, count).map;
    expect(countTotal(map, count)).toBeLessThanOrEqual(settings.budgetTokens);
  }
  return given;
}

describe('the adversarial model', () => {
  it('leaves every map within its budget, every refusal with its reason and no id given twice, update after update', async () => {
    const tricks = ADVERSARIAL_TRICKS.policy.length;
    for (const update of ['separate', 'monolithic'] as const) {
      const given = await attack(update === 'separate' ? 0 : 1, tricks, { ...POLICY_SETTINGS, update });
      expect(new Set(given).size).toBe(given.length);
      expect(given.length).toBeGreaterThan(10);
    }
  });

  it('never pollutes a prototype', async () => {
    await attack(0, ADVERSARIAL_TRICKS.policy.length, POLICY_SETTINGS);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('ends a whole study over real Python with a stated end of every run and the map within its budget', async () => {
    const { state } = await runStudy({
      context: new TextEncoder().encode('one line\nanother line\n'),
      queries: [
        { text: 'How many lines?', truth: '2' },
        { text: 'Which line is longer?', truth: null },
      ],
      model: createAdversarialModel(0),
      python: createNativePython(),
      count,
      hash: quickHash,
      method: { budgetTokens: 400 },
      maxIterations: ADVERSARIAL_TRICKS.root.length,
    });
    const runs = [...state.runs.values()];
    expect(runs).toHaveLength(2);
    for (const run of runs) expect(['done', 'failed']).toContain(run.status);
    expect(runs.flatMap((run) => run.calls).length).toBeGreaterThan(ADVERSARIAL_TRICKS.root.length);
    for (const version of state.versions.values()) expect(version.tokens).toBeLessThanOrEqual(400);
  }, 120_000);

  it('gives the same replies for the same seed and calls, and names each trick once', async () => {
    const request = {
      role: 'sub' as const,
      model: 'x',
      messages: [{ role: 'user' as const, content: 'label this' }],
      parameters: {},
    };
    const read = async (seed: number): Promise<readonly unknown[]> => {
      const model = createAdversarialModel(seed);
      const replies = [];
      for (let at = 0; at < 20; at += 1) replies.push(await model.complete(request, { signal }));
      return replies;
    };
    expect(await read(3)).toEqual(await read(3));
    expect((await read(0))[1]).toEqual(
      ok(expect.objectContaining({ text: 'Error: quota exceeded', origin: 'offline', costMicroUsd: 0 })),
    );
    for (const tricks of Object.values(ADVERSARIAL_TRICKS)) {
      expect(new Set(tricks.map((trick) => trick.name)).size).toBe(tricks.length);
    }
  });
});
