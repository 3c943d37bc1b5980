// One policy step without its model calls: read both replies, add the tags, apply the edits, evict, count, render.

import { applyEdits, applyTags, countMap, emptyMap, itemIdOf, renderMap, withItems } from '#core/map/index.ts';
import type { ContextMap, CountTokens, MapItem } from '#core/map/index.ts';
import { createPeekPolicy } from '#core/methods/index.ts';
import type { PolicyPorts } from '#core/methods/index.ts';
import { aDistillInput, aProposeInput, aReply, someSettings } from '#core/methods/testing/index.ts';
import { ok } from '#core/result.ts';
import { tokenCounter } from '#core/node/index.ts';
import { msFigure } from './figure.ts';
import type { Bench, Figure } from './figure.ts';
import { chance, madeUpContent, madeUpUpdate } from './made-up.ts';

const SECTION_KEYS = {
  cr: 'context_roadmap',
  cu: 'context_understanding',
  dc: 'domain_constants',
  ps: 'parsing_schema',
  rr: 'reusable_results',
  ep: 'error_patterns',
} as const;

export const policyStep: Bench = {
  name: 'policy-step',
  async run() {
    return [...(await step('B = 1,024', 1_024, null, 300)), ...(await step('2,000 items', 200_000, 2_000, 60))];
  },
};

async function step(
  label: string,
  budgetTokens: number,
  items: number | null,
  runs: number,
): Promise<readonly Figure[]> {
  const count = tokenCounter('o200k_base');
  const start = filledMap(budgetTokens, items, count);
  const random = chance(7);
  const times: number[] = [];
  for (let run = 0; run < runs + 20; run += 1) {
    const replies = madeUpReplies(random, start);
    const began = performance.now();
    await onePolicyStep(start, budgetTokens, replies, count);
    if (run >= 20) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return [
    msFigure(`policy step, ${label}, median`, times[Math.floor(times.length / 2)] ?? 0),
    msFigure(`policy step, ${label}, p95`, times[Math.floor(times.length * 0.95)] ?? 0),
  ];
}

async function onePolicyStep(
  map: ContextMap,
  budgetTokens: number,
  replies: readonly string[],
  count: CountTokens,
): Promise<string> {
  const policy = createPeekPolicy();
  const settings = someSettings({ budgetTokens });
  const signal = new AbortController().signal;
  let calls = 0;
  const ports: PolicyPorts = {
    count,
    call: () => Promise.resolve({ callId: 'c1', result: ok(aReply(replies[calls++] ?? '')) }),
  };
  const distilled = await policy.distill(aDistillInput({ map, settings }), ports, signal);
  if (!distilled.ok) throw new Error('the bench’s reply is readable');
  const proposed = await policy.propose(aProposeInput({ map, settings, distilled: distilled.value }), ports, signal);
  if (!proposed.ok) throw new Error('the bench’s reply is readable');
  const numbers = { cr: 9_000, cu: 9_000, dc: 9_000, ps: 9_000, rr: 9_000 };
  const options = { runId: 'r2', budgetTokens, eviction: true, lastItemNumber: numbers, births: 9_000 };
  const tagged = applyTags(map, distilled.value.tags, settings.tagWeights);
  const applied = applyEdits(tagged, proposed.value.edits, options, count);
  const evicted = policy.evict(applied.map, settings, count);
  countMap(evicted.map, count);
  return renderMap(evicted.map);
}

/** A map filled up to its budget, or with so many items and a budget just below what they take. */
function filledMap(budgetTokens: number, items: number | null, count: CountTokens): ContextMap {
  const random = chance(3);
  const empty = emptyMap(['cr', 'cu', 'dc', 'ps', 'rr'], 'all');
  const made: MapItem[] = [];
  let tokens = countMap(empty, count).total;
  for (let born = 1; items === null ? tokens < budgetTokens - 40 : born <= items; born += 1) {
    const section = empty.sections[random.below(5)] ?? 'cr';
    const id = itemIdOf(section, born);
    const content = madeUpContent(random);
    const own = count(`[${id}] ${content}\n`);
    tokens += own;
    made.push({
      id,
      section,
      content,
      score: random.below(5) - 2,
      born,
      tokens: own,
      pin: null,
      origin: { kind: 'hand', by: 'bench' },
    });
  }
  return withItems(empty, made);
}

function madeUpReplies(random: ReturnType<typeof chance>, map: ContextMap): readonly string[] {
  const { tags, edits } = madeUpUpdate(random, 1);
  const item_tags = map.items.map((item, at) => ({ item_id: item.id, tag: tags[at % tags.length] }));
  const cache_candidates = edits.slice(0, 3).map((edit) => ({
    section: SECTION_KEYS[edit.section ?? 'cr'],
    value: edit.content,
    transferability: 'any aggregation',
    rationale: 'holds for the whole context',
  }));
  const operations = edits.map((edit) => ({
    type: edit.kind,
    section: SECTION_KEYS[edit.section ?? 'cr'],
    item_id: edit.kind === 'ADD' ? null : (map.items[random.below(map.items.length)]?.id ?? null),
    content: edit.content,
  }));
  const fenced = (value: object) => `Here it is:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
  return [
    fenced({ diagnosis: 'Iterations 1 to 3 were orientation.', item_tags, cache_candidates }),
    fenced({ reasoning: 'As found.', operations }),
  ];
}
