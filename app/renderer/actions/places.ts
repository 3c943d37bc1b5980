// Links to places in a study: making one for what is shown, and going where one leads.

import type { SearchHit } from '#app/bridge/index.ts';
import { headOf, headVersion } from '#core/study/index.ts';
import type { Note, StudyState } from '#core/study/index.ts';
import { request } from '../host/current-host.ts';
import { asVersion } from '../store/outcome.ts';
import { parseLink, placeWords, writeLink } from '../store/place.ts';
import type { Link, Place } from '../store/place.ts';
import { lastRun, queryNumber, runOfVersion, shownQuery, shownState, shownVersion } from '../store/shown.ts';
import { setView, store } from '../store/store.ts';
import type { Tab } from '../store/view-slice.ts';
import { openIteration, selectQuery, selectVersion } from './moving.ts';
import { notify } from './notices.ts';
import { openRecent } from './opening.ts';
import { stateAt } from './time-machine.ts';
import { travelTo } from './time.ts';
import { copyText, openItem, openSide, openTab } from './views.ts';

/** A line that leads a colleague who has the same study to what is shown now. */
export async function copyLink(iteration: number | null = null): Promise<void> {
  const link = linkToShown(iteration);
  if (link !== null) await copyText(writeLink(link), `Link to ${placeWords(link.place)}`);
}

function linkToShown(iteration: number | null): Link | null {
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
      iteration,
      versionId: version !== null && version.id !== own ? version.id : null,
      itemId: state.view.side.kind === 'item' ? state.view.side.itemId : state.view.selectedItemId,
      tab: iteration === null ? state.view.tab : null,
    },
  };
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
    if (place.iteration !== null && run !== null && place.iteration <= run.iterationCount)
      openIteration(run.id, place.iteration);
    else {
      if (place.iteration !== null) missing.push(`iteration ${place.iteration}`);
      selectQuery(query.id);
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
      const [runId = '', number = '1'] = target.id.split('/');
      openIteration(runId, Number(number));
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
  const tab = TAB_OF[hit.kind];
  const run = hit.runId === null ? undefined : live.runs.get(hit.runId);
  if (run !== undefined && hit.iteration !== null) {
    openIteration(run.id, hit.iteration);
    return;
  }
  if (run !== undefined) selectQuery(run.queryId);
  if (tab !== null) openTab(tab);
  if (hit.kind === 'item' && hit.itemId !== null) openItem(hit.itemId);
  const words = `${hit.before}${hit.match}`;
  if (hit.kind === 'query') {
    const query = live.queries.find((each) => headOf(each.text).includes(words));
    if (query !== undefined) selectQuery(query.id);
  }
  if (hit.kind === 'note') {
    const note = live.notes.find((each) => each.text.includes(words));
    if (note === undefined) return;
    goToNote(note.target);
    openSide({ kind: 'notes', target: note.target });
  }
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
      const [runId = '', number = ''] = target.id.split('/');
      const run = live?.runs.get(runId);
      return live === null || run === undefined
        ? `iteration ${number}`
        : `query ${queryNumber(live, run.queryId)}, iteration ${number}`;
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
