// The history of a study's map as memory spans of OpenTelemetry's conventions for generative AI (v0.1.0, in development): the
// map of a branch is a store, an item is a record, and every change of it is a span. The calls of the policy stand above the
// changes they led to. Read from the events alone, so that the same study gives the same text.

import { applyDelta } from '#core/map/index.ts';
import type { ContextMap, MapItem } from '#core/map/index.ts';
import type { EventOf, EventPayload, StudyLog } from '#core/study/index.ts';
import { mapChanges, type MapChange } from './map-changes.ts';
import { idOf, keyValues, nanoseconds, wellFormed, type Plain, type Span } from './span.ts';

/** Read at once; decoding so many takes a few ms. */
const PAGE = 100;

export interface SpanPorts {
  readonly appVersion: string;
  /** SHA-256 of the UTF-8 text, hex. */
  readonly hash: (text: string) => string;
}

/** Together they are one object of OTLP/JSON, as it is sent to `/v1/traces`. */
export function* memorySpanPieces(log: Pick<StudyLog, 'read'>, ports: SpanPorts): Generator<string> {
  const history = new History(ports.hash);
  const maker = { name: 'peek', version: ports.appVersion };
  const resource = { attributes: keyValues({ 'service.name': maker.name, 'service.version': maker.version }) };
  yield `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":${JSON.stringify(maker)},"spans":[`;
  let isFirst = true;
  for (const span of history.spans(log)) {
    if (span === null) {
      yield '';
      continue;
    }
    yield `${isFirst ? '' : ','}\n${JSON.stringify(span)}`;
    isFirst = false;
  }
  yield '\n]}]}]}\n';
}

/** Of an update, until it is over: what its changes are explained by. */
interface Update {
  readonly runId: string;
  readonly queryId: string | null;
  startedNano: string;
  endedNano: string;
  cartographerSpanId: string | null;
  readonly editOf: Map<string, { readonly editId: string; readonly candidateId: string | null }>;
  readonly candidateOf: Map<string, string | null>;
  readonly evictedFor: Map<string, string>;
}

/** Where a change stands and why it came. */
interface Cause {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly branch: string;
  readonly cause: string;
  readonly reason: string | null;
  readonly versionId: string;
  readonly mapTokens: number | null;
  readonly update: Update | null;
}

class History {
  readonly #hash: SpanPorts['hash'];
  #studyId = '';
  /** Number of the next memory span: the order of changes does not follow from times of several machines. */
  #sequence = 0;
  readonly #maps = new Map<string, ContextMap>();
  readonly #tokens = new Map<string, number>();
  /** By the branch's name now: a store keeps its id when its branch is renamed, since stores cannot be. */
  readonly #stores = new Map<string, string>();
  readonly #queryOf = new Map<string, string>();
  readonly #updates = new Map<string, Update>();
  /** Of evictions outside a run; the version that follows takes them over. */
  #looseEvictions = new Map<string, string>();

  constructor(hash: SpanPorts['hash']) {
    this.#hash = hash;
  }

  /** With null now and then between spans that lie far apart. */
  *spans(log: Pick<StudyLog, 'read'>): Generator<Span | null> {
    for (let after = 0; ;) {
      const events = log.read(after, PAGE);
      for (const event of events) {
        switch (event.type) {
          case 'study.created':
            this.#studyId = event.payload.studyId;
            break;
          case 'run.started':
            this.#queryOf.set(event.payload.runId, event.payload.queryId);
            break;
          case 'call.finished':
            yield* this.#call(event);
            break;
          case 'edits.proposed':
            this.#proposed(event.payload);
            break;
          case 'edits.applied':
            this.#applied(event.payload);
            break;
          case 'items.evicted':
            this.#evicted(event.payload);
            break;
          case 'version.committed':
            yield* this.#version(event);
            break;
          case 'branch.created':
            yield* this.#newBranch(event);
            break;
          case 'branch.moved':
            yield* this.#moved(event);
            break;
          case 'branch.renamed':
            this.#renamed(event.payload);
            break;
          case 'branch.deleted':
            yield this.#storeSpan('delete_memory_store', event, event.payload.name, {});
            break;
          default:
        }
      }
      const last = events.at(-1);
      if (last === undefined) break;
      after = last.seq;
      yield null;
    }
    // Updates that failed: their calls were made all the same.
    for (const update of this.#updates.values()) yield this.#updateSpan(update, null);
  }

  *#call({ seq, at, payload }: EventOf<'call.finished'>): Generator<Span> {
    const { runId, role, callId, model, usage, latencyMs, error, finishReason, costMicroUsd } = payload;
    if (runId === null || (role !== 'distiller' && role !== 'cartographer')) return;
    const update = this.#updateOf(runId);
    const start = nanoseconds(at, latencyMs);
    const end = nanoseconds(at);
    if (update.startedNano === '0') update.startedNano = start;
    update.endedNano = end;
    const spanId = this.#spanId(`call ${callId}`);
    if (role === 'cartographer') update.cartographerSpanId = spanId;
    yield {
      traceId: this.#traceOf(runId),
      spanId,
      parentSpanId: this.#spanId(`update ${runId}`),
      name: `chat ${wellFormed(model)}`,
      kind: 3,
      startTimeUnixNano: start,
      endTimeUnixNano: end,
      attributes: keyValues({
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': model,
        'gen_ai.conversation.id': update.queryId,
        'gen_ai.usage.input_tokens': usage?.input,
        'gen_ai.usage.output_tokens': usage?.output,
        'gen_ai.usage.cache_read.input_tokens': usage?.cached,
        'gen_ai.usage.reasoning.output_tokens': usage?.reasoning,
        'gen_ai.response.finish_reasons': finishReason === null ? null : [finishReason],
        'peek.stage': role,
        'peek.run.id': runId,
        'peek.call.id': callId,
        'peek.cost.micro_usd': costMicroUsd,
        'peek.event': seq,
      }),
      ...(error === null ? {} : { status: { code: 2, message: wellFormed(error.words) } }),
    };
  }

  #proposed({ runId, edits }: EventPayload<'edits.proposed'>): void {
    const { candidateOf } = this.#updateOf(runId);
    for (const { editId, candidateId } of edits) candidateOf.set(editId, candidateId);
  }

  #applied({ runId, outcomes }: EventPayload<'edits.applied'>): void {
    const { editOf, candidateOf } = this.#updateOf(runId);
    for (const each of outcomes) {
      if (each.status !== 'applied') continue;
      const { editId } = each;
      editOf.set(each.itemId, { editId, candidateId: candidateOf.get(editId) ?? null });
    }
  }

  #evicted({ runId, eviction }: EventPayload<'items.evicted'>): void {
    const why = new Map(eviction.removed.map((each) => [each.itemId, each.why]));
    if (runId === null) this.#looseEvictions = why;
    else for (const [itemId, words] of why) this.#updateOf(runId).evictedFor.set(itemId, words);
  }

  *#version(event: EventOf<'version.committed'>): Generator<Span> {
    const { versionId, parentId, branch, cause, runId, sections, headers, delta, reason, tokens, gone } = event.payload;
    const before = this.#itemsOf(parentId);
    const map = applyDelta({ sections, headers, items: before }, delta);
    this.#maps.set(versionId, map);
    this.#tokens.set(versionId, tokens);
    if (!this.#stores.has(branch)) yield* this.#newStore(event, branch, versionId, null);
    const update = cause === 'update' && runId !== null ? this.#updateOf(runId) : null;
    const loose = this.#looseEvictions;
    if (runId === null) this.#looseEvictions = new Map();
    const why: Cause = { ...placeOf(event), branch, cause, reason, versionId, mapTokens: tokens, update };
    const evictedFor = update?.evictedFor ?? loose;
    for (const change of mapChanges(before, map.items, gone, [...evictedFor.keys()]))
      yield this.#memorySpan(change, why, evictedFor);
    if (update === null) return;
    update.endedNano = nanoseconds(event.at);
    this.#updates.delete(update.runId);
    yield this.#updateSpan(update, versionId);
  }

  /** A branch begins with all that stood in the map it was made of. */
  *#newBranch(event: EventOf<'branch.created'>): Generator<Span> {
    const { name, versionId, reason } = event.payload;
    // A name is free again once its branch was deleted; the store is another one.
    this.#stores.delete(name);
    yield* this.#newStore(event, name, versionId, reason);
    const cause = { ...placeOf(event), branch: name, cause: 'branch', reason, versionId, update: null };
    const why = { ...cause, mapTokens: this.#tokens.get(versionId) ?? null };
    for (const change of mapChanges([], this.#itemsOf(versionId))) yield this.#memorySpan(change, why, new Map());
  }

  *#moved(event: EventOf<'branch.moved'>): Generator<Span> {
    const { name, from, to, cause, reason } = event.payload;
    const why: Cause = {
      ...placeOf(event),
      branch: name,
      cause,
      reason,
      versionId: to,
      mapTokens: this.#tokens.get(to) ?? null,
      update: null,
    };
    for (const change of mapChanges(this.#itemsOf(from), this.#itemsOf(to)))
      yield this.#memorySpan(change, why, new Map());
  }

  #renamed({ from, to }: EventPayload<'branch.renamed'>): void {
    const store = this.#stores.get(from);
    if (store === undefined) return;
    this.#stores.delete(from);
    this.#stores.set(to, store);
  }

  *#newStore(event: Placed, branch: string, versionId: string, reason: string | null): Generator<Span> {
    this.#stores.set(branch, `${this.#studyId}/${branch}@${String(event.seq)}`);
    yield this.#storeSpan('create_memory_store', event, branch, {
      'peek.version.id': versionId,
      'peek.reason': reason,
    });
  }

  #storeSpan(
    operation: 'create_memory_store' | 'delete_memory_store',
    event: Placed,
    branch: string,
    more: Readonly<Record<string, Plain>>,
  ): Span {
    return {
      traceId: this.#traceOf(`event ${String(event.seq)}`),
      spanId: this.#spanId(`${operation} ${String(event.seq)}`),
      name: operation,
      kind: 1,
      startTimeUnixNano: nanoseconds(event.at),
      endTimeUnixNano: nanoseconds(event.at),
      attributes: keyValues({
        'gen_ai.operation.name': operation,
        ...this.#storeOf(branch),
        ...more,
        'peek.sequence': this.#next(),
        'peek.event': event.seq,
        'peek.actor': event.actor,
      }),
    };
  }

  #memorySpan(change: MapChange, why: Cause, evictedFor: ReadonlyMap<string, string>): Span {
    const { item } = change;
    const { update, seq, at } = why;
    const evicted = change.kind === 'deleted' ? evictedFor.get(item.id) : undefined;
    const edit = evicted === undefined ? update?.editOf.get(item.id) : undefined;
    const operation = OPERATIONS[change.kind];
    const parentSpanId = this.#parentOf(update, evicted !== undefined);
    return {
      traceId: this.#traceOf(update === null ? `event ${String(seq)}` : update.runId),
      spanId: this.#spanId(`${operation} ${String(seq)} ${item.id}`),
      ...(parentSpanId === null ? {} : { parentSpanId }),
      name: operation,
      kind: 1,
      startTimeUnixNano: nanoseconds(at),
      endTimeUnixNano: nanoseconds(at),
      attributes: keyValues({
        'gen_ai.operation.name': operation,
        ...this.#storeOf(why.branch),
        'gen_ai.memory.record.id': item.id,
        'gen_ai.memory.record.count': 1,
        'gen_ai.conversation.id': update?.queryId,
        'gen_ai.memory.records': [recordOf(item)],
        'peek.sequence': this.#next(),
        'peek.event': seq,
        'peek.stage': evicted !== undefined ? 'evictor' : update !== null ? 'cartographer' : stageOf(why.actor),
        'peek.cause': why.cause,
        'peek.reason': evicted ?? why.reason,
        'peek.actor': why.actor,
        'peek.version.id': why.versionId,
        'peek.query.id': update?.queryId,
        'peek.run.id': update?.runId,
        'peek.edit.id': edit?.editId,
        'peek.candidate.id': edit?.candidateId,
        'peek.content.before': change.kind === 'updated' ? change.before.content : null,
        'peek.tokens.before': tokensBefore(change),
        'peek.tokens.after': change.kind === 'deleted' ? 0 : item.tokens,
        'peek.map.tokens': why.mapTokens,
      }),
    };
  }

  #parentOf(update: Update | null, isEvicted: boolean): string | null {
    if (update === null) return null;
    return (isEvicted ? null : update.cartographerSpanId) ?? this.#spanId(`update ${update.runId}`);
  }

  /** versionId   null for an update that made no version */
  #updateSpan({ runId, queryId, startedNano, endedNano }: Update, versionId: string | null): Span {
    return {
      traceId: this.#traceOf(runId),
      spanId: this.#spanId(`update ${runId}`),
      name: 'invoke_agent peek',
      kind: 1,
      startTimeUnixNano: startedNano === '0' ? endedNano : startedNano,
      endTimeUnixNano: endedNano,
      attributes: keyValues({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'peek',
        'gen_ai.conversation.id': queryId,
        'peek.run.id': runId,
        'peek.query.id': queryId,
        'peek.version.id': versionId,
      }),
    };
  }

  #updateOf(runId: string): Update {
    const known = this.#updates.get(runId);
    if (known !== undefined) return known;
    const made: Update = {
      runId,
      queryId: this.#queryOf.get(runId) ?? null,
      startedNano: '0',
      endedNano: '0',
      cartographerSpanId: null,
      editOf: new Map(),
      candidateOf: new Map(),
      evictedFor: new Map(),
    };
    this.#updates.set(runId, made);
    return made;
  }

  #itemsOf(versionId: string | null): readonly MapItem[] {
    return versionId === null ? [] : (this.#maps.get(versionId)?.items ?? []);
  }

  #storeOf(branch: string): Readonly<Record<string, Plain>> {
    return { 'gen_ai.memory.store.id': this.#stores.get(branch), 'gen_ai.memory.store.name': branch };
  }

  #next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  #traceOf(name: string): string {
    return idOf(`${this.#studyId} trace ${name}`, 32, this.#hash);
  }

  #spanId(name: string): string {
    return idOf(`${this.#studyId} span ${name}`, 16, this.#hash);
  }
}

type Placed = Pick<EventOf<'branch.created'>, 'seq' | 'at' | 'actor'>;

function placeOf({ seq, at, actor }: Placed): Placed {
  return { seq, at, actor };
}

const OPERATIONS = { created: 'create_memory', updated: 'update_memory', deleted: 'delete_memory' } as const;

function stageOf(actor: string): string {
  return actor === 'engine' ? 'engine' : 'hand';
}

function tokensBefore(change: MapChange): number {
  switch (change.kind) {
    case 'created':
      return 0;
    case 'updated':
      return change.before.tokens;
    case 'deleted':
      return change.item.tokens;
  }
}

function recordOf({ id, section, content, score, tokens, pin, born, origin }: MapItem): Plain {
  const metadata = { section, score, tokens, pinned: pin !== null, born, origin: origin.kind };
  return { id, content, metadata };
}
