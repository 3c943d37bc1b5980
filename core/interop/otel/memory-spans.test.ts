import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ProposedEdit } from '#core/map/index.ts';
import { placeEvents, emptyState, reduceAll } from '#core/study/index.ts';
import type { LoggedEvent, NewEvent, StudyState } from '#core/study/index.ts';
import { playStudy, type PlayedStep } from '#core/study/insight/testing/index.ts';
import { anEvent } from '#core/study/testing.ts';
import { memorySpanPieces } from './memory-spans.ts';

// OTLP/JSON as its specification has it: ids in lower-case hex, 64-bit numbers as texts, enums as numbers.
const int64 = z.string().regex(/^-?\d{1,19}$/);
const uint64 = z.string().regex(/^\d{1,20}$/);
const id = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${String(digits)}}$`));
const anyValue = z.strictObject({
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  intValue: int64.optional(),
  doubleValue: z.number().optional(),
  get arrayValue() {
    return z.strictObject({ values: z.array(anyValue) }).optional();
  },
  get kvlistValue() {
    return z.strictObject({ values: z.array(keyValue) }).optional();
  },
});
const oneValue = anyValue.refine((value) => Object.keys(value).length === 1, 'exactly one of the kinds');
const keyValue = z.strictObject({
  key: z.string().min(1),
  get value() {
    return oneValue;
  },
});
const span = z
  .strictObject({
    traceId: id(32),
    spanId: id(16),
    parentSpanId: id(16).optional(),
    name: z.string().min(1),
    kind: z.number().int().min(1).max(5),
    startTimeUnixNano: uint64,
    endTimeUnixNano: uint64,
    attributes: z.array(keyValue),
    status: z.strictObject({ code: z.number().int().min(0).max(2), message: z.string().optional() }).optional(),
  })
  .refine((each) => BigInt(each.startTimeUnixNano) <= BigInt(each.endTimeUnixNano), 'ends before it begins')
  .refine((each) => new Set(each.attributes.map(({ key }) => key)).size === each.attributes.length, 'a key twice');
const otlp = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(keyValue) }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string(), version: z.string() }), spans: z.array(span) }),
      ),
    }),
  ),
});
type Span = z.output<typeof span>;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function exported(events: readonly LoggedEvent[]): readonly Span[] {
  const log = { read: (after: number, limit = Infinity) => events.filter(({ seq }) => seq > after).slice(0, limit) };
  const text = [...memorySpanPieces(log, { appVersion: '1.2.3', hash })].join('');
  return otlp.parse(JSON.parse(text)).resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans));
}

/** Attributes as plain values. */
function told({ attributes }: Pick<Span, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain(value: z.output<typeof anyValue>): unknown {
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(plain);
  if (value.kvlistValue !== undefined) return told({ attributes: value.kvlistValue.values });
  return Object.values(value)[0];
}

function anEdit(over: Partial<ProposedEdit>): ProposedEdit {
  return {
    editId: '',
    kind: 'ADD',
    section: 'cr',
    itemId: null,
    content: null,
    candidateId: null,
    refusal: null,
    raw: '{}',
    ...over,
  };
}

const add = (content: string) => anEdit({ content, candidateId: 'k' });
const STEPS: readonly PlayedStep[] = [
  { kind: 'update', tags: [], edits: [add('Rows are sorted by date.'), add('Each row has eight fields.')] },
  {
    kind: 'update',
    tags: ['harmful'],
    edits: [
      anEdit({ kind: 'REPLACE', itemId: 'cr-00001', content: 'Rows are sorted by time 🕐.' }),
      anEdit({ kind: 'DELETE', itemId: 'cr-00002' }),
      add('The first row is a header.'),
    ],
  },
  { kind: 'hand', changes: [{ do: 'edit', itemId: 'cr-00003', content: 'The header is the first row.' }] },
  {
    kind: 'update',
    tags: ['helpful'],
    edits: Array.from({ length: 6 }, (_, at) => add(`A fact of some length, number ${String(at)}.`)),
  },
];

const played = playStudy(STEPS, { budgetTokens: 700 }, { count: (text) => text.length, hash });

function withEvents(...more: readonly NewEvent[]): readonly LoggedEvent[] {
  const last = played.events.at(-1)?.seq ?? 0;
  return [...played.events, ...placeEvents(more, last, '2026-01-02T04:00:00.000Z')];
}

/** What a reader of the spans holds in the end: the records of each store. */
function readBack(spans: readonly Span[]): Map<string, Map<string, unknown>> {
  const stores = new Map<string, Map<string, unknown>>();
  for (const each of spans) {
    const fields = told(each);
    const store = String(fields['gen_ai.memory.store.id']);
    const recordId = String(fields['gen_ai.memory.record.id']);
    const records = stores.get(store);
    const [record] = (fields['gen_ai.memory.records'] ?? []) as { content: string }[];
    switch (each.name) {
      case 'create_memory_store':
        expect(records).toBeUndefined();
        stores.set(store, new Map());
        break;
      case 'delete_memory_store':
        expect(stores.delete(store)).toBe(true);
        break;
      case 'create_memory':
        expect(records?.has(recordId)).toBe(false);
        records?.set(recordId, record?.content);
        break;
      case 'update_memory':
        expect(records?.get(recordId)).toBe(fields['peek.content.before']);
        records?.set(recordId, record?.content);
        break;
      case 'delete_memory':
        expect(records?.delete(recordId)).toBe(true);
        break;
      default:
    }
  }
  return stores;
}

function contentsOf(state: StudyState, branch: string): Map<string, unknown> {
  const items = state.versions.get(state.branches.get(branch)?.head ?? '')?.map.items ?? [];
  return new Map(items.map(({ id: itemId, content }) => [itemId, content]));
}

describe('the history of a map as spans', () => {
  const spans = exported(played.events);

  it('tells each kind of change, in order, with its record', () => {
    const changes = spans.map(told).filter((each) => 'peek.sequence' in each);
    expect(changes.map((each) => Number(each['peek.sequence']))).toEqual(changes.map((_, at) => at + 1));
    expect(
      changes
        .slice(0, 7)
        .map((each) => [each['gen_ai.operation.name'], each['gen_ai.memory.record.id'], each['peek.stage']]),
    ).toEqual([
      ['create_memory_store', undefined, undefined],
      ['create_memory', 'cr-00001', 'cartographer'],
      ['create_memory', 'cr-00002', 'cartographer'],
      ['update_memory', 'cr-00001', 'cartographer'],
      ['create_memory', 'cr-00003', 'cartographer'],
      ['delete_memory', 'cr-00002', 'cartographer'],
      ['update_memory', 'cr-00003', 'hand'],
    ]);
  });

  it('tells of one change all that the conventions have no name for', () => {
    const found = spans.find((each) => each.name === 'update_memory');
    expect(found).toMatchObject({ startTimeUnixNano: '1767323045000000000', kind: 1 });
    expect(found && told(found)).toEqual({
      'gen_ai.operation.name': 'update_memory',
      'gen_ai.memory.store.id': 's1/main@2',
      'gen_ai.memory.store.name': 'main',
      'gen_ai.memory.record.id': 'cr-00001',
      'gen_ai.memory.record.count': '1',
      'gen_ai.conversation.id': 'q2',
      'gen_ai.memory.records': [
        {
          id: 'cr-00001',
          content: 'Rows are sorted by time 🕐.',
          metadata: { section: 'cr', score: '-1', tokens: '39', pinned: false, born: '1', origin: 'policy' },
        },
      ],
      'peek.sequence': '4',
      'peek.event': '19',
      'peek.stage': 'cartographer',
      'peek.cause': 'update',
      'peek.actor': 'engine',
      'peek.version.id': 'v2',
      'peek.query.id': 'q2',
      'peek.run.id': 'r2',
      'peek.edit.id': 'r2-e1',
      'peek.content.before': 'Rows are sorted by date.',
      'peek.tokens.before': '36',
      'peek.tokens.after': '39',
      'peek.map.tokens': String(played.state.versions.get('v2')?.tokens),
    });
  });

  it('an eviction is a deletion by the Evictor, with its reason, also of what came and went in one update', () => {
    const evicted = spans.map(told).filter((each) => each['peek.stage'] === 'evictor');
    const removed = [...played.state.versions.values()].flatMap(({ evictions }) => evictions);
    expect(removed.length).toBeGreaterThan(1);
    expect(
      evicted.map((each) => [each['gen_ai.memory.record.id'], each['peek.reason'], each['peek.tokens.after']]),
    ).toEqual(removed.map(({ itemId, why }) => [itemId, why, '0']));
  });

  it('read back, gives the map', () => {
    expect([...readBack(spans).values()]).toEqual([contentsOf(played.state, 'main')]);
  });

  it('gives each span an id of its own, a parent that is there, and the same text each time', () => {
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(ids.size).toBe(spans.length);
    for (const { parentSpanId } of spans) if (parentSpanId !== undefined) expect(ids.has(parentSpanId)).toBe(true);
    expect(exported(played.events)).toEqual(spans);
  });
});

describe('branches', () => {
  it('are stores of their own, with what they began with; renamed they stay the same store', () => {
    const events = withEvents(
      anEvent('branch.created', { name: 'try', versionId: 'v1', reason: 'what if' }, 'user:Ada'),
      anEvent('branch.renamed', { from: 'try', to: 'tried' }, 'user:Ada'),
      anEvent('branch.moved', { name: 'tried', from: 'v1', to: 'v2', cause: 'rollback', reason: 'back' }, 'user:Ada'),
      anEvent('branch.created', { name: 'try', versionId: 'v0', reason: null }, 'user:Ada'),
      anEvent('branch.deleted', { name: 'try' }, 'user:Ada'),
    );
    const spans = exported(events);
    const state = reduceAll(emptyState, events);
    expect([...readBack(spans).values()]).toEqual([contentsOf(state, 'main'), contentsOf(state, 'tried')]);
    const moved = spans.map(told).filter((each) => each['peek.cause'] === 'rollback');
    expect(moved.map((each) => [each['gen_ai.memory.store.name'], each['peek.stage'], each['peek.reason']])).toEqual([
      ['tried', 'hand', 'back'],
      ['tried', 'hand', 'back'],
      ['tried', 'hand', 'back'],
    ]);
  });
});

describe('calls of the policy', () => {
  const call = (callId: string, role: 'distiller' | 'cartographer' | 'root', failed = false) =>
    anEvent('call.finished', {
      callId,
      runId: 'r9',
      stage: role === 'root' ? 'agent' : role,
      role,
      iteration: null,
      block: null,
      depth: 0,
      parentCallId: null,
      modelName: 'Acme',
      model: 'acme-small',
      parameters: {},
      prompt: { base: null, keep: 0, add: [] },
      reply: failed ? null : 'x',
      usage: failed ? null : { input: 5_200, output: 310, cached: 4_000, reasoning: 7 },
      usageSource: failed ? 'none' : 'provider',
      ourInputTokens: null,
      finishReason: failed ? null : 'stop',
      latencyMs: 1_500,
      firstDeltaMs: null,
      attempts: 1,
      costMicroUsd: 2_100,
      origin: 'live',
      error: failed ? { kind: 'rate-limit', words: 'Too many requests.', status: 429 } : null,
    });

  it('are chat spans with their usage under the update, which is there also when it failed; the agent’s are not told', () => {
    const spans = exported(
      withEvents(call('c90', 'root'), call('c91', 'distiller'), call('c92', 'cartographer', true)),
    );
    const [distiller, cartographer, update] = spans.filter((each) => told(each)['peek.run.id'] === 'r9');
    expect(distiller).toMatchObject({
      name: 'chat acme-small',
      kind: 3,
      parentSpanId: update?.spanId,
      startTimeUnixNano: '1767326398500000000',
      endTimeUnixNano: '1767326400000000000',
    });
    expect(distiller && told(distiller)).toMatchObject({
      'gen_ai.usage.input_tokens': '5200',
      'gen_ai.usage.output_tokens': '310',
      'gen_ai.usage.cache_read.input_tokens': '4000',
      'gen_ai.usage.reasoning.output_tokens': '7',
      'gen_ai.response.finish_reasons': ['stop'],
      'peek.cost.micro_usd': '2100',
    });
    expect(cartographer?.status).toEqual({ code: 2, message: 'Too many requests.' });
    expect(update).toMatchObject({ name: 'invoke_agent peek', startTimeUnixNano: '1767326398500000000' });
  });
});

it('halves of characters, which UTF-8 does not have, are shown as such', () => {
  const odd = anEvent('branch.created', { name: 'a\ud800b', versionId: 'v1', reason: null }, 'user:Ada');
  const stores = exported(withEvents(odd)).map((each) => told(each)['gen_ai.memory.store.name']);
  expect(stores).toContain('a\ufffdb');
});

it('a study whose times or numbers are no such things still gives what OTLP allows', () => {
  const odd = played.events.map((event) => ({ ...event, at: 'yesterday' }));
  expect(exported(odd).every((each) => each.startTimeUnixNano === '0')).toBe(true);
});
