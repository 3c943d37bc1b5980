// Links to places in a study: making one for what is shown, and going where one leads.

import type { SearchHit } from '#app/bridge/index.ts';
import { headVersion, iterationNamed } from '#core/study/index.ts';
import type { IterationPlace, Note, StudyState } from '#core/study/index.ts';
import { request } from '../host/current-host.ts';
import { asVersion } from '../store/outcome.ts';
import { parseLink, placeWords, STAGE_WORDS, writeLink } from '../store/place.ts';
import type { Link, Place, StageWithin } from '../store/place.ts';
import { lastRun, queryById, queryNumber, runOfVersion, shownQuery, shownState, shownVersion } from '../store/shown.ts';
import { doneSeq, stageHere } from '../store/stages.ts';
import { setView, store } from '../store/store.ts';
import type { Tab } from '../store/view-slice.ts';
import { openIteration, selectQuery, selectRun, selectStage, selectVersion } from './moving.ts';
import { notify } from './notices.ts';
import { openRecent } from './opening.ts';
import { stateAt } from './time-machine.ts';
import { travelTo } from './time.ts';
import { copyText, openItem, openSide, openTab } from './views.ts';

/** A line that leads a colleague who has the same study to what is shown now. */
export async function copyLink(iteration: IterationPlace['at'] | null = null): Promise<void> {
  const link = linkToShown(iteration);
  if (link !== null) await copyText(writeLink(link), `Link to ${placeWords(link.place)}`);
}

function linkToShown(iteration: IterationPlace['at'] | null): Link | null {
  const state = store.getState();
  const shown = shownState(state);
  const query = shownQuery(state);
  const version = shownVersion(state);
  if (shown === null || state.study.open === null) return null;
  const run = lastRun(shown, query);
  // The query brings its version along; only another one need be named.
  const own = run === null ? null : (run.versionId ?? run.baseVersionId);
  return {
    file: state.study.open.fileName,
    place: {
      query: query === null ? null : queryNumber(shown, query.id),
      iteration: typeof iteration === 'number' ? iteration : null,
      callId: iteration !== null && typeof iteration !== 'number' ? iteration.callId : null,
      stage: iteration === null && run !== null ? stageShown(run.id) : null,
      versionId: version !== null && version.id !== own ? version.id : null,
      itemId: state.view.side.kind === 'item' ? state.view.side.itemId : state.view.selectedItemId,
      tab: iteration === null ? state.view.tab : null,
    },
  };
}

/** The stage at whose end the reader stands within a run; of a query that was run again, only its last run is found by a link. */
function stageShown(runId: string): StageWithin | null {
  const { study, view } = store.getState();
  const run = study.live?.runs.get(runId);
  if (study.live === null || run === undefined || view.moment === null || view.moment >= run.lastSeq) return null;
  if (lastRun(study.live, queryById(study.live, run.queryId))?.id !== runId) return null;
  const stage = stageHere(run, view.moment);
  return stage === 'evictor' ? null : stage;
}

/** Goes to a place of the open study. What is not there is said; the rest is gone to all the same. */
export function goTo(place: Place): void {
  const live = store.getState().study.live;
  if (live === null) return;
  const missing: string[] = [];
  const query = place.query === null ? null : live.queries[place.query - 1];
  if (query === undefined) missing.push(`query ${place.query ?? ''}`);
  if (query !== null && query !== undefined) {
    const run = lastRun(live, query);
    if (place.callId !== null && run !== null) openIteration(run.id, { callId: place.callId });
    else if (place.iteration !== null && run !== null && place.iteration <= run.iterationCount)
      openIteration(run.id, place.iteration);
    else {
      if (place.iteration !== null) missing.push(`iteration ${place.iteration}`);
      const seq = run === null || place.stage === null ? null : doneSeq(run, place.stage);
      if (run !== null && seq !== null) selectStage({ run, seq });
      else {
        if (place.stage !== null)
          missing.push(`moment after ${STAGE_WORDS[place.stage]} of query ${place.query ?? ''}`);
        selectQuery(query.id);
      }
    }
  }
  if (place.versionId !== null) {
    if (live.versions.has(place.versionId)) selectVersion(place.versionId);
    else missing.push(`version ${place.versionId}`);
    if (query !== null && query !== undefined) setView({ queryId: query.id });
  }
  if (place.tab !== null) openTab(place.tab);
  if (place.itemId !== null) openItem(place.itemId);
  if (missing.length > 0) notify('info', `This study has no ${missing.join(' and no ')}.`);
}

/** Follows a link into the open study, or into a recent one by the name of its file. */
export async function followLink({ file, place }: Link): Promise<void> {
  const open = store.getState().study.open;
  if (file === null || file === open?.fileName) {
    goTo(place);
    return;
  }
  const recent = await request('study.recent', {});
  const found = recent.ok ? recent.value.find((each) => each.fileName === file && !each.missing) : undefined;
  if (found === undefined) {
    notify('bad', `${file} is not among the recent studies. Open it first; then the link leads into it.`);
    return;
  }
  await openRecent(found.recentId);
  if (store.getState().study.open?.fileName === file) goTo(place);
}

/** A page that was opened with a place in its address goes there. */
export function followAddress(): void {
  const link = parseLink(location.hash);
  if (link !== null && link.file === null) goTo(link.place);
}

export function goToNote(target: Note['target']): void {
  const live = store.getState().study.live;
  if (live === null) return;
  switch (target.kind) {
    case 'item':
      openItem(target.id);
      return;
    case 'version':
      selectVersion(target.id);
      break;
    case 'query':
      selectQuery(target.id);
      break;
    case 'iteration': {
      const { runId, at } = iterationNamed(target.id);
      openIteration(runId, at);
      break;
    }
    case 'study':
      break;
  }
}

const TAB_OF: Readonly<Record<SearchHit['kind'], Tab | null>> = {
  query: 'trajectory',
  reply: 'trajectory',
  code: 'trajectory',
  output: 'trajectory',
  answer: 'trajectory',
  diagnosis: 'distiller',
  edit: 'cartographer',
  item: null,
  note: null,
};

/** To where something was found. */
export function goToHit(hit: SearchHit): void {
  const live = store.getState().study.live;
  if (live === null) return;
  setView({ found: hit.match });
  const run = hit.runId === null ? undefined : live.runs.get(hit.runId);
  if (run !== undefined && run.withoutItem !== null) {
    // Its panel alone shows the runs that left an item out.
    openItem(run.withoutItem);
    return;
  }
  if (run !== undefined && (hit.callId !== null || hit.iteration !== null)) {
    openIteration(run.id, hit.callId === null ? (hit.iteration ?? 1) : { callId: hit.callId });
    return;
  }
  if (run !== undefined) selectRun(run);
  if (hit.queryId !== null) selectQuery(hit.queryId);
  const tab = TAB_OF[hit.kind];
  if (tab !== null) openTab(tab);
  if (hit.kind === 'item' && hit.itemId !== null) openItem(hit.itemId);
  if (hit.noteId !== null) {
    const note = live.notes.find((each) => each.id === hit.noteId);
    if (note === undefined) {
      notify('info', 'This note was removed; only the log still has it.');
      return;
    }
    goToNote(note.target);
    openSide({ kind: 'notes', target: note.target });
  }
}

/** Where something was found, for people. */
export function hitPlaceWords(live: StudyState, hit: SearchHit): string {
  const run = hit.runId === null ? undefined : live.runs.get(hit.runId);
  const queryId = hit.queryId ?? run?.queryId ?? null;
  const query = queryId === null ? null : queryById(live, queryId);
  const isRemoved = query?.removed ?? (hit.noteId !== null && !live.notes.some((each) => each.id === hit.noteId));
  const words = [
    hit.kind,
    query === null ? '' : `query ${queryNumber(live, query.id)}`,
    isRemoved ? 'removed' : '',
    run === undefined || run.withoutItem === null ? '' : `run without ${run.withoutItem}`,
    hitStepWords(hit),
    hit.itemId ?? '',
  ];
  return words.filter((part) => part !== '').join(' · ');
}

/** A number is one of the root's iterations: what a sub-call was asked or answered is named by itself. */
export function hitStepWords({ iteration, callId }: SearchHit): string {
  if (callId !== null) return `sub-call ${callId}`;
  return iteration === null ? '' : `iteration ${iteration}`;
}

/** What a note would be written on, going by what is shown. */
export function openNotes(): void {
  const state = store.getState();
  const query = shownQuery(state);
  const live = state.study.live;
  const target: Note['target'] =
    state.view.side.kind === 'item'
      ? { kind: 'item', id: state.view.side.itemId }
      : query !== null
        ? { kind: 'query', id: query.id }
        : { kind: 'study', id: live?.studyId ?? 'study' };
  openSide({ kind: 'notes', target });
}

export function notesTitle(target: Note['target']): string {
  const live = store.getState().study.live;
  switch (target.kind) {
    case 'item':
      return target.id;
    case 'version':
      return `version ${target.id}`;
    case 'query':
      return live === null ? 'a query' : `query ${queryNumber(live, target.id)}`;
    case 'iteration': {
      const { runId, at } = iterationNamed(target.id);
      const run = live?.runs.get(runId);
      const words = typeof at === 'number' ? `iteration ${at}` : `sub-call ${at.callId}`;
      return live === null || run === undefined ? words : `query ${queryNumber(live, run.queryId)}, ${words}`;
    }
    case 'study':
      return 'the study';
  }
}

/** The moment at which an operation is done: it is named by its first event, and its version may be among the later ones. */
function momentOfOperation(live: StudyState, seq: number): number {
  const next = live.operations.find((operation) => operation.seq > seq)?.seq ?? Number.POSITIVE_INFINITY;
  const version = [...live.versions.values()].find((each) => each.seq >= seq && each.seq < next);
  return version === undefined ? seq : Math.max(version.seq, runOfVersion(live, version)?.lastSeq ?? 0);
}

export function goToOperation(seq: number): void {
  const { live } = store.getState().study;
  if (live !== null) void travelTo(momentOfOperation(live, seq));
}

/** Back to the map that was there after an operation: what that would change is shown first. */
export async function openRestore(seq: number): Promise<void> {
  const { open, live } = store.getState().study;
  if (open === null || live === null) return;
  const past = await stateAt(open.handle, momentOfOperation(live, seq));
  if (!past.ok) {
    notify('bad', past.error.words);
    return;
  }
  const then = headVersion(past.value);
  const now = headVersion(live);
  if (then === null || now === null) return;
  if (then.id === now.id) {
    notify('info', `The map is still the one that stood there, ${now.id}.`);
    return;
  }
  openSide({ kind: 'compare', from: now.id, to: asVersion(then.id), rollback: true });
}
