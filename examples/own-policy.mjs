// A policy of one's own, in a plain Node script: `node examples/own-policy.mjs` (after `npm run build`).
//
// It asks no model. Distill takes what the agent printed as candidates, propose adds each as an item, and the Evictor lets
// the oldest item go first, whatever its section or score. To change only a part of PEEK's policy, spread
// createPeekPolicy() and replace one verb: { ...createPeekPolicy(), name: 'mine', evict }.
// The agent here is as small: it answers every query by quoting the line of the context that shares most words with it.

import { createHash } from 'node:crypto';
import { DEFAULT_SETTINGS, createEngine, createMemoryLog, createStudy, err, evictInOrder, ok, renderMap } from 'peek';
import { tokenCounter } from 'peek/node';

/** @type {import('peek').Policy} */
const firstInFirstOut = {
  name: 'first in, first out',
  async distill({ runId, trajectory, map }) {
    const printed = trajectory.steps.flatMap((step) => step.blocks.map((block) => block.shown));
    const candidates = printed.map((value, at) => {
      const candidateId = `${runId}-k${at + 1}`;
      return { candidateId, section: 'cr', value, transferability: 'any query', rationale: 'the agent met it' };
    });
    const untagged = map.items.map((item) => item.id);
    const nothing = { tags: [], ignoredTags: [], warnings: [], trajectoryCut: null, proposal: null };
    return ok({ ...nothing, callId: '', diagnosis: `${printed.length} texts were printed.`, untagged, candidates });
  },
  async propose({ runId, distilled }) {
    const edits = distilled.candidates.map(({ candidateId, section, value }, at) => {
      const editId = `${runId}-e${at + 1}`;
      return { editId, kind: 'ADD', section, itemId: null, content: value, candidateId, refusal: null, raw: '' };
    });
    return ok({ callId: '', reasoning: 'Everything that was met is kept while there is room.', edits, warnings: [] });
  },
  evict(map, { budgetTokens }, count) {
    const queue = map.items.toSorted((a, b) => a.born - b.born);
    return evictInOrder(map, queue, { budgetTokens, order: 'own', why: () => 'The oldest item left.' }, count);
  },
};

const lines = [
  'Tickets are separated by a line of dashes; each has a number, a date and a product.',
  'Billing tickets name an invoice; an invoice is overdue after 30 days.',
  'Login tickets name an error code between E100 and E140.',
  'Shipping tickets name a warehouse: Aachen, Basel or Como.',
];
const words = (text) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu));

/** @type {import('peek').Agent} */
const quotingAgent = {
  kind: 'rlm',
  firstMessages: ({ query }) => [{ role: 'user', content: query }],
  async run({ query }, ports) {
    const asked = words(query);
    const shared = (line) => [...words(line)].filter((word) => asked.has(word)).length;
    const [answer = ''] = lines.toSorted((a, b) => shared(b) - shared(a));
    const block = { code: 'print(best_line)', stdout: answer, stderr: '', outputChars: answer.length, shown: answer };
    const ran = { ...block, error: null, variables: [], durationMs: 0, limit: null, stateLost: false, callIds: [] };
    const iteration = { number: 1, depth: 0, parentCallId: null, callId: '', reply: 'I look for the line.' };
    await ports.iterated({ ...iteration, blocks: [ran], finalRefused: null, answer, elapsedMs: 0 });
    return ok({ answer, source: 'final', iterations: 1, warnings: [] });
  },
};

const text = lines.join('\n');
const hash = (value) => createHash('sha256').update(value).digest('hex');
const count = tokenCounter('o200k_base');
const log = createMemoryLog({ hash, at: () => new Date().toISOString() });
const settings = {
  ...DEFAULT_SETTINGS,
  method: { ...DEFAULT_SETTINGS.method, budgetTokens: 90, sections: ['cr'] },
};
const bytes = Buffer.from(text);
const sizes = { chars: text.length, bytes: bytes.length, lines: lines.length, tokens: count(text) };
const context = { name: 'tickets.txt', ...sizes, sha256: hash(text), encoding: 'utf-8', format: 'text', head: text };
const queries = [
  'When is an invoice overdue?',
  'Which error codes do login tickets have?',
  'Which warehouse ships tickets?',
  'How are tickets separated?',
];
createStudy(
  log,
  {
    studyId: 'own',
    name: 'Own policy',
    label: 'example',
    appVersion: '0',
    settings,
    context,
    queries: queries.map((query) => ({ text: query, truth: null })),
  },
  { actor: 'user:me', count, hash },
);

const noModel = {
  kind: 'no-key',
  words: 'No model is asked here.',
  status: null,
  attempts: 0,
  latencyMs: 0,
  usage: null,
  partial: null,
};
const engine = createEngine({
  log,
  context: { name: context.name, format: 'text', chars: text.length, bytes: async () => new Uint8Array(bytes) },
  agent: quotingAgent,
  policy: () => firstInFirstOut,
  python: () => ({
    kind: 'native',
    start: async () => err({ kind: 'unavailable', words: 'No Python is needed here.' }),
  }),
  model: () => ({ name: 'none', complete: async () => err(noModel) }),
  counter: tokenCounter,
  hash,
  now: () => performance.now(),
  score: () => 0,
});

const done = await engine.do({ do: 'run.all', untilQueryId: null }, 'user:me');
if (!done.ok) throw new Error(done.error.words);
for (const { id, tokens, evictions } of engine.state.versions.values()) {
  const went = evictions.length === 0 ? '' : `, evicted ${evictions.map((each) => each.itemId).join(' ')}`;
  console.log(`${id}: ${tokens} of ${settings.method.budgetTokens} tokens${went}`);
}
const head = engine.state.versions.get(engine.state.branches.get('main').head);
console.log(`\n${renderMap(head.map)}`);
await engine.close();
