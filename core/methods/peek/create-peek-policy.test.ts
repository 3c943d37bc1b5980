import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, renderMap } from '#core/map/index.ts';
import { aMap, anItem, countWords, hostileText, someMap } from '#core/map/testing/index.ts';
import { createPeekPolicy, freezesAtBudget } from './create-peek-policy.ts';
import { REASK_LINE, TASK_LINES, readBlocks } from './prompt-blocks.ts';
import { POLICY_PROMPTS } from './prompts/index.ts';
import { aDistillInput, aProposeInput, aReply, anLmError, scripted, someSettings } from '../testing/index.ts';

const policy = createPeekPolicy();
const never = new AbortController().signal;
const ITEM = anItem({ score: 2 });
const FINDINGS = {
  diagnosis: 'Iteration 1 was orientation.',
  item_tags: [{ item_id: 'cr-00001', tag: 'helpful' }],
  cache_candidates: [{ section: 'domain_constants', value: 'k = 5', transferability: 'all', rationale: 'exact' }],
};
const EDITS = {
  reasoning: 'Worth keeping.',
  operations: [{ type: 'ADD', section: 'domain_constants', item_id: null, content: 'k = 5', candidate_id: 'k1' }],
};

describe('the Distiller', () => {
  test('is shown the whole map, the question and the trajectory, each in its block, and neither truth nor answer', async () => {
    const ports = scripted(JSON.stringify(FINDINGS));
    const map = aMap([ITEM]);
    await policy.distill(aDistillInput({ map }), ports, never);
    const [request] = ports.requests;
    expect(request).toMatchObject({ role: 'distiller', model: 'model-d', jsonSchema: { name: 'distilled_run' } });
    const user = request?.messages[1]?.content ?? '';
    expect(user.startsWith(TASK_LINES.distiller)).toBe(true);
    const blocks = readBlocks(user);
    expect([...blocks.keys()]).toEqual(['CONTEXT_MAP', 'QUERY', 'TRAJECTORY']);
    expect(blocks.get('CONTEXT_MAP')).toBe(renderMap(map));
    expect(blocks.get('TRAJECTORY')).not.toContain('@@ final answer');
  });

  test('gives diagnosis, tags, candidates with ids of the program, and no warning about a sound reply', async () => {
    const result = await policy.distill(
      aDistillInput({ map: aMap([ITEM]) }),
      scripted(JSON.stringify(FINDINGS)),
      never,
    );
    expect(result).toEqual({
      ok: true,
      value: {
        callId: 'c1',
        diagnosis: FINDINGS.diagnosis,
        tags: [{ itemId: 'cr-00001', tag: 'helpful' }],
        ignoredTags: [],
        untagged: [],
        candidates: [
          { candidateId: 'r2-k1', section: 'dc', value: 'k = 5', transferability: 'all', rationale: 'exact' },
        ],
        warnings: [],
        trajectoryCut: null,
        proposal: null,
      },
    });
  });

  test('sees ground truth, answer and score when the study shows them', async () => {
    const ports = scripted(JSON.stringify(FINDINGS));
    await policy.distill(aDistillInput({ truth: { truth: '390', score: 0.56 } }), ports, never);
    const blocks = readBlocks(ports.requests[0]?.messages[1]?.content ?? '');
    expect(JSON.parse(blocks.get('GROUND_TRUTH') ?? '')).toEqual({
      ground_truth: '390',
      agent_answer: '388',
      score: 0.56,
    });
  });

  test('gets a shorter trajectory when the model finds it too long, and the cut is stated', async () => {
    const steps = [{ number: 1, reply: 'look', blocks: [{ code: '', shown: 'x'.repeat(10_000) }] }];
    const ports = scripted(anLmError('too-long'), anLmError('too-long'), JSON.stringify(FINDINGS));
    const input = aDistillInput({ trajectory: { query: 'q', steps, answer: null } });
    const result = await policy.distill(input, ports, never);
    expect(result.ok && result.value.trajectoryCut?.shownChars).toBeLessThan(2_600);
    expect(result.ok && result.value.trajectoryCut?.totalChars).toBe(10_004);
    expect(ports.requests[2]?.messages[1]?.content).toMatch(/shortened from 10,004 to 2,\d{3} characters/);
  });
});

describe('the Cartographer', () => {
  test('is told the budget, each item’s tokens, score after this run’s tags, and pin', async () => {
    const ports = scripted(JSON.stringify(EDITS));
    const pinned = anItem({ born: 2, content: 'pinned', pin: { by: 'Ada', at: '', reason: null } });
    const input = aProposeInput({ map: aMap([ITEM, pinned]) });
    const distilled = { ...input.distilled, tags: [{ itemId: ITEM.id, tag: 'helpful' as const }] };
    await policy.propose({ ...input, distilled }, ports, never);
    const blocks = readBlocks(ports.requests[0]?.messages[1]?.content ?? '');
    expect(JSON.parse(blocks.get('ITEM_LIST') ?? '')).toEqual([
      { id: 'cr-00001', section: 'context_roadmap', tokens: ITEM.tokens, score: 3, pinned: false },
      { id: 'cr-00002', section: 'context_roadmap', tokens: pinned.tokens, score: 0, pinned: true },
    ]);
    expect(JSON.parse(blocks.get('BUDGET') ?? '')).toMatchObject({ budget_tokens: 1_024, item_advice_tokens: 80 });
    expect(JSON.parse(blocks.get('CANDIDATES') ?? '')).toMatchObject([
      { candidate_id: 'r2-k1', section: 'context_roadmap' },
    ]);
    expect(JSON.parse(blocks.get('REFLECTION') ?? '')).toMatchObject({
      item_tags: [{ item_id: 'cr-00001', tag: 'helpful' }],
    });
  });

  test('gives its reasoning and edits with ids of the program; an empty list and a null one are no edits', async () => {
    const result = await policy.propose(aProposeInput(), scripted(JSON.stringify(EDITS)), never);
    expect(result.ok && result.value).toMatchObject({
      callId: 'c1',
      reasoning: 'Worth keeping.',
      edits: [{ editId: 'r2-e1', kind: 'ADD', section: 'dc', content: 'k = 5', candidateId: 'r2-k1', refusal: null }],
    });
    for (const operations of [[], null]) {
      const none = await policy.propose(
        aProposeInput(),
        scripted(JSON.stringify({ reasoning: 'fine', operations })),
        never,
      );
      expect(none.ok && none.value.edits).toEqual([]);
    }
  });
});

describe('a reply that cannot be used', () => {
  test('is answered once, naming the fault, and the second reply counts', async () => {
    const ports = scripted('I would add k = 5.', JSON.stringify(EDITS));
    const result = await policy.propose(aProposeInput(), ports, never);
    const [first, again] = ports.requests;
    expect(again?.messages.slice(0, 2)).toEqual(first?.messages);
    expect(again?.messages[2]).toEqual({ role: 'assistant', content: 'I would add k = 5.' });
    expect(again?.messages[3]?.content).toMatch(new RegExp(`^${REASK_LINE} it holds no JSON object\\.`));
    expect(result.ok && result.value.callId).toBe('c2');
    expect(result.ok && result.value.warnings).toEqual([
      'The first reply could not be used (it holds no JSON object); the model was asked again.',
    ]);
  });

  test('twice leaves the update unreadable, in words', async () => {
    const ports = scripted('no', aReply('{"reasoning": "on and on', { finishReason: 'length' }));
    expect(await policy.propose(aProposeInput(), ports, never)).toEqual({
      ok: false,
      error: {
        kind: 'unreadable',
        words: 'Neither reply could be used. The last one: it has no "operations"; it was cut off at the length limit.',
      },
    });
    expect(ports.requests).toHaveLength(2);
  });

  test('is told apart from a call that failed and from one that was cancelled', async () => {
    expect(await policy.propose(aProposeInput(), scripted(anLmError('cancelled')), never)).toEqual({
      ok: false,
      error: { kind: 'cancelled' },
    });
    expect(await policy.distill(aDistillInput(), scripted(anLmError('no-key')), never)).toMatchObject({
      ok: false,
      error: { kind: 'lm', error: { kind: 'no-key' } },
    });
  });
});

describe('the monolithic update', () => {
  const settings = someSettings({ update: 'monolithic' });

  test('asks once, under the Cartographer’s role, and proposes without another call', async () => {
    const ports = scripted(JSON.stringify({ ...FINDINGS, ...EDITS }));
    const distilled = await policy.distill(aDistillInput({ settings, map: aMap([ITEM]) }), ports, never);
    if (!distilled.ok) throw new Error('readable');
    const [request] = ports.requests;
    expect(request).toMatchObject({ role: 'cartographer', model: 'model-c' });
    expect(request?.messages[1]?.content.startsWith(TASK_LINES.monolithic)).toBe(true);
    const proposal = await policy.propose(aProposeInput({ settings, distilled: distilled.value }), ports, never);
    expect(ports.requests).toHaveLength(1);
    expect(proposal.ok && proposal.value.edits).toMatchObject([{ editId: 'r2-e1', candidateId: 'r2-k1' }]);
    expect(distilled.value).toMatchObject({
      tags: [{ itemId: 'cr-00001', tag: 'helpful' }],
      candidates: [{ candidateId: 'r2-k1' }],
    });
  });
});

describe('without eviction', () => {
  test('nothing is removed, the ranking is still told, and an edit that does not fit freezes the map', () => {
    const settings = someSettings({ eviction: false, budgetTokens: 10 });
    const { map, eviction } = policy.evict(aMap([ITEM]), settings, countWords);
    expect(map.items).toEqual([ITEM]);
    expect(eviction).toMatchObject({
      removed: [],
      budgetTokens: 10,
      unmet: { words: 'The map is over its budget and eviction is off.' },
    });
    expect(eviction.ranking).toHaveLength(1);
    const outcome = { editId: 'e', status: 'refused', refusal: { kind: 'over-budget', words: '' } } as const;
    expect(freezesAtBudget(settings, [outcome])).toBe(true);
    expect(freezesAtBudget(someSettings(), [outcome])).toBe(false);
    expect(freezesAtBudget(settings, [{ ...outcome, refusal: { kind: 'duplicate', words: '' } }])).toBe(false);
  });
});

describe('the prompts', () => {
  test('begin the same from run to run, so that providers can reuse the prefix', async () => {
    const ports = scripted(JSON.stringify(FINDINGS));
    await policy.distill(aDistillInput(), ports, never);
    await policy.distill(
      aDistillInput({ map: aMap([ITEM], { sections: ['cr', 'cu', 'dc', 'ps', 'rr'] }) }),
      ports,
      never,
    );
    expect(ports.requests[1]?.messages[0]).toEqual(ports.requests[0]?.messages[0]);
  });

  test('speak of enabled sections alone, with the study’s numbers', async () => {
    const ports = scripted(JSON.stringify(EDITS));
    const input = aProposeInput({
      map: aMap([], { sections: ['cr', 'cu'] }),
      settings: someSettings({ budgetTokens: 512, itemAdviceTokens: 40 }),
    });
    await policy.propose(input, ports, never);
    const system = ports.requests[0]?.messages[0]?.content ?? '';
    expect(system).toContain('`context_roadmap`');
    expect(system).not.toContain('`error_patterns`');
    expect(system).toContain('512 tokens');
    expect(system).toContain('about 40 tokens');
    expect(system).not.toContain('{{');
  });

  test('may be replaced by the study’s own, while the form of the reply stays the program’s', async () => {
    const ports = scripted(JSON.stringify(FINDINGS));
    const prompts = {
      distiller: 'Be brief. B = {{budget_tokens}}. {{other}} $&',
      cartographer: null,
      monolithic: null,
    };
    await policy.distill(aDistillInput({ settings: someSettings({ prompts }) }), ports, never);
    expect(ports.requests[0]?.messages[0]?.content).toMatch(
      /^Be brief\. B = 1024\. \{\{other\}\} \$&\n\n## Reply format/,
    );
  });

  test('hold no marker line of a block themselves', () => {
    for (const prompt of Object.values(POLICY_PROMPTS)) expect(readBlocks(prompt).size).toBe(0);
  });
});

test('no reply can throw, and every operation read comes out applied or refused', async () => {
  const shaped = fc
    .record({
      reasoning: fc.oneof(hostileText, fc.constant(null), fc.anything()),
      operations: fc.oneof(
        fc.array(
          fc.oneof(
            fc.record({
              type: fc.oneof(fc.constantFrom('ADD', 'replace', ' Delete ', 'Update', 'MOVE'), fc.anything()),
              section: fc.oneof(fc.constantFrom('context_roadmap', 'Domain Constants', 'rr', 'nowhere'), fc.anything()),
              item_id: fc.oneof(fc.constantFrom('cr-00001', '[CR-2]', 'dc-3', 'x'), fc.anything()),
              content: fc.oneof(hostileText, fc.anything()),
              candidate_id: fc.oneof(fc.constantFrom('k1', 'r2-k1', 'k9'), fc.anything()),
            }),
            fc.anything(),
          ),
        ),
        fc.anything(),
      ),
      diagnosis: fc.anything(),
      item_tags: fc.oneof(
        fc.dictionary(
          fc.constantFrom('cr-00001', 'CR-2', '__proto__', 'x'),
          fc.constantFrom('helpful', ' Stale', 'bad'),
        ),
        fc.anything(),
      ),
      cache_candidates: fc.anything(),
    })
    .map((reply) => JSON.stringify(reply) as string | undefined)
    .map((text) => text ?? '');
  await fc.assert(
    fc.asyncProperty(someMap, fc.oneof(shaped, hostileText), fc.boolean(), async (map, reply, monolithic) => {
      const settings = someSettings({ update: monolithic ? 'monolithic' : 'separate' });
      const distilled = await policy.distill(aDistillInput({ map, settings }), scripted(reply), never);
      if (distilled.ok) {
        const { tags, untagged } = distilled.value;
        expect([...tags.map((each) => each.itemId), ...untagged].toSorted()).toEqual(
          map.items.map((item) => item.id).toSorted(),
        );
      }
      const proposal = await policy.propose(aProposeInput({ map }), scripted(reply), never);
      if (!proposal.ok) return;
      const options = { runId: 'r2', budgetTokens: 1_024, eviction: true, lastItemNumber: {}, births: 20 };
      const { outcomes } = applyEdits(map, proposal.value.edits, options, countWords);
      expect(outcomes.map((each) => each.editId)).toEqual(proposal.value.edits.map((each) => each.editId));
    }),
    { numRuns: 500 },
  );
});
