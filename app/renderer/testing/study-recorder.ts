// Writes the events of a made-up study from a short script, so that tests and work on the look have a whole history to
// show: runs, calls, verdicts, edits, evictions, versions. It knows just enough of the rules to be believable (ids, scores,
// token sums, the eviction order); the real ones live in core. Past 250 lines because every method writes one kind of event.

import { charsOf, DEFAULT_SETTINGS, INLINE_TEXT_LIMIT } from '#core/study/index.ts';
import type { Actor, EventPayload, NewEvent, StoredText, StudyEvent, StudySettings } from '#core/study/index.ts';
import type { ContextMap, EditOutcome, Eviction, MapItem, ProposedEdit, Refusal, SectionId, Tag } from '#core/map/index.ts';
import { SECTIONS, sectionOf } from '#core/map/index.ts';

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
  | { readonly op: 'REFUSED'; readonly raw: string; readonly refusal: Refusal; readonly id?: string; readonly kind?: 'ADD' | 'REPLACE' | 'DELETE' };

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

const WEIGHTS: Readonly<Record<Tag, number>> = { helpful: 1, harmful: -1, neutral: 0, stale: -1 };
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
  private counts = { call: 0, run: 0, version: 0, query: 0, note: 0, born: 0, text: 0 };
  private lastNumber = new Map<SectionId, number>();
  private maps = new Map<string, ContextMap>();

  constructor(settings: Partial<StudySettings['method']> & { readonly reviewEdits?: boolean } = {}) {
    const { reviewEdits = false, ...method } = settings;
    this.settings = {
      ...DEFAULT_SETTINGS,
      reviewEdits,
      models: { ...DEFAULT_SETTINGS.models, provider: 'openai', preset: 'openai', root: MODEL },
      method: { ...DEFAULT_SETTINGS.method, ...method },
    };
    this.map = { sections: this.settings.method.sections, items: [] };
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
    this.commit('created', null, { put: [], removed: [], order: null }, null);
    return this;
  }

  queries(list: readonly { readonly text: string; readonly truth?: string }[]): this {
    for (const { text, truth } of list) {
      this.counts.query += 1;
      this.push('query.added', { queryId: `q${this.counts.query}`, text: this.keep(text), truth: truth ?? null }, 'user:Mara');
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
      mapText: this.keep(render(this.map)),
      mapTokens: mapTokens(this.map),
      evolves,
      withoutItem: null,
    });
    let elapsed = 0;
    const history: { role: 'system' | 'user' | 'assistant'; content: string }[] = [
      { role: 'system', content: `You answer questions about a long text held in the variable context.\n\n${render(this.map)}` },
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
        words: 'The server answered 429 (too many requests) to the call of iteration 3, six times in 94 s. Wait a minute, then Step goes on from iteration 3.',
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
    const distillerCall = this.call(runId, 'distiller', 'distiller', null, 3_900, 640, 4_100, `TRAJECTORY of ${script.queryId}`, script.diagnosis);
    const known = new Set(this.map.items.map((item) => item.id));
    const tags = Object.entries(script.tags).map(([itemId, tag]) => ({ itemId, tag, delta: WEIGHTS[tag] }));
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
    const callId = this.call(runId, 'cartographer', 'cartographer', null, 2_912, 268, 2_100, 'MAP and DIAGNOSIS', script.reasoning);
    const edits: ProposedEdit[] = script.edits.map((edit, index) => this.propose(`${runId}-e${index + 1}`, edit));
    this.push('edits.proposed', { runId, callId, reasoning: this.keep(script.reasoning), edits, warnings: [] });
    if (ending === 'review') {
      this.push('review.opened', { runId });
      return;
    }
    this.apply(runId, script, tags, candidates);
  }

  private apply(
    runId: string,
    script: ScriptedRun,
    tags: readonly { readonly itemId: string; readonly delta: number }[],
    candidates: readonly { readonly candidateId: string }[],
  ): void {
    const before = this.map;
    const delta = new Map(tags.map((each) => [each.itemId, each.delta]));
    let items = before.items.map((item) => {
      const change = delta.get(item.id) ?? 0;
      return change === 0 ? item : { ...item, score: item.score + change };
    });
    const outcomes: EditOutcome[] = [];
    const fates = new Map<string, { readonly editId: string; readonly itemId: string; readonly merged: boolean }>();
    script.edits.forEach((edit, index) => {
      const editId = `${runId}-e${index + 1}`;
      const candidateId = 'from' in edit && edit.from !== undefined ? `${runId}-k${edit.from}` : null;
      if (edit.op === 'ADD') {
        const item = this.born(edit.section, edit.content, { kind: 'policy', runId, editId, candidateId });
        items = [...items, item];
        outcomes.push({ editId, status: 'applied', kind: 'ADD', itemId: item.id, section: item.section, before: null, after: item.content, tokensBefore: 0, tokensAfter: item.tokens });
        if (candidateId !== null) fates.set(candidateId, { editId, itemId: item.id, merged: false });
        return;
      }
      if (edit.op === 'REFUSED') {
        outcomes.push({ editId, status: 'refused', refusal: edit.refusal });
        return;
      }
      const old = items.find((item) => item.id === edit.id);
      if (old === undefined) throw new Error(`the script edits ${edit.id}, which the map does not hold`);
      if (edit.op === 'DELETE') {
        items = items.filter((item) => item.id !== edit.id);
        outcomes.push({ editId, status: 'applied', kind: 'DELETE', itemId: old.id, section: old.section, before: old.content, after: null, tokensBefore: old.tokens, tokensAfter: 0 });
        return;
      }
      const changed = { ...old, content: edit.content, tokens: tokensOf(old.id, edit.content) };
      items = items.map((item) => (item.id === edit.id ? changed : item));
      outcomes.push({ editId, status: 'applied', kind: 'REPLACE', itemId: old.id, section: old.section, before: old.content, after: edit.content, tokensBefore: old.tokens, tokensAfter: changed.tokens });
      if (candidateId !== null) fates.set(candidateId, { editId, itemId: old.id, merged: true });
    });
    this.push('edits.applied', {
      runId,
      outcomes,
      candidates: candidates.map(({ candidateId }) => {
        const fate = fates.get(candidateId);
        if (fate === undefined) return { candidateId, fate: 'left-out' as const, editId: null, itemId: null };
        return {
          candidateId,
          fate: fate.merged ? ('merged' as const) : ('added' as const),
          editId: fate.editId,
          itemId: fate.itemId,
        };
      }),
    });
    const eviction = evict({ ...before, items }, this.settings.method.budgetTokens);
    this.push('items.evicted', { runId, eviction: toWritable(eviction) });
    const gone = new Set(eviction.removed.map((each) => each.itemId));
    this.put('update', runId, { ...before, items: items.filter((item) => !gone.has(item.id)) }, null);
    this.push('run.completed', { runId, versionId: this.head });
  }

  /** Makes `next` the head by a committed version. */
  private put(cause: EventPayload<'version.committed'>['cause'], runId: string | null, next: ContextMap, reason: string | null, actor: Actor = 'engine'): void {
    const old = new Map(this.map.items.map((item) => [item.id, item]));
    const put = next.items.filter((item) => old.get(item.id) !== item);
    const ids = new Set(next.items.map((item) => item.id));
    const removed = this.map.items.filter((item) => !ids.has(item.id)).map((item) => item.id);
    this.map = next;
    this.commit(cause, runId, { put: put.map(writableItem), removed, order: null }, reason, actor);
  }

  private commit(
    cause: EventPayload<'version.committed'>['cause'],
    runId: string | null,
    delta: EventPayload<'version.committed'>['delta'],
    reason: string | null,
    actor: Actor = 'engine',
  ): void {
    const versionId = `v${this.counts.version}`;
    const parentId = this.counts.version === 0 ? null : this.head;
    this.counts.version += 1;
    this.head = versionId;
    this.maps.set(versionId, this.map);
    this.push(
      'version.committed',
      {
        versionId,
        parentId,
        branch: this.branch,
        cause,
        runId,
        sections: [...this.map.sections],
        delta,
        tokens: mapTokens(this.map),
        tokensBySection: tokensBySection(this.map),
        budgetTokens: this.settings.method.budgetTokens,
        hash: versionId.padEnd(64, '0'),
        reason,
      },
      actor,
    );
  }

  edit(itemId: string, content: string, reason: string): void {
    const items = this.map.items.map((item) => (item.id === itemId ? { ...item, content, tokens: tokensOf(itemId, content) } : item));
    this.put('hand-edit', null, { ...this.map, items }, reason, 'user:Mara');
  }

  pin(itemId: string, reason: string): void {
    const at = new Date(this.clock).toISOString();
    const items = this.map.items.map((item) => (item.id === itemId ? { ...item, pin: { by: 'Mara', at, reason } } : item));
    this.put('pin', null, { ...this.map, items }, reason, 'user:Mara');
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

  private propose(editId: string, edit: ScriptedEdit): ProposedEdit {
    switch (edit.op) {
      case 'ADD':
        return { editId, kind: 'ADD', section: edit.section, itemId: null, content: edit.content, refusal: null, raw: JSON.stringify({ type: 'ADD', section: sectionOf(edit.section).key, content: edit.content }) };
      case 'REPLACE': {
        const section = this.map.items.find((item) => item.id === edit.id)?.section ?? null;
        return { editId, kind: 'REPLACE', section, itemId: edit.id, content: edit.content, refusal: null, raw: JSON.stringify({ type: 'REPLACE', id: edit.id, content: edit.content }) };
      }
      case 'DELETE': {
        const section = this.map.items.find((item) => item.id === edit.id)?.section ?? null;
        return { editId, kind: 'DELETE', section, itemId: edit.id, content: null, refusal: null, raw: JSON.stringify({ type: 'DELETE', id: edit.id }) };
      }
      case 'REFUSED':
        return { editId, kind: edit.kind ?? null, section: null, itemId: edit.id ?? null, content: null, refusal: edit.refusal, raw: edit.raw };
    }
  }

  private born(section: SectionId, content: string, origin: MapItem['origin']): MapItem {
    const number = (this.lastNumber.get(section) ?? 0) + 1;
    this.lastNumber.set(section, number);
    this.counts.born += 1;
    const id = `${section}-${String(number).padStart(5, '0')}`;
    return { id, section, content, score: 0, born: this.counts.born, tokens: tokensOf(id, content), pin: null, origin };
  }

  private iterate(runId: string, number: number, iteration: ScriptedIteration, history: { role: 'system' | 'user' | 'assistant'; content: string }[]): number {
    const blocks = iteration.blocks ?? [];
    const reply = [iteration.say, ...blocks.map((block) => '```repl\n' + block.code + '\n```'), iteration.after ?? ''].filter((part) => part !== '').join('\n\n');
    const latency = 900 + ((number * 731) % 2_300);
    const input = 1_650 + number * 412;
    const callId = this.call(runId, 'agent', 'root', number, input, Math.ceil(reply.length / 3.7), latency, history, reply);
    history.push({ role: 'assistant', content: reply });
    let elapsed = latency;
    const recorded = blocks.map((block, index) => {
      const callIds = (block.subcalls ?? []).map((sub) => {
        elapsed += 2_000;
        return this.call(runId, 'agent', 'sub', number, Math.ceil(sub.prompt.length / 3.6) + 10_300, 304, 2_000, sub.prompt, sub.reply, { block: index, parent: callId, error: sub.error ?? null });
      });
      const whole = fill(block.out ?? '', block.outChars);
      const shown = whole.slice(0, this.settings.agent.shownOutputChars);
      const error = block.error ?? null;
      const stderr = error === null ? '' : `Traceback (most recent call last):\n  File "<block>", line ${error.line}\n${error.type}: ${error.message}`;
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
    this.push('iteration.finished', { runId, number, depth: 0, parentCallId: null, callId, reply: this.keep(reply), blocks: recorded, finalRefused: null, answer: null, elapsedMs: elapsed });
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
      prompt: { base: null, keep: 0, add: messages.map(({ role: who, content }) => ({ role: who, content: this.keep(content) })) },
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

export function tokensOf(id: string, content: string): number {
  return Math.ceil((id.length + content.length) / 3.9) + 3;
}

function headerTokens(section: SectionId): number {
  const { heading, meaning } = sectionOf(section);
  return Math.ceil((heading.length + meaning.length) / 4.4) + 1;
}

export function tokensBySection(map: ContextMap): Partial<Record<SectionId, number>> {
  const sums: Partial<Record<SectionId, number>> = {};
  for (const section of map.sections) {
    sums[section] = map.items.filter((item) => item.section === section).reduce((sum, item) => sum + item.tokens, headerTokens(section));
  }
  return sums;
}

export function mapTokens(map: ContextMap): number {
  return Object.values(tokensBySection(map)).reduce((sum, tokens) => sum + tokens, 0);
}

export function render(map: ContextMap): string {
  return map.sections
    .map((id) => {
      const { heading, meaning } = sectionOf(id);
      const lines = map.items.filter((item) => item.section === id).map((item) => `[${item.id}] ${item.content}`);
      return [heading, meaning, ...lines].join('\n');
    })
    .join('\n\n');
}

/** First to go: the section written last but for the two protected ones; then the lowest score; then the oldest. */
const RANK: Readonly<Record<SectionId, number>> = { ep: 0, ps: 1, rr: 2, dc: 3, cr: 4, cu: 4 };

export function evict(map: ContextMap, budgetTokens: number): Eviction {
  const tokensBefore = mapTokens(map);
  const queue = [...map.items].sort(
    (a, b) =>
      Number(a.pin !== null) - Number(b.pin !== null) || RANK[a.section] - RANK[b.section] || a.score - b.score || a.born - b.born,
  );
  let total = tokensBefore;
  const ranking = queue.map((item) => {
    total -= item.tokens;
    return { itemId: item.id, section: item.section, score: item.score, born: item.born, tokens: item.tokens, pinned: item.pin !== null, totalAfter: total };
  });
  const count = tokensBefore <= budgetTokens ? 0 : ranking.findIndex((each) => each.totalAfter <= budgetTokens) + 1;
  const removed = ranking.slice(0, count).map((each) => ({
    itemId: each.itemId,
    why: `${sectionOf(each.section).title} goes first; score ${each.score}, oldest of its score`,
  }));
  return { order: 'section-then-score', budgetTokens, tokensBefore, tokensAfter: ranking[count - 1]?.totalAfter ?? tokensBefore, ranking, removed, unmet: null };
}

function toWritable(eviction: Eviction): EventPayload<'items.evicted'>['eviction'] {
  return { ...eviction, ranking: [...eviction.ranking], removed: [...eviction.removed] };
}

function writableItem(item: MapItem): EventPayload<'version.committed'>['delta']['put'][number] {
  return { ...item };
}

function fill(out: string, chars: number | undefined): string {
  if (chars === undefined || out.length >= chars) return out;
  const line = '\n2026-09-30 | T-5204 | enterprise | EU | The new export drops our custom columns and the weekly job fails';
  return (out + line.repeat(Math.ceil((chars - out.length) / line.length))).slice(0, chars);
}

export const ALL_SECTIONS = SECTIONS.map((section) => section.id);
export { charsOf };
