// A second, plain account of a study, for the interleavings test: it follows the events with code of its own (nothing of the
// reducer, of deltas or of the map's functions), and complains of whatever must not happen. Slow and simple on purpose, and one
// file, so that it is read as one account.

import type { EventPayload, LoggedEvent, StudyEvent } from '../../events.ts';
import type { StudyState } from '../../state.ts';

interface PlainItem {
  readonly id: string;
  readonly section: string;
  readonly content: string;
  readonly score: number;
  readonly born: number;
  readonly pinned: boolean;
}

interface PlainBranch {
  head: string;
  frozen: boolean;
  deleted: boolean;
}

type RunPhase =
  'agent' | 'answered' | 'distilled' | 'proposed' | 'reviewing' | 'decided' | 'applied' | 'evicted' | 'over';

interface PlainRun {
  readonly queryId: string;
  branch: string;
  readonly evolves: boolean;
  readonly isSide: boolean;
  phase: RunPhase;
  /** True between its start or resumption and whatever ends it or cuts it off. */
  active: boolean;
  skipped: boolean;
  tags: EventPayload<'distiller.spoke'>['tags'];
  edits: EventPayload<'edits.proposed'>['edits'];
  readonly refused: Set<string>;
  /** Ids and births given by its applied edits, before a version holds them. */
  readonly added: string[];
  /** The version it was applied to. */
  appliedTo: string | null;
  removed: readonly string[];
}

/** What undo has to bring back. */
interface Surface {
  readonly settings: string;
  readonly current: string;
  readonly branches: string;
  readonly queries: string;
  readonly notes: string;
}

const SECTION_RANK: Readonly<Record<string, number>> = { ep: 0, ps: 1, rr: 2, dc: 3, cr: 4, cu: 4 };

export class PlainStudy {
  readonly complaints: string[] = [];
  private seq = 0;
  private settings: EventPayload<'study.created'>['settings'] | null = null;
  private readonly versions = new Map<string, readonly PlainItem[]>();
  private readonly branches = new Map<string, PlainBranch>();
  private current = '';
  private readonly queries = new Map<string, { removed: boolean; skipped: boolean }>();
  private readonly runs = new Map<string, PlainRun>();
  private readonly notes = new Set<string>();
  /** Every id ever given, with its birth. */
  private readonly births = new Map<string, number>();
  /** By operation: how things stood before and after it. */
  private readonly before = new Map<number, Surface>();
  private readonly after = new Map<number, Surface>();
  private operation = 0;

  /** Seq of the last event it has followed. */
  get followed(): number {
    return this.seq;
  }

  /** Follows what is new in a log. */
  follow(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      if (event.seq <= this.seq) continue;
      if (event.seq !== this.seq + 1) this.complain(`event ${event.seq} follows ${this.seq}`);
      this.seq = event.seq;
      if (event.type === 'unknown') {
        this.complain(`event ${event.seq} is unknown: ${event.words}`);
        continue;
      }
      const first = event.batch ?? event.seq;
      if (first !== this.operation) {
        this.operation = first;
        this.before.set(first, this.surface());
      }
      this.take(event);
      this.after.set(first, this.surface());
    }
    this.operationEnded(events);
  }

  /** Compares with the state that the engine tells. */
  compare(state: StudyState): void {
    const same = (what: string, told: unknown, plain: unknown) => {
      const [a, b] = [JSON.stringify(told), JSON.stringify(plain)];
      if (a !== b) this.complain(`${what}: the state tells ${a}, the events ${b}`);
    };
    same('seq', state.seq, this.seq);
    same('current branch', state.currentBranch, this.current);
    const branches = [...state.branches.values()].map((each) => [
      each.name,
      each.head,
      each.frozen !== null,
      each.deleted,
    ]);
    same(
      'branches',
      branches.sort(),
      [...this.branches].map(([name, b]) => [name, b.head, b.frozen, b.deleted]).sort(),
    );
    const queries = state.queries.map((each) => [each.id, each.removed, each.skipped]);
    same(
      'queries',
      queries,
      [...this.queries].map(([id, query]) => [id, query.removed, query.skipped]),
    );
    same('notes', state.notes.map((note) => note.id).sort(), [...this.notes].sort());
    same('settings', state.settings, this.settings);
    same('versions', [...state.versions.keys()], [...this.versions.keys()]);
    for (const [id, items] of this.versions) {
      const told = state.versions.get(id)?.map.items ?? [];
      same(
        id,
        told.map((item) => plainOf(item)),
        items,
      );
    }
    const pending = [...this.runs.values()].reduce(
      (sum, run) => sum + (run.phase === 'over' ? 0 : run.added.length),
      0,
    );
    same('births', state.births, this.births.size);
    if (pending > 0 && state.births < this.births.size) this.complain('births of a run under way are forgotten');
    for (const [section, last] of Object.entries(state.lastItemNumber)) {
      same(`last number of ${section}`, last, this.lastNumber(section));
    }
    const active = [...this.runs].filter(([, run]) => run.active).map(([id]) => id);
    same('run under way', state.activeRunId === null ? [] : [state.activeRunId], active);
    for (const [id, plain] of this.runs) {
      const run = state.runs.get(id);
      same(`branch of ${id}`, run?.branch, plain.branch);
      same(`${id} is over`, run?.status === 'done', plain.phase === 'over');
      same(`${id} waits for review`, run?.status === 'review', plain.active && plain.phase === 'reviewing');
    }
  }

  private complain(words: string): void {
    if (this.complaints.length < 5) this.complaints.push(`at event ${this.seq}: ${words}`);
  }

  private take(event: StudyEvent): void {
    switch (event.type) {
      case 'study.created':
      case 'settings.changed':
        this.settings = event.payload.settings;
        return;
      case 'query.added':
        this.queries.set(event.payload.queryId, { removed: false, skipped: false });
        return;
      case 'query.removed':
        this.query(event.payload.queryId).removed = true;
        return;
      case 'query.skipped':
        this.query(event.payload.queryId).skipped = true;
        return;
      case 'query.restored':
        Object.assign(this.query(event.payload.queryId), { removed: false, skipped: false });
        return;
      case 'note.added':
        if (this.notes.has(event.payload.noteId)) this.complain(`note ${event.payload.noteId} is given twice`);
        this.notes.add(event.payload.noteId);
        return;
      case 'note.removed':
        if (!this.notes.delete(event.payload.noteId)) this.complain(`note ${event.payload.noteId} was not there`);
        return;
      case 'version.committed':
        return this.version(event);
      case 'map.frozen':
        this.branch(event.payload.branch).frozen = true;
        return;
      case 'map.unfrozen':
        this.branch(event.payload.branch).frozen = false;
        return;
      case 'branch.created': {
        const { name, versionId } = event.payload;
        if (this.branches.get(name)?.deleted === false) this.complain(`branch ${name} is there already`);
        this.branches.set(name, { head: versionId, frozen: false, deleted: false });
        return;
      }
      case 'branch.switched':
        if (this.branch(event.payload.name).deleted) this.complain(`${event.payload.name} is switched to, but deleted`);
        this.current = event.payload.name;
        return;
      case 'branch.renamed':
        return this.rename(event.payload.from, event.payload.to);
      case 'branch.deleted':
        this.branch(event.payload.name).deleted = true;
        return;
      case 'branch.moved':
        if (this.branch(event.payload.name).head !== event.payload.from)
          this.complain(`${event.payload.name} does not stand at ${event.payload.from}`);
        this.branch(event.payload.name).head = event.payload.to;
        return;
      default:
        this.takeOfRun(event);
    }
  }

  private takeOfRun(event: StudyEvent): void {
    switch (event.type) {
      case 'run.started': {
        const { runId, queryId, branch, evolves, withoutItem, versionId } = event.payload;
        const other = [...this.runs].find(([, each]) => each.active);
        if (other !== undefined) this.complain(`${runId} starts while ${other[0]} is under way`);
        if (this.runs.has(runId)) this.complain(`${runId} is given twice`);
        const standing = this.branch(branch);
        if (withoutItem === null && standing.head !== versionId)
          this.complain(`${runId} is not on the head of ${branch}`);
        if (evolves && standing.frozen) this.complain(`${runId} evolves a frozen map`);
        if (withoutItem !== null && (evolves || this.items(versionId).some((item) => item.id === withoutItem))) {
          this.complain(`${runId} is not without ${withoutItem}`);
        }
        this.runs.set(runId, {
          queryId,
          branch,
          evolves,
          isSide: withoutItem !== null,
          phase: 'agent',
          active: true,
          skipped: false,
          tags: [],
          edits: [],
          refused: new Set(),
          added: [],
          appliedTo: null,
          removed: [],
        });
        return;
      }
      case 'run.answered':
        return this.step(event.payload.runId, ['agent'], 'answered');
      case 'distiller.spoke':
        this.run(event.payload.runId).tags = event.payload.tags;
        return this.step(event.payload.runId, ['answered'], 'distilled');
      case 'edits.proposed':
        this.run(event.payload.runId).edits = event.payload.edits;
        return this.step(event.payload.runId, ['distilled'], 'proposed');
      case 'review.opened':
        return this.step(event.payload.runId, ['proposed'], 'reviewing');
      case 'review.decided': {
        const run = this.run(event.payload.runId);
        for (const { editId, decision } of event.payload.decisions) {
          if (decision === 'refuse') run.refused.add(editId);
          else run.refused.delete(editId);
        }
        return this.step(event.payload.runId, ['reviewing'], event.payload.closed ? 'decided' : 'reviewing');
      }
      case 'edits.applied':
        return this.applied(event.payload);
      case 'items.evicted':
        if (event.payload.runId === null) return;
        this.run(event.payload.runId).removed = event.payload.eviction.removed.map(({ itemId }) => itemId);
        return this.step(event.payload.runId, ['applied'], 'evicted');
      case 'update.skipped':
        this.run(event.payload.runId).skipped = true;
        return;
      case 'run.completed': {
        const run = this.run(event.payload.runId);
        if (!run.active) this.complain(`${event.payload.runId} ends without being under way`);
        if (run.evolves && !run.skipped && run.phase !== 'evicted')
          this.complain(`${event.payload.runId} ends in the phase ${run.phase}`);
        run.phase = 'over';
        run.active = false;
        return;
      }
      case 'run.stopped':
      case 'run.failed':
      case 'run.interrupted':
      case 'run.abandoned':
        this.run(event.payload.runId).active = false;
        return;
      case 'run.resumed':
        if ([...this.runs.values()].some((each) => each.active))
          this.complain(`${event.payload.runId} resumes while another is under way`);
        this.run(event.payload.runId).active = true;
        return;
      default:
    }
  }

  /** Every edit has one outcome; a refused one is not applied; ids and births are new. */
  private applied({ runId, outcomes }: EventPayload<'edits.applied'>): void {
    const run = this.run(runId);
    if (this.branch(run.branch).frozen) this.complain(`${runId} applies edits to a frozen map`);
    if (outcomes.map((each) => each.editId).join() !== run.edits.map((each) => each.editId).join())
      this.complain(`${runId}: outcomes are not of its edits`);
    for (const outcome of outcomes) {
      if (outcome.status !== 'applied') continue;
      if (run.refused.has(outcome.editId))
        this.complain(`${outcome.editId} was refused by the reviewer and is applied`);
      const pinned =
        this.items(this.branch(run.branch).head).find((item) => item.id === outcome.itemId)?.pinned === true;
      if (pinned) this.complain(`${outcome.editId} touches ${outcome.itemId}, which is pinned`);
      if (outcome.kind !== 'ADD') continue;
      this.birth(outcome.itemId, this.births.size + 1);
      run.added.push(outcome.itemId);
    }
    run.appliedTo = this.branch(run.branch).head;
    this.step(runId, ['proposed', 'decided'], 'applied');
  }

  private version({ payload }: Extract<StudyEvent, { type: 'version.committed' }>): void {
    const { versionId, parentId, branch, delta, cause, runId, gone = [], tokens, budgetTokens } = payload;
    if (this.versions.has(versionId)) this.complain(`${versionId} is given twice`);
    if (tokens > budgetTokens) this.complain(`${versionId} is over its budget`);
    const parent = parentId === null ? [] : this.items(parentId);
    const items = new Map(parent.map((item) => [item.id, item]));
    for (const id of delta.removed)
      if (!items.delete(id)) this.complain(`${versionId} removes ${id}, which is not there`);
    for (const item of delta.put) items.set(item.id, plainOf(item));
    // Section by section in the order of the headings; within one as they stood, new ones last, unless an order is given.
    const place = new Map(delta.order?.map((id, at) => [id, at]));
    const rank = (item: PlainItem) => payload.sections.findIndex((id) => id === item.section);
    const moved = (item: PlainItem) => parent.find((each) => each.id === item.id)?.section !== item.section;
    const listed = [...items.values()].map((item, at) => ({ item, at: moved(item) ? at + 1_000 : at }));
    listed.sort(
      (a, b) => rank(a.item) - rank(b.item) || (place.get(a.item.id) ?? 0) - (place.get(b.item.id) ?? 0) || a.at - b.at,
    );
    const after = listed.map(({ item }) => item);
    for (const item of [...delta.put, ...gone]) {
      const known = this.births.get(item.id);
      if (known === undefined) this.birth(item.id, item.born);
      else if (known !== item.born)
        this.complain(`${item.id} was born as ${known} and is ${item.born} in ${versionId}`);
      if (
        known !== undefined &&
        !['undo', 'redo', 'return'].includes(cause) &&
        !this.hasStood(item.id) &&
        !this.isPending(item.id)
      ) {
        this.complain(`${item.id} comes from nowhere in ${versionId}`);
      }
    }
    if (cause === 'update') this.update(versionId, this.run(runId ?? ''), parent, after, gone.map(plainOf));
    else if (cause === 'pin' && JSON.stringify(parent.map(unpinned)) !== JSON.stringify(after.map(unpinned)))
      this.complain(`${versionId} changes more than pins`);
    this.versions.set(versionId, after);
    const own = this.branches.get(branch);
    if (own === undefined) this.branches.set(branch, { head: versionId, frozen: false, deleted: false });
    else own.head = versionId;
    if (this.current === '') this.current = branch;
  }

  /** An update keeps pinned items, adds up the tags, and evicts in the order that the rules say. */
  private update(
    versionId: string,
    run: PlainRun,
    parent: readonly PlainItem[],
    after: readonly PlainItem[],
    gone: readonly PlainItem[],
  ): void {
    const left = new Map(after.map((item) => [item.id, item]));
    for (const item of parent) {
      if (item.pinned && left.get(item.id)?.content !== item.content)
        this.complain(`${versionId} touches the pinned ${item.id}`);
      const wanted = run.tags.filter((tag) => tag.itemId === item.id).reduce((sum, tag) => sum + tag.delta, item.score);
      const kept = left.get(item.id);
      if (kept !== undefined && kept.score !== wanted)
        this.complain(`${item.id} scores ${kept.score} in ${versionId}, not ${wanted}`);
    }
    const removed = run.removed.map(
      (id) => gone.find((item) => item.id === id) ?? parent.find((item) => item.id === id),
    );
    for (const id of run.removed) if (left.has(id)) this.complain(`${id} was evicted and is in ${versionId}`);
    const order = this.settings?.method.evictionOrder;
    const key = (item: PlainItem): readonly number[] => {
      const section = SECTION_RANK[item.section] ?? 9;
      return order === 'score-then-section' ? [item.score, section, item.born] : [section, item.score, item.born];
    };
    for (const went of removed) {
      if (went === undefined) continue;
      for (const stayed of after) {
        if (!stayed.pinned && isLess(key(stayed), key(went)))
          this.complain(`${versionId} evicts ${went.id} and keeps ${stayed.id}, which had to go first`);
      }
    }
    run.added.length = 0;
  }

  private birth(id: string, born: number): void {
    if (this.births.has(id)) this.complain(`${id} is given twice`);
    if ([...this.births.values()].includes(born)) this.complain(`birth ${born} is given twice`);
    if (born !== this.births.size + 1) this.complain(`${id} is born as ${born} after ${this.births.size} births`);
    const number = Number(id.slice(3));
    if (number !== this.lastNumber(id.slice(0, 2)) + 1)
      this.complain(`${id} does not follow the last number of its section`);
    this.births.set(id, born);
  }

  private lastNumber(section: string): number {
    return Math.max(
      0,
      ...[...this.births.keys()].filter((id) => id.startsWith(`${section}-`)).map((id) => Number(id.slice(3))),
    );
  }

  private hasStood(id: string): boolean {
    return [...this.versions.values()].some((items) => items.some((item) => item.id === id));
  }

  private isPending(id: string): boolean {
    return [...this.runs.values()].some((run) => run.added.includes(id));
  }

  private step(runId: string, from: readonly RunPhase[], to: RunPhase): void {
    const run = this.run(runId);
    if (!run.active) this.complain(`${runId} goes on without being under way`);
    if (!from.includes(run.phase)) this.complain(`${runId} goes from ${run.phase} to ${to}`);
    run.phase = to;
  }

  private rename(from: string, to: string): void {
    const taken = this.branches.get(to);
    if (from !== to && taken?.deleted === false) this.complain(`${to} is taken`);
    const own = this.branch(from);
    this.branches.delete(from);
    this.branches.set(to, own);
    if (this.current === from) this.current = to;
    for (const run of this.runs.values()) if (run.branch === from) run.branch = to;
  }

  private branch(name: string): PlainBranch {
    const known = this.branches.get(name);
    if (known !== undefined) return known;
    this.complain(`there is no branch ${name}`);
    return { head: '', frozen: false, deleted: false };
  }

  private query(id: string): { removed: boolean; skipped: boolean } {
    const known = this.queries.get(id);
    if (known === undefined) this.complain(`there is no query ${id}`);
    return known ?? { removed: false, skipped: false };
  }

  private run(id: string): PlainRun {
    const known = this.runs.get(id);
    if (known === undefined) throw new Error(`at event ${this.seq}: there is no run ${id}`);
    return known;
  }

  private items(versionId: string): readonly PlainItem[] {
    const known = this.versions.get(versionId);
    if (known === undefined) this.complain(`there is no version ${versionId}`);
    return known ?? [];
  }

  /** How things stand, in what undo brings back: by texts of maps, since undo may make a new version of the same map. */
  private surface(): Surface {
    const standing = [...this.branches].filter(([, branch]) => !branch.deleted);
    const branches = standing.map(([name, { head, frozen }]) => [name, frozen, this.versions.get(head)] as const);
    const seen = [...this.queries].filter(([, query]) => !query.removed);
    return {
      settings: JSON.stringify(this.settings),
      current: this.current,
      branches: JSON.stringify(branches.sort(([a], [b]) => (a < b ? -1 : 1))),
      queries: JSON.stringify(seen.map(([id, { skipped }]) => [id, skipped])),
      notes: JSON.stringify([...this.notes].sort()),
    };
  }

  /** Undo and redo lead to how things stood before and after what they name. */
  private operationEnded(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      if (event.type !== 'operation.undone' && event.type !== 'operation.redone') continue;
      const { seq } = event.payload;
      const wanted = event.type === 'operation.undone' ? this.before.get(seq) : this.after.get(seq);
      const reached = this.after.get(event.seq);
      if (wanted === undefined || reached === undefined) continue;
      for (const part of ['settings', 'current', 'branches', 'queries', 'notes'] as const) {
        if (wanted[part] !== reached[part]) {
          this.complain(`${event.type} of ${seq} gives the ${part} ${reached[part]}, not ${wanted[part]}`);
        }
      }
    }
  }
}

function plainOf(item: {
  readonly id: string;
  readonly section: string;
  readonly content: string;
  readonly score: number;
  readonly born: number;
  readonly pin?: unknown;
  readonly pinned?: boolean;
}): PlainItem {
  const { id, section, content, score, born } = item;
  return { id, section, content, score, born, pinned: item.pinned ?? (item.pin ?? null) !== null };
}

function unpinned({ id, section, content, score, born }: PlainItem): Omit<PlainItem, 'pinned'> {
  return { id, section, content, score, born };
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}
