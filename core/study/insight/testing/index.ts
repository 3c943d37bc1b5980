// Studies for tests and benches: the events that a run of the engine would have recorded, from given tags, edits and hands.

import {
  applyEdits,
  applyTags,
  canonicalMap,
  changeByHand,
  countMap,
  emptyMap,
  evict,
  mapDelta,
} from '#core/map/index.ts';
import type {
  ContextMap,
  CountTokens,
  Eviction,
  HandChange,
  MapItem,
  Numbering,
  ProposedEdit,
  SectionId,
  Tag,
} from '#core/map/index.ts';
import { candidateFates } from '#core/methods/index.ts';
import { placeEvents } from '../../decode.ts';
import type { Actor, EventPayload, NewEvent, StudyEvent } from '../../events.ts';
import { emptyState, reduceAll } from '../../reducer/index.ts';
import { DEFAULT_SETTINGS } from '../../settings.ts';
import type { MethodSettings } from '../../settings.ts';
import type { StudyState } from '../../state.ts';

export type PlayedStep =
  | { readonly kind: 'update'; readonly tags: readonly Tag[]; readonly edits: readonly ProposedEdit[] }
  | { readonly kind: 'hand'; readonly changes: readonly HandChange[] };

export interface PlayedStudy {
  readonly events: readonly StudyEvent[];
  readonly state: StudyState;
}

export interface PlayPorts {
  readonly count: CountTokens;
  /** A short stand-in for SHA-256 will do in tests. */
  readonly hash: (text: string) => string;
}

const ADA: Actor = 'user:Ada';

/**
 * Plays a study step by step: each update tags the items in order and applies its edits; each hand step carries out its
 * changes or, where they are refused, records that.
 */
export function playStudy(steps: Iterable<PlayedStep>, method: Partial<MethodSettings>, ports: PlayPorts): PlayedStudy {
  const settings = { ...DEFAULT_SETTINGS, method: { ...DEFAULT_SETTINGS.method, ...method } };
  const play = new Play(settings.method, ports);
  play.append('engine', [
    {
      type: 'study.created',
      payload: { studyId: 's1', name: 'played', label: 'played', appVersion: '0', settings, context: CONTEXT },
    },
    play.version({
      map: emptyMap(settings.method.sections, settings.method.blankSlate ? 'used' : 'all'),
      cause: 'created',
      runId: null,
    }),
  ]);
  for (const step of steps) {
    if (step.kind === 'update') play.update(step.tags, step.edits);
    else play.hand(step.changes);
  }
  return { events: play.events, state: reduceAll(emptyState, play.events) };
}

type Unsigned = { [T in NewEvent['type']]: { readonly type: T; readonly payload: EventPayload<T> } }[NewEvent['type']];

/** Keeps what the next step needs by itself, since reducing after each step would take quadratic time over a long study. */
class Play {
  readonly events: StudyEvent[] = [];
  private head: { readonly id: string; readonly map: ContextMap } | null = null;
  private numbering: Numbering = { lastItemNumber: {}, births: 0 };
  private runs = 0;
  private versions = 0;
  private readonly method: MethodSettings;
  private readonly ports: PlayPorts;

  constructor(method: MethodSettings, ports: PlayPorts) {
    this.method = method;
    this.ports = ports;
  }

  append(actor: Actor, events: readonly Unsigned[]): void {
    const signed = events.map((event) => ({ ...event, actor })) as NewEvent[];
    const placed = placeEvents(signed, this.events.at(-1)?.seq ?? 0, '2026-01-02T03:04:05.000Z');
    this.events.push(...placed);
  }

  update(tags: readonly Tag[], edits: readonly ProposedEdit[]): void {
    this.runs += 1;
    const number = this.runs;
    const [runId, queryId] = [`r${number}`, `q${number}`];
    const { map, id: versionId } = this.standing();
    const { budgetTokens, eviction, tagWeights } = this.method;
    const given = map.items.flatMap((item, at) => (tags[at] === undefined ? [] : [{ itemId: item.id, tag: tags[at] }]));
    const own = edits.map((edit, at) => ({
      ...edit,
      editId: `${runId}-e${at + 1}`,
      candidateId: edit.candidateId === null ? null : `${runId}-k1`,
    }));
    const candidates = [
      {
        candidateId: `${runId}-k1`,
        section: 'cr' as const,
        value: 'A candidate.',
        transferability: 'all',
        rationale: 'shared',
      },
    ];
    const options = { runId, budgetTokens, eviction, ...this.numbering };
    const applied = applyEdits(applyTags(map, given, tagWeights), own, options, this.ports.count);
    const evicted = this.evicted(applied.map);
    const before = new Map(map.items.map((item) => [item.id, item]));
    const gone = applied.map.items.filter((item) => !evicted.map.items.includes(item) && before.get(item.id) !== item);
    const { births } = this.numberingAfter([...evicted.map.items, ...gone]);
    this.numbering = { lastItemNumber: applied.lastItemNumber, births };
    this.append('engine', [
      { type: 'query.added', payload: { queryId, text: `Query ${number}?`, truth: null } },
      {
        type: 'run.started',
        payload: {
          runId,
          queryId,
          branch: 'main',
          versionId,
          method: 'peek',
          mapText: null,
          mapTokens: 0,
          evolves: true,
          withoutItem: null,
        },
      },
      {
        type: 'run.answered',
        payload: { runId, answer: '42', source: 'final', iterations: 1, score: null, warnings: [], elapsedMs: 0 },
      },
      {
        type: 'distiller.spoke',
        payload: {
          runId,
          callId: `c${number}`,
          diagnosis: 'Played.',
          tags: given.map(({ itemId, tag }) => ({ itemId, tag, delta: tagWeights[tag] })),
          ignoredTags: [],
          untagged: [],
          candidates,
          warnings: [],
          trajectoryCut: null,
          sawTruth: false,
        },
      },
      {
        type: 'edits.proposed',
        payload: { runId, callId: `c${number}`, reasoning: 'As played.', edits: own, warnings: [] },
      },
      {
        type: 'edits.applied',
        payload: {
          runId,
          outcomes: [...applied.outcomes],
          candidates: [...candidateFates(candidates, own, applied.outcomes)],
        },
      },
      { type: 'items.evicted', payload: { runId, eviction: recorded(evicted.eviction) } },
    ]);
    const version = this.version({ map: evicted.map, cause: 'update', runId, gone });
    this.append('engine', [
      version,
      { type: 'run.completed', payload: { runId, versionId: version.payload.versionId } },
    ]);
  }

  hand(changes: readonly HandChange[]): void {
    const { budgetTokens, evictionOrder, eviction } = this.method;
    const rules = { budgetTokens, evictionOrder, eviction };
    const changed = changeByHand(this.standing().map, changes, this.numbering, rules, this.ports.count);
    if (!changed.ok) {
      this.append(ADA, [{ type: 'hand.refused', payload: { command: 'played', refusal: changed.error } }]);
      return;
    }
    this.numbering = this.numberingAfter(changed.value.map.items);
    const events: Unsigned[] = [this.version({ map: changed.value.map, cause: 'hand-edit', runId: null })];
    if (changed.value.eviction.removed.length > 0) {
      events.unshift({ type: 'items.evicted', payload: { runId: null, eviction: recorded(changed.value.eviction) } });
    }
    this.append(ADA, events);
  }

  /** As the engine numbers, from what is on record: what one change adds and takes away again is told nowhere. */
  private numberingAfter(told: readonly MapItem[]): Numbering {
    const lastItemNumber = { ...this.numbering.lastItemNumber };
    for (const { id } of told) {
      const [prefix, number] = id.split('-');
      // An item that was moved keeps the id of where it was born.
      const section = prefix as SectionId;
      lastItemNumber[section] = Math.max(lastItemNumber[section] ?? 0, Number(number));
    }
    return { lastItemNumber, births: Math.max(this.numbering.births, ...told.map(({ born }) => born)) };
  }

  version(made: {
    readonly map: ContextMap;
    readonly cause: EventPayload<'version.committed'>['cause'];
    readonly runId: string | null;
    readonly gone?: readonly MapItem[];
  }): Extract<Unsigned, { type: 'version.committed' }> {
    const { map, cause, runId } = made;
    const parent = this.head;
    const versionId = `v${this.versions}`;
    this.versions += 1;
    this.head = { id: versionId, map };
    const { put, removed, order } = mapDelta(parent?.map ?? { ...map, items: [] }, map);
    const { total, bySection } = countMap(map, this.ports.count);
    return {
      type: 'version.committed',
      payload: {
        versionId,
        parentId: parent?.id ?? null,
        branch: 'main',
        cause,
        runId,
        sections: [...map.sections],
        headers: map.headers,
        delta: { put: [...put], removed: [...removed], order: order === null ? null : [...order] },
        tokens: total,
        tokensBySection: bySection,
        budgetTokens: this.method.budgetTokens,
        hash: this.ports.hash(canonicalMap(map)),
        reason: null,
        ...(made.gone === undefined || made.gone.length === 0 ? {} : { gone: [...made.gone] }),
      },
    };
  }

  private evicted(map: ContextMap): { readonly map: ContextMap; readonly eviction: Eviction } {
    const { budgetTokens, evictionOrder: order, eviction } = this.method;
    return evict(map, { budgetTokens: eviction ? budgetTokens : Number.MAX_SAFE_INTEGER, order }, this.ports.count);
  }

  private standing(): { readonly id: string; readonly map: ContextMap } {
    if (this.head === null) throw new Error('no version yet');
    return this.head;
  }
}

function recorded(eviction: Eviction): EventPayload<'items.evicted'>['eviction'] {
  return { ...eviction, ranking: [...eviction.ranking], removed: [...eviction.removed] };
}

const CONTEXT = {
  name: 'played.txt',
  chars: 1,
  bytes: 1,
  lines: 1,
  sha256: '0'.repeat(64),
  encoding: 'utf-8',
  format: 'text',
  tokens: 1,
  head: 'x',
} as const;

/** A small hash for tests and benches: FNV-1a over UTF-16 units. */
export function quickHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
