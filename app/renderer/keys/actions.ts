// Everything the window can do by name: one table of label, keys, when it applies and what it does. Buttons, tooltips, the
// palette, the footer, the sheet of keys and the menus all read this table, so they cannot disagree. Past 250 lines because
// it is one table.

import * as commands from '../actions/commands.ts';
import { closeStudy, openDemo, openDialog } from '../actions/opening.ts';
import { moveItem, moveQuery, moveStage, moveVersion, toEnd, toStart } from '../actions/moving.ts';
import { decideAll, decideCursor, moveReview, submitReview } from '../actions/review.ts';
import { shiftSelected } from '../actions/ordering.ts';
import { copyMap } from '../actions/exporting.ts';
import * as places from '../actions/places.ts';
import * as views from '../actions/views.ts';
import { headVersion, isFrozen, nextQuery, nextRedo, nextUndo, resumableRun } from '#core/study/index.ts';
import { perState } from '../store/per-state.ts';
import {
  isReviewShown,
  lastRun,
  queryNumber,
  reviewedRun,
  shownQuery,
  shownRun,
  shownState,
  shownVersion,
} from '../store/shown.ts';
import { store } from '../store/store.ts';
import type { PeekStore } from '../store/store.ts';

export type ActionGroup = 'Run' | 'Map' | 'Time' | 'Review' | 'Move' | 'View' | 'Study';

export interface Action {
  readonly label: string;
  readonly group: ActionGroup;
  /** In keymap notation: "s", "shift+s", "mod+k", "g g". The first is the one shown. */
  readonly keys: readonly string[];
  /** True when it can be done now, else the reason in words. */
  readonly can: (state: PeekStore) => true | string;
  readonly run: () => void;
  /** Shown in the footer while it applies. */
  readonly footer?: string;
}

const always = () => true as const;
/** What needs files or a model: not in the page that a study is shared as. */
const inApp = (state: PeekStore) =>
  state.study.info?.platform === 'page' ? 'This page shows one study, to read. Open it in Peek for more.' : true;
const withStudy = (state: PeekStore) => (state.study.live === null ? 'No study is open.' : true);

function changing(state: PeekStore): true | string {
  if (state.study.live === null) return 'No study is open.';
  const readOnly = state.study.open?.readOnly;
  if (readOnly !== null && readOnly !== undefined) return readOnly.words;
  return true;
}

function idle(state: PeekStore): true | string {
  const may = changing(state);
  if (may !== true) return may;
  if (state.study.engine.phase === 'review') return 'Edits wait for your decision first.';
  return isBusy(state) ? 'A run is under way.' : true;
}

function canStep(state: PeekStore): true | string {
  const may = idle(state);
  if (may !== true) return may;
  const live = state.study.live;
  if (live === null || live.queries.every((query) => query.removed)) return 'There are no queries yet. Add some first.';
  if (isSomethingLeft(live)) return true;
  return 'Every query has been answered. Add queries, or run one again.';
}

const isSomethingLeft = perState((live) => nextQuery(live) !== null || resumableRun(live) !== null);

export function isBusy(state: PeekStore): boolean {
  const { phase } = state.study.engine;
  return phase === 'running' || phase === 'stopping' || phase === 'paused' || phase === 'manual';
}

function inReview(state: PeekStore): true | string {
  const may = changing(state);
  if (may !== true || state.study.live === null) return may;
  return reviewedRun(state.study.live) === null ? 'No edits wait for review.' : true;
}

/** Nobody decides on what does not stand before them. */
function seeingReview(state: PeekStore): true | string {
  const may = inReview(state);
  if (may !== true || state.study.live === null || isReviewShown(state)) return may;
  const query = queryNumber(state.study.live, reviewedRun(state.study.live)?.queryId ?? '');
  return `The edits are not in view. Open the Cartographer of query ${query} first.`;
}

/** One edit: the text diff shows what all of them make together. */
function seeingEdits(state: PeekStore): true | string {
  const may = seeingReview(state);
  if (may !== true) return may;
  return state.view.cartographerView === 'edits' ? true : 'The text diff is shown. Choose Edits first.';
}

function canRollBack(state: PeekStore): true | string {
  const may = changing(state);
  const head = state.study.live === null ? null : headVersion(state.study.live);
  if (may !== true || head === null) return may === true ? 'This study has no map yet.' : may;
  if (head.parentId !== null || shownVersion(state)?.id !== head.id) return true;
  return `${head.id} is the first version: there is nothing to roll back to.`;
}

function atNow(state: PeekStore): true | string {
  const may = changing(state);
  if (may !== true) return may;
  return state.view.moment === null ? true : 'You are looking at the past. Go to now first.';
}

function withItem(state: PeekStore): true | string {
  const may = atNow(state);
  if (may !== true) return may;
  return state.view.selectedItemId === null ? 'Select an item first.' : true;
}

function canRunAgain(state: PeekStore): true | string {
  const may = idle(state);
  if (may !== true) return may;
  const query = shownQuery(state);
  if (query === null) return 'There are no queries yet. Add some first.';
  return query.runIds.length === 0 ? 'It has not been run yet.' : true;
}

function withQueries(state: PeekStore): true | string {
  const may = withStudy(state);
  if (may !== true) return may;
  return state.study.live?.queries.some((query) => !query.removed) === true ? true : 'There are no queries yet.';
}

const isUndoable = perState((live) => nextUndo(live) !== null);
const isRedoable = perState((live) => nextRedo(live) !== null);

function canUndo(state: PeekStore): true | string {
  const may = changing(state);
  if (may !== true || state.study.live === null) return may;
  return isUndoable(state.study.live) ? true : 'There is nothing to undo.';
}

function canRedo(state: PeekStore): true | string {
  const may = changing(state);
  if (may !== true || state.study.live === null) return may;
  return isRedoable(state.study.live) ? true : 'There is nothing to redo.';
}

function canJudge(state: PeekStore): true | string {
  const may = idle(state);
  if (may !== true) return may;
  if ((shownRun(state)?.answer ?? null) === null) return 'This query has no answer yet.';
  return (shownQuery(state)?.truth ?? null) === null ? 'This query has no ground truth to judge by.' : true;
}

function canJudgeAll(state: PeekStore): true | string {
  const may = idle(state);
  if (may !== true) return may;
  const { live } = state.study;
  return live !== null && runsToJudge(live).length > 0 ? true : 'Every answer with a ground truth has a verdict.';
}

/** The runs that stand for the queries, where there is a truth and no verdict yet. */
const runsToJudge = perState((live): readonly string[] => {
  const open = live.queries.filter(({ removed, truth }) => !removed && truth !== null);
  return open.flatMap((query) => {
    const run = lastRun(live, query);
    return run !== null && run.answer !== null && run.judged === null ? [run.id] : [];
  });
});

export const ACTIONS = {
  'run.step': {
    label: 'Step',
    group: 'Run',
    keys: ['s'],
    can: canStep,
    run: () => void commands.step(),
    footer: 'step',
  },
  'run.stage': {
    label: 'Step one stage',
    group: 'Run',
    keys: ['shift+s'],
    can: canStep,
    run: () => void commands.stepStage(),
  },
  'run.all': { label: 'Run all', group: 'Run', keys: ['shift+r'], can: canStep, run: () => void commands.runAll() },
  'run.until': {
    label: 'Run up to the selected query',
    group: 'Run',
    keys: [],
    can: canStep,
    run: () => withQuery((queryId) => void commands.runUntil(queryId)),
  },
  'run.again': {
    label: 'Re-run the selected query (calls the model)',
    group: 'Run',
    keys: [],
    can: canRunAgain,
    run: () => withQuery((queryId) => void commands.runAgain(queryId)),
  },
  'run.pause': {
    label: 'Pause, or go on',
    group: 'Run',
    keys: ['shift+p'],
    can: ({ study }) =>
      study.engine.phase === 'running' || study.engine.phase === 'paused' ? true : 'Nothing is running.',
    run: () => void (store.getState().study.engine.phase === 'paused' ? commands.resume() : commands.pause()),
  },
  'run.stop': {
    label: 'Stop',
    group: 'Run',
    keys: ['shift+escape'],
    can: (state) =>
      isBusy(state) ? (state.study.engine.phase === 'stopping' ? 'Stopping…' : true) : 'Nothing is running.',
    run: () => void commands.stop(),
    footer: 'stop',
  },
  'review.toggle': {
    label: 'Review edits',
    group: 'Review',
    keys: ['shift+e'],
    can: changing,
    run: () => void commands.setReview(store.getState().study.live?.settings.reviewEdits !== true),
  },
  'map.freeze': {
    label: 'Freeze the map',
    group: 'Map',
    keys: ['f'],
    can: atNow,
    run: () => {
      const live = store.getState().study.live;
      if (live === null) return;
      void (isFrozen(live) ? commands.unfreeze(null) : commands.freeze(null));
    },
  },
  'map.rollback': { label: 'Roll back…', group: 'Map', keys: ['b'], can: canRollBack, run: views.openRollback },
  'map.edit': {
    label: 'Edit the whole map as text',
    group: 'Map',
    keys: [],
    can: atNow,
    run: () => views.openMapTab('text'),
  },
  'branch.create': {
    label: 'Branch from here…',
    group: 'Map',
    keys: ['shift+b'],
    can: changing,
    run: () => views.openDialog('branch'),
  },
  'operation.undo': { label: 'Undo', group: 'Map', keys: ['mod+z'], can: canUndo, run: () => void commands.undo() },
  'operation.redo': {
    label: 'Redo',
    group: 'Map',
    keys: ['mod+shift+z'],
    can: canRedo,
    run: () => void commands.redo(),
  },
  'item.open': {
    label: 'Open the item’s biography',
    group: 'Map',
    keys: ['enter'],
    can: (state) => (state.view.selectedItemId === null ? 'Select an item first.' : true),
    run: () => {
      const id = store.getState().view.selectedItemId;
      if (id !== null) views.openItem(id);
    },
  },
  'item.pin': { label: 'Pin or unpin the item', group: 'Map', keys: ['p'], can: withItem, run: views.togglePin },
  'item.edit': { label: 'Edit the item', group: 'Map', keys: ['i'], can: withItem, run: views.editSelected },
  'item.add': { label: 'Add an item by hand', group: 'Map', keys: [], can: atNow, run: views.addItem },
  'item.up': { label: 'Move the item up', group: 'Map', keys: ['alt+up'], can: withItem, run: () => shiftSelected(-1) },
  'item.down': {
    label: 'Move the item down',
    group: 'Map',
    keys: ['alt+down'],
    can: withItem,
    run: () => shiftSelected(1),
  },
  'item.next': { label: 'Next item', group: 'Move', keys: ['down', 'shift+j'], can: withStudy, run: () => moveItem(1) },
  'item.previous': {
    label: 'Previous item',
    group: 'Move',
    keys: ['up', 'shift+k'],
    can: withStudy,
    run: () => moveItem(-1),
  },

  'review.accept': {
    label: 'Accept the edit',
    group: 'Review',
    keys: ['a'],
    can: seeingEdits,
    run: () => decideCursor('accept'),
    footer: 'accept',
  },
  'review.refuse': {
    label: 'Refuse the edit',
    group: 'Review',
    keys: ['r'],
    can: seeingEdits,
    run: () => decideCursor('refuse'),
    footer: 'refuse',
  },
  'review.change': {
    label: 'Change the edit',
    group: 'Review',
    keys: ['e'],
    can: seeingEdits,
    run: () => decideCursor('change'),
    footer: 'edit',
  },
  'review.next': { label: 'Next edit', group: 'Review', keys: ['n', 'f7'], can: inReview, run: () => moveReview(1) },
  'review.previous': {
    label: 'Previous edit',
    group: 'Review',
    keys: ['shift+n', 'shift+f7'],
    can: inReview,
    run: () => moveReview(-1),
  },
  'review.acceptAll': {
    label: 'Accept all undecided edits',
    group: 'Review',
    keys: ['shift+a'],
    can: seeingReview,
    run: () => decideAll('accept'),
  },
  'review.submit': {
    label: 'Apply the decisions',
    group: 'Review',
    keys: ['mod+enter'],
    can: seeingReview,
    run: () => void submitReview(),
    footer: 'apply',
  },

  'query.next': {
    label: 'Next query',
    group: 'Move',
    keys: ['j'],
    can: withQueries,
    run: () => moveQuery(1),
    footer: 'next query',
  },
  'query.previous': { label: 'Previous query', group: 'Move', keys: ['k'], can: withQueries, run: () => moveQuery(-1) },
  'time.back': {
    label: 'One version back',
    group: 'Time',
    keys: ['[', 'left'],
    can: withStudy,
    run: () => moveVersion(-1),
    footer: 'version back',
  },
  'time.forward': {
    label: 'One version forward',
    group: 'Time',
    keys: [']', 'right'],
    can: withStudy,
    run: () => moveVersion(1),
    footer: 'forward',
  },
  'time.stageBack': {
    label: 'One stage back',
    group: 'Time',
    keys: ['{', 'shift+left'],
    can: withStudy,
    run: () => moveStage(-1),
  },
  'time.stageForward': {
    label: 'One stage forward',
    group: 'Time',
    keys: ['}', 'shift+right'],
    can: withStudy,
    run: () => moveStage(1),
  },
  'time.start': { label: 'To the first version', group: 'Time', keys: ['g g', 'home'], can: withStudy, run: toStart },
  'time.now': { label: 'To now', group: 'Time', keys: ['shift+g', 'end'], can: withStudy, run: toEnd },
  'time.play': {
    label: 'Play through the versions',
    group: 'Time',
    keys: ['space'],
    can: withStudy,
    run: views.togglePlay,
  },
  'compare.open': { label: 'Compare two versions', group: 'Time', keys: ['c'], can: withStudy, run: views.openCompare },

  'compare.study': {
    label: 'Compare with another study…',
    group: 'Time',
    keys: [],
    can: (state) => (withStudy(state) === true ? inApp(state) : withStudy(state)),
    run: views.openCompare,
  },

  'tab.trajectory': {
    label: 'Trajectory',
    group: 'View',
    keys: ['1'],
    can: withStudy,
    run: () => views.openTab('trajectory'),
  },
  'tab.distiller': {
    label: 'Distiller',
    group: 'View',
    keys: ['2'],
    can: withStudy,
    run: () => views.openTab('distiller'),
  },
  'tab.cartographer': {
    label: 'Cartographer',
    group: 'View',
    keys: ['3'],
    can: withStudy,
    run: () => views.openTab('cartographer'),
  },
  'tab.evictor': { label: 'Evictor', group: 'View', keys: ['4'], can: withStudy, run: () => views.openTab('evictor') },
  'tab.prompts': { label: 'Prompts', group: 'View', keys: ['5'], can: withStudy, run: () => views.openTab('prompts') },
  'map.items': {
    label: 'Map as items',
    group: 'View',
    keys: ['6'],
    can: withStudy,
    run: () => views.openMapTab('items'),
  },
  'map.text': { label: 'Map as text', group: 'View', keys: ['7'], can: withStudy, run: () => views.openMapTab('text') },
  'map.json': { label: 'Map as JSON', group: 'View', keys: ['8'], can: withStudy, run: () => views.openMapTab('json') },
  'view.focus': {
    label: 'Focus on this query',
    group: 'View',
    keys: ['shift+f'],
    can: withStudy,
    run: views.toggleFocus,
  },
  'whatif.open': {
    label: 'What if… (another budget or order)',
    group: 'View',
    keys: ['w'],
    can: withStudy,
    run: () => views.openSide({ kind: 'what-if' }),
  },
  'near.open': {
    label: 'How near the items are (embedding model)',
    group: 'Map',
    keys: [],
    can: withStudy,
    run: () => views.openSide({ kind: 'near' }),
  },
  'answer.judge': {
    label: 'Judge the answer by a model',
    group: 'Run',
    keys: [],
    can: canJudge,
    run: () => withShownRun((runId) => void commands.judge([runId])),
  },
  'answer.judgeAll': {
    label: 'Judge all answers by a model',
    group: 'Run',
    keys: [],
    can: canJudgeAll,
    run: () => {
      const { live } = store.getState().study;
      if (live !== null) void commands.judge([...runsToJudge(live)]);
    },
  },
  'view.warnings': {
    label: 'Warnings',
    group: 'View',
    keys: ['shift+w'],
    can: withStudy,
    run: () => views.openSide({ kind: 'warnings' }),
  },
  'view.operations': {
    label: 'Operations log',
    group: 'View',
    keys: ['o'],
    can: withStudy,
    run: () => views.openSide({ kind: 'operations' }),
  },
  'view.notes': {
    label: 'Notes',
    group: 'View',
    keys: ['m'],
    can: withStudy,
    run: places.openNotes,
  },
  'view.costs': {
    label: 'Cost by stage',
    group: 'View',
    keys: ['$'],
    can: withStudy,
    run: () => views.openSide({ kind: 'costs' }),
  },
  'search.open': {
    label: 'Find in the study',
    group: 'View',
    keys: ['/', 'mod+f'],
    can: withStudy,
    run: () => views.openSide({ kind: 'search' }),
    footer: 'find',
  },
  'search.all': {
    label: 'Find in all recent studies',
    group: 'View',
    keys: ['mod+shift+f'],
    can: (state) => {
      const { live, recent } = state.study;
      const nothing = live === null && recent.kind === 'data' && recent.value.length === 0;
      return nothing ? 'No study has been opened yet.' : inApp(state);
    },
    run: () => views.openFindAll(),
  },
  'view.close': {
    label: 'Close what is open',
    group: 'View',
    keys: ['escape'],
    can: always,
    run: views.closeInnermost,
  },
  'palette.open': {
    label: 'All commands',
    group: 'View',
    keys: ['mod+k'],
    can: always,
    run: views.openPalette,
    footer: 'commands',
  },
  'help.keys': {
    label: 'Keys',
    group: 'View',
    keys: ['?'],
    can: always,
    run: () => views.openDialog('keys'),
    footer: 'keys',
  },
  'theme.next': { label: 'Next theme', group: 'View', keys: [], can: always, run: views.nextTheme },
  'theme.system': { label: 'Theme: system', group: 'View', keys: [], can: always, run: () => views.setTheme('system') },
  'theme.light': { label: 'Theme: light', group: 'View', keys: [], can: always, run: () => views.setTheme('light') },
  'theme.dark': { label: 'Theme: dark', group: 'View', keys: [], can: always, run: () => views.setTheme('dark') },
  'theme.contrast': {
    label: 'Theme: high contrast',
    group: 'View',
    keys: [],
    can: always,
    run: () => views.setTheme('contrast'),
  },
  'zoom.in': { label: 'Larger', group: 'View', keys: ['mod+='], can: always, run: () => views.zoomBy(10) },
  'zoom.out': { label: 'Smaller', group: 'View', keys: ['mod+-'], can: always, run: () => views.zoomBy(-10) },
  'zoom.reset': {
    label: 'Actual size',
    group: 'View',
    keys: ['mod+0'],
    can: always,
    run: () => views.zoomTo(100),
  },

  'study.new': {
    label: 'New study…',
    group: 'Study',
    keys: ['mod+n'],
    can: inApp,
    run: () => views.openDialog('new-study'),
  },
  'study.open': { label: 'Open a study…', group: 'Study', keys: ['mod+o'], can: inApp, run: () => void openDialog() },
  'study.demo': { label: 'Open the demo study', group: 'Study', keys: [], can: inApp, run: () => void openDemo() },
  'study.demoOffline': {
    label: 'Open the demo to run (offline model)',
    group: 'Study',
    keys: [],
    can: inApp,
    run: () => void openDemo('offline'),
  },
  'study.close': {
    label: 'Close the study',
    group: 'Study',
    keys: [],
    can: (state) => (withStudy(state) === true ? inApp(state) : withStudy(state)),
    run: () => void closeStudy(),
  },
  'study.export': {
    label: 'Export…',
    group: 'Study',
    keys: ['mod+e'],
    can: withStudy,
    run: () => views.openDialog('export'),
  },
  'copy.json': {
    label: 'Copy the map as JSON',
    group: 'Study',
    keys: [],
    can: withStudy,
    run: () => void copyMap('json'),
  },
  'copy.prompt': {
    label: 'Copy the map as prompt text',
    group: 'Study',
    keys: ['shift+y'],
    can: withStudy,
    run: () => void copyMap('prompt'),
  },
  'copy.markdown': {
    label: 'Copy the map as Markdown',
    group: 'Study',
    keys: [],
    can: withStudy,
    run: () => void copyMap('markdown'),
  },
  'study.replay': {
    label: 'Replay from the recording…',
    group: 'Study',
    keys: [],
    can: withStudy,
    run: () => views.openDialog('replay'),
  },
  'preferences.open': {
    label: 'Settings…',
    group: 'Study',
    keys: ['mod+,'],
    can: always,
    run: () => views.openDialog('settings'),
  },
  'study.queries': {
    label: 'Add queries…',
    group: 'Study',
    keys: ['q'],
    can: changing,
    run: () => views.openDialog('queries'),
  },
  'study.link': {
    label: 'Copy a link to this step',
    group: 'Study',
    keys: ['y'],
    can: withStudy,
    run: () => void places.copyLink(),
  },
  'help.about': { label: 'About Peek', group: 'Study', keys: [], can: always, run: () => views.openDialog('about') },
} as const satisfies Readonly<Record<string, Action>>;

export type ActionId = keyof typeof ACTIONS;

export const ACTION_IDS: readonly ActionId[] = Object.keys(ACTIONS).filter(isActionId);

export function isActionId(name: string): name is ActionId {
  return Object.hasOwn(ACTIONS, name);
}

export function actionOf(id: ActionId): Action {
  return ACTIONS[id];
}

/** Does it, when it applies; a name that no action has does nothing. */
export function runAction(name: string): void {
  if (!isActionId(name)) return;
  const action = actionOf(name);
  if (action.can(store.getState()) === true) action.run();
}

function withShownRun(act: (runId: string) => void): void {
  const run = shownRun(store.getState());
  if (run !== null) act(run.id);
}

function withQuery(act: (queryId: string) => void): void {
  const state = store.getState();
  const query = shownState(state) === null ? null : shownQuery(state);
  if (query !== null) act(query.id);
}
