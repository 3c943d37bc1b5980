// Writes the events of a made-up study from a short script, so that tests and work on the look have a whole history to
// show: runs, calls, verdicts, edits, evictions, versions. Maps change by core's own rules; what a model or a person would
// have said comes from the script. Past 250 lines because every method writes one kind of event.

import { DEFAULT_SETTINGS, INLINE_TEXT_LIMIT } from '#core/study/index.ts';
import type { Actor, EventPayload, NewEvent, StoredText, StudyEvent, StudySettings } from '#core/study/index.ts';
import type {
  ContextMap,
  CountTokens,
  MapItem,
  Numbering,
  ProposedEdit,
  Refusal,
  SectionId,
  Tag,
} from '#core/map/index.ts';
import {
  applyEdits,
  applyTags,
  changeByHand,
  countMap,
  emptyMap,
  evict,
  itemOf,
  mapDelta,
  renderMap,
  sectionOf,
} from '#core/map/index.ts';

export interface ScriptedBlock {
  readonly code: string;
  readonly out?: string;
  /** Characters printed when more than `out` holds: the rest is made up. */
  readonly outChars?: number;
  readonly error?: { readonly type: string; readonly message: string; readonly line: number };
  readonly subcalls?: readonly { readonly prompt: string; readonly reply: string; readonly error?: string }[];
  readonly variables?: readonly string[];
}

export interface ScriptedIteration {
  readonly say: string;
  readonly blocks?: readonly ScriptedBlock[];
  readonly after?: string;
}

export interface ScriptedCandidate {
  readonly section: SectionId | null;
  readonly value: string;
  readonly transferability: string;
  readonly rationale: string;
}

export type ScriptedEdit =
  | { readonly op: 'ADD'; readonly section: SectionId; readonly content: string; readonly from?: number }
  | { readonly op: 'REPLACE'; readonly id: string; readonly content: string; readonly from?: number }
  | { readonly op: 'DELETE'; readonly id: string }
  | {
      readonly op: 'REFUSED';
      readonly raw: string;
      readonly refusal: Refusal;
      readonly id?: string;
      readonly kind?: 'ADD' | 'REPLACE' | 'DELETE';
    };

export interface ScriptedRun {
  readonly queryId: string;
  readonly iterations: readonly ScriptedIteration[];
  readonly answer: string;
  readonly score: number | null;
  readonly diagnosis: string;
  readonly tags: Readonly<Record<string, Tag>>;
  readonly ignoredTags?: readonly { readonly itemId: string; readonly tag: string; readonly words: string }[];
  readonly candidates: readonly ScriptedCandidate[];
  readonly reasoning: string;
  readonly edits: readonly ScriptedEdit[];
}

type Ending = 'done' | 'review' | 'agent' | 'failed' | 'distilled';

const MODEL = 'gpt-5-mini';

export class StudyRecorder {
  readonly events: StudyEvent[] = [];
  /** Long texts by their key, for the host that answers text.read. */
  readonly texts = new Map<string, string>();
  /** Whole prompts by call id, for the host that answers call.messages. */
  readonly prompts = new Map<string, readonly { role: 'system' | 'user' | 'assistant'; content: string }[]>();
  readonly settings: StudySettings;
  map: ContextMap;
  head = 'v0';
  branch = 'main';
  frozen = false;
  private clock = Date.UTC(2026, 10, 27, 13, 40, 0);
  private counts = { call: 0, run: 0, version: 0, query: 0, note: 0, text: 0 };
  private numbering: Numbering = { lastItemNumber: {}, births: 0 };
  private maps = new Map<string, ContextMap>();

  private readonly count: CountTokens;

  constructor(
    settings: Partial<StudySettings['method']> & { readonly reviewEdits?: boolean } = {},
    count: CountTokens = countTokens,
  ) {
    this.count = count;
    const { reviewEdits = false, ...method } = settings;
    this.settings = {
      ...DEFAULT_SETTINGS,
      reviewEdits,
      models: { ...DEFAULT_SETTINGS.models, provider: 'openai', preset: 'openai', root: MODEL },
      method: { ...DEFAULT_SETTINGS.method, ...method },
    };
    this.map = emptyMap(this.settings.method.sections, 'all');
  }

  push<T extends StudyEvent['type']>(type: T, payload: EventPayload<T>, actor: Actor = 'engine'): void {
    this.clock += 400 + ((this.events.length * 977) % 4_000);
    // The builder's own union: type and payload belong together by the signature above.
    const event = { type, actor, payload } as unknown as NewEvent;
    this.events.push({ ...event, seq: this.events.length + 1, v: 1, at: new Date(this.clock).toISOString() });
  }

  create(name: string, label: string | null = null): this {
    this.push('study.created', {
      studyId: 'sample-0001',
      name,
      label,
      appVersion: '0.1.0',
      settings: this.settings,
      context: {
        name: 'tickets.txt',
        chars: 1_902_114,
        bytes: 1_911_377,
        lines: 57_244,
        sha256: '5e'.repeat(32),
        encoding: 'utf-8',
        format: 'text',
        tokens: 486_210,
        head: 'TICKETS 5204 exported 2026-10-01\n========================================\n2026-09-30 | T-5204 | enterprise | EU | The new export drops our custom columns…',
      },
    });
    this.put('created', null, this.map, null, 'engine');
    return this;
  }

  queries(list: readonly { readonly text: string; readonly truth?: string }[]): this {
    for (const { text, truth } of list) {
      this.counts.query += 1;
      this.push(
        'query.added',
        { queryId: `q${this.counts.query}`, text: this.keep(text), truth: truth ?? null },
        'user:Mara',
      );
    }
    return this;
  }

  /** A whole run, or one that ends early. Returns its id. */
  run(script: ScriptedRun, ending: Ending = 'done', iterations = script.iterations.length): string {
    this.counts.run += 1;
    const runId = `r${this.counts.run}`;
    const evolves = !this.frozen;
    this.push('run.started', {
      runId,
      queryId: script.queryId,
      branch: this.branch,
      versionId: this.head,
      method: 'peek',
      mapText: this.keep(renderMap(this.map)),
      mapTokens: countMap(this.map, this.count).total,
      evolves,
      withoutItem: null,
    });
    let elapsed = 0;
    const history: { role: 'system' | 'user' | 'assistant'; content: string }[] = [
      {
        role: 'system',
        content: `You answer questions about a long text held in the variable context.\n\n${renderMap(this.map)}`,
      },
      { role: 'user', content: script.queryId },
    ];
    script.iterations.slice(0, iterations).forEach((iteration, index) => {
      elapsed += this.iterate(runId, index + 1, iteration, history);
    });
    if (ending === 'agent') return runId;
    if (ending === 'failed') {
      this.push('run.failed', {
        runId,
        stage: 'agent',
        kind: 'rate-limited',
        words:
          'The server answered 429 (too many requests) to the call of iteration 3, six times in 94 s. Wait a minute, then Step goes on from iteration 3.',
        partial: this.keep('So far: 4 of the 9 months are counted; the largest is'),
      });
      return runId;
    }
    this.push('run.answered', {
      runId,
      answer: this.keep(script.answer),
      source: 'final',
      iterations: script.iterations.length,
      score: script.score,
      warnings: [],
      elapsedMs: elapsed,
    });
    if (!evolves) {
      this.push('run.completed', { runId, versionId: this.head });
      return runId;
    }
    this.update(runId, script, ending);
    return runId;
  }

  private update(runId: string, script: ScriptedRun, ending: Ending): void {
    const distillerCall = this.call(
      runId,
      'distiller',
      'distiller',
      null,
      3_900,
      640,
      4_100,
      `TRAJECTORY of ${script.queryId}`,
      script.diagnosis,
    );
    const known = new Set(this.map.items.map((item) => item.id));
    const tags = Object.entries(script.tags).map(([itemId, tag]) => ({
      itemId,
      tag,
      delta: this.settings.method.tagWeights[tag],
    }));
    const candidates = script.candidates.map((each, index) => ({ candidateId: `${runId}-k${index + 1}`, ...each }));
    this.push('distiller.spoke', {
      runId,
      callId: distillerCall,
      diagnosis: this.keep(script.diagnosis),
      tags: tags.filter((each) => known.has(each.itemId)),
      ignoredTags: [...(script.ignoredTags ?? [])],
      untagged: this.map.items.filter((item) => !(item.id in script.tags)).map((item) => item.id),
      candidates,
      warnings: [],
      trajectoryCut: null,
      sawTruth: false,
    });
    if (ending === 'distilled') return;
    const callId = this.call(
      runId,
      'cartographer',
      'cartographer',
      null,
      2_912,
      268,
      2_100,
      'MAP and DIAGNOSIS',
      script.reasoning,
    );
    const edits: ProposedEdit[] = script.edits.map((edit, index) => this.propose(runId, index + 1, edit));
    this.push('edits.proposed', { runId, callId, reasoning: this.keep(script.reasoning), edits, warnings: [] });
    if (ending === 'review') {
      this.push('review.opened', { runId });
      return;
    }
    this.apply(runId, edits, script, candidates);
  }

  private apply(
    runId: string,
    edits: readonly ProposedEdit[],
    script: ScriptedRun,
    candidates: readonly { readonly candidateId: string }[],
  ): void {
    const { budgetTokens, tagWeights, evictionOrder } = this.settings.method;
    const tagged = applyTags(this.map, tagsOf(script), tagWeights);
    const applied = applyEdits(tagged, edits, { ...this.numbering, runId, budgetTokens, eviction: true }, this.count);
    this.numbering = applied;
    this.push('edits.applied', {
      runId,
      outcomes: [...applied.outcomes],
      candidates: candidates.map(({ candidateId }) => {
        const edit = edits.find((each) => each.candidateId === candidateId);
        const outcome = applied.outcomes.find((each) => each.editId === edit?.editId);
        if (edit === undefined || outcome === undefined)
          return { candidateId, fate: 'left-out' as const, editId: null, itemId: null };
        if (outcome.status === 'refused')
          return { candidateId, fate: 'refused' as const, editId: edit.editId, itemId: null };
        return {
          candidateId,
          fate: outcome.kind === 'ADD' ? ('added' as const) : ('merged' as const),
          editId: edit.editId,
          itemId: outcome.itemId,
        };
      }),
    });
    const evicted = evict(applied.map, { budgetTokens, order: evictionOrder }, this.count);
    const { eviction } = evicted;
    this.push('items.evicted', {
      runId,
      eviction: { ...eviction, ranking: [...eviction.ranking], removed: [...eviction.removed] },
    });
    const gone = applied.map.items.filter(
      (item) => itemOf(evicted.map, item.id) === undefined && itemOf(this.map, item.id) === undefined,
    );
    this.put('update', runId, evicted.map, null, 'engine', gone);
    this.push('run.completed', { runId, versionId: this.head });
  }

  /** Makes `next` the head by a committed version. */
  private put(
    cause: EventPayload<'version.committed'>['cause'],
    runId: string | null,
    next: ContextMap,
    reason: string | null,
    actor: Actor,
    gone: readonly MapItem[] = [],
  ): void {
    const { put, removed, order } = mapDelta(this.map, next);
    this.map = next;
    const versionId = `v${this.counts.version}`;
    const parentId = this.counts.version === 0 ? null : this.head;
    const { total, bySection } = countMap(next, this.count);
    this.counts.version += 1;
    this.head = versionId;
    this.maps.set(versionId, next);
    this.push(
      'version.committed',
      {
        versionId,
        parentId,
        branch: this.branch,
        cause,
        runId,
        sections: [...next.sections],
        headers: next.headers,
        delta: { put: [...put], removed: [...removed], order: order === null ? null : [...order] },
        tokens: total,
        tokensBySection: { ...bySection },
        budgetTokens: this.settings.method.budgetTokens,
        hash: versionId.padEnd(64, '0'),
        reason,
        ...(gone.length === 0 ? {} : { gone: [...gone] }),
      },
      actor,
    );
  }

  edit(itemId: string, content: string, reason: string): void {
    this.byHand('hand-edit', { do: 'edit', itemId, content }, reason);
  }

  pin(itemId: string, reason: string): void {
    const at = new Date(this.clock).toISOString();
    this.byHand('pin', { do: 'pin', itemId, pin: { by: 'Mara', at, reason } }, reason);
  }

  private byHand(cause: 'hand-edit' | 'pin', change: Parameters<typeof changeByHand>[1][number], reason: string): void {
    const changed = changeByHand(this.map, [change], this.numbering, this.settings.method, this.count);
    if (!changed.ok) throw new Error(`the script's change by hand was refused: ${changed.error.words}`);
    this.numbering = changed.value;
    this.put(cause, null, changed.value.map, reason, 'user:Mara');
  }

  freeze(cause: 'hand' | 'evolve-steps', reason: string | null): void {
    this.frozen = true;
    this.push('map.frozen', { branch: this.branch, cause, reason }, cause === 'hand' ? 'user:Mara' : 'engine');
  }

  rollback(to: string, reason: string): void {
    this.push('branch.moved', { name: this.branch, from: this.head, to, cause: 'rollback', reason }, 'user:Mara');
    this.head = to;
    this.map = this.maps.get(to) ?? this.map;
  }

  branchAt(name: string, versionId: string, reason: string): void {
    this.push('branch.created', { name, versionId, reason }, 'user:Mara');
  }

  note(target: EventPayload<'note.added'>['target'], text: string): void {
    this.counts.note += 1;
    this.push('note.added', { noteId: `n${this.counts.note}`, target, text }, 'user:Mara');
  }

  warn(place: string, words: string): void {
    this.push('warning.raised', { place, words });
  }

  private propose(runId: string, number: number, edit: ScriptedEdit): ProposedEdit {
    const editId = `${runId}-e${number}`;
    const from = edit.op === 'ADD' || edit.op === 'REPLACE' ? edit.from : undefined;
    const candidateId = from === undefined ? null : `${runId}-k${from}`;
    const common = { editId, candidateId, section: null, itemId: null, content: null, refusal: null };
    switch (edit.op) {
      case 'ADD':
        return {
          ...common,
          kind: 'ADD',
          section: edit.section,
          content: edit.content,
          raw: JSON.stringify({ type: 'ADD', section: sectionOf(edit.section).key, content: edit.content }),
        };
      case 'REPLACE':
        return {
          ...common,
          kind: 'REPLACE',
          itemId: edit.id,
          content: edit.content,
          raw: JSON.stringify({ type: 'REPLACE', item_id: edit.id, content: edit.content }),
        };
      case 'DELETE':
        return {
          ...common,
          kind: 'DELETE',
          itemId: edit.id,
          raw: JSON.stringify({ type: 'DELETE', item_id: edit.id }),
        };
      case 'REFUSED':
        return { ...common, kind: edit.kind ?? null, itemId: edit.id ?? null, refusal: edit.refusal, raw: edit.raw };
    }
  }

  private iterate(
    runId: string,
    number: number,
    iteration: ScriptedIteration,
    history: { role: 'system' | 'user' | 'assistant'; content: string }[],
  ): number {
    const blocks = iteration.blocks ?? [];
    const reply = [iteration.say, ...blocks.map((block) => '```repl\n' + block.code + '\n```'), iteration.after ?? '']
      .filter((part) => part !== '')
      .join('\n\n');
    const latency = 900 + ((number * 731) % 2_300);
    const input = 1_650 + number * 412;
    const callId = this.call(
      runId,
      'agent',
      'root',
      number,
      input,
      Math.ceil(reply.length / 3.7),
      latency,
      history,
      reply,
    );
    history.push({ role: 'assistant', content: reply });
    let elapsed = latency;
    const recorded = blocks.map((block, index) => {
      const callIds = (block.subcalls ?? []).map((sub) => {
        elapsed += 2_000;
        return this.call(
          runId,
          'agent',
          'sub',
          number,
          Math.ceil(sub.prompt.length / 3.6) + 10_300,
          304,
          2_000,
          sub.prompt,
          sub.reply,
          { block: index, parent: callId, error: sub.error ?? null },
        );
      });
      const whole = fill(block.out ?? '', block.outChars);
      const shown = whole.slice(0, this.settings.agent.shownOutputChars);
      const error = block.error ?? null;
      const stderr =
        error === null
          ? ''
          : `Traceback (most recent call last):\n  File "<block>", line ${error.line}\n${error.type}: ${error.message}`;
      history.push({ role: 'user', content: `Output:\n${shown}${stderr}` });
      return {
        code: this.keep(block.code),
        stdout: this.keep(whole),
        stderr: this.keep(stderr),
        outputChars: whole.length,
        shown: this.keep(shown + stderr),
        error,
        variables: (block.variables ?? ['tickets', 'export']).map((name) => ({ name, type: 'list' })),
        durationMs: 40 + (whole.length % 900),
        limit: null,
        stateLost: false,
        callIds,
      };
    });
    this.push('iteration.finished', {
      runId,
      number,
      depth: 0,
      parentCallId: null,
      callId,
      reply: this.keep(reply),
      blocks: recorded,
      finalRefused: null,
      answer: null,
      elapsedMs: elapsed,
    });
    return elapsed;
  }

  private call(
    runId: string,
    stage: EventPayload<'call.finished'>['stage'],
    role: EventPayload<'call.finished'>['role'],
    iteration: number | null,
    input: number,
    output: number,
    latencyMs: number,
    prompt: string | readonly { role: 'system' | 'user' | 'assistant'; content: string }[],
    reply: string,
    sub?: { readonly block: number; readonly parent: string; readonly error: string | null },
  ): string {
    this.counts.call += 1;
    const callId = `c${this.counts.call}`;
    const messages = typeof prompt === 'string' ? [{ role: 'user' as const, content: prompt }] : [...prompt];
    this.prompts.set(callId, messages);
    const error = sub?.error ?? null;
    this.push('call.finished', {
      callId,
      runId,
      stage,
      role,
      iteration,
      block: sub?.block ?? null,
      depth: sub === undefined ? 0 : 1,
      parentCallId: sub?.parent ?? null,
      modelName: MODEL,
      model: MODEL,
      parameters: {},
      prompt: {
        base: null,
        keep: 0,
        add: messages.map(({ role: who, content }) => ({ role: who, content: this.keep(content) })),
      },
      reply: error === null ? this.keep(reply) : null,
      usage: { input, output, cached: Math.floor(input * 0.6), reasoning: Math.floor(output * 0.2) },
      usageSource: 'provider',
      ourInputTokens: input - 3,
      finishReason: 'stop',
      latencyMs,
      firstDeltaMs: 320,
      attempts: 1,
      costMicroUsd: Math.round(input * 0.25 + output * 2),
      origin: 'live',
      error: error === null ? null : { kind: 'server-error', words: error, status: 500 },
    });
    return callId;
  }

  keep(text: string): StoredText {
    if (text.length <= INLINE_TEXT_LIMIT) return text;
    this.counts.text += 1;
    const key = this.counts.text.toString(16).padStart(64, '0');
    this.texts.set(key, text);
    return { $text: key, chars: text.length, head: text.slice(0, INLINE_TEXT_LIMIT / 4) };
  }
}

/** Good enough for a picture, and the same text always gives the same number. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4.1);
}

function tagsOf(script: ScriptedRun): readonly { readonly itemId: string; readonly tag: Tag }[] {
  return Object.entries(script.tags).map(([itemId, tag]) => ({ itemId, tag }));
}

function fill(out: string, chars: number | undefined): string {
  if (chars === undefined || out.length >= chars) return out;
  const line =
    '\n2026-09-30 | T-5204 | enterprise | EU | The new export drops our custom columns and the weekly job fails';
  return (out + line.repeat(Math.ceil((chars - out.length) / line.length))).slice(0, chars);
}
