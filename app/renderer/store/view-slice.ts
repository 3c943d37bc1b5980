// Where the reader is: the moment in time, what is selected and open, the layout. Never holds a copy of study data but the
// one state that was reduced up to the chosen moment.

import type { Preferences } from '#app/bridge/index.ts';
import type { IterationPlace, Note, StoredText, StudyState } from '#core/study/index.ts';

export const TABS = ['trajectory', 'distiller', 'cartographer', 'evictor', 'prompts'] as const;
export type Tab = (typeof TABS)[number];

export const MAP_TABS = ['items', 'text', 'json'] as const;
export type MapTab = (typeof MAP_TABS)[number];

/** The later of two maps that are compared: a version, or what the edits that wait for review would make of that version. */
export interface LaterMap {
  readonly versionId: string;
  readonly isProposed: boolean;
}

/** What the right pane shows instead of the map. */
export type Side =
  | { readonly kind: 'map' }
  | { readonly kind: 'item'; readonly itemId: string }
  | { readonly kind: 'compare'; readonly from: string; readonly to: LaterMap; readonly rollback: boolean }
  /** A map of another study, by its place among the recent ones, beside one of this; null is its latest. */
  | {
      readonly kind: 'compare-study';
      readonly recentId: string;
      readonly versionId: string | null;
      readonly to: string;
    }
  | { readonly kind: 'what-if' }
  | { readonly kind: 'warnings' }
  | { readonly kind: 'operations' }
  | { readonly kind: 'near' }
  | { readonly kind: 'search' }
  | { readonly kind: 'notes'; readonly target: Note['target'] }
  | { readonly kind: 'costs' };

export type DialogName =
  'export' | 'settings' | 'new-study' | 'keys' | 'about' | 'branch' | 'queries' | 'freeze' | 'find-all' | 'replay';

export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'good' | 'bad';
  readonly words: string;
}

export interface ViewSlice {
  /** The seq the window looks at; null is now. */
  readonly moment: number | null;
  /** The study as it was at that moment; null is now. */
  readonly past: StudyState | null;
  /** The query the reader chose; null follows the run under way. */
  readonly queryId: string | null;
  readonly tab: Tab;
  /** An iteration that a link leads to, or how the run ended; the trajectory scrolls there once. */
  readonly sought: { readonly runId: string; readonly iteration: IterationPlace['at'] | 'end' } | null;
  /** The sub-calls to open on the way to what a link leads to, the outermost first; the last one is the place itself. */
  readonly way: readonly string[] | null;
  /** A call whose prompt a link leads to. */
  readonly soughtCall: string | null;
  /** Words that Find led to: marked where they are drawn while Find is open. */
  readonly found: string | null;
  readonly mapTab: MapTab;
  readonly side: Side;
  readonly selectedItemId: string | null;
  readonly dialog: DialogName | null;
  /** A file dropped on the window, waiting in the new-study dialog. */
  readonly droppedPath: string | null;
  /** The text of a file of queries that was dropped, waiting in the dialog that takes it. */
  readonly droppedQueries: string | null;
  /** What was last looked for, kept while panels come and go. */
  readonly findText: string;
  readonly paletteOpen: boolean;
  /** Playing through the versions. */
  readonly playing: boolean;
  /** One column with everything about the chosen query. */
  readonly focus: boolean;
  readonly cartographerView: 'edits' | 'text';
  /** A long text opened whole. */
  readonly reader: { readonly title: string; readonly text: StoredText } | null;
  readonly notices: readonly Notice[];
  readonly preferences: Preferences;
}

export const DEFAULT_PREFERENCES: Preferences = { theme: 'system', author: '', layout: {}, zoomPercent: 100 };

export const emptyViewSlice: ViewSlice = {
  moment: null,
  past: null,
  queryId: null,
  tab: 'trajectory',
  sought: null,
  way: null,
  soughtCall: null,
  found: null,
  mapTab: 'items',
  side: { kind: 'map' },
  selectedItemId: null,
  dialog: null,
  droppedPath: null,
  droppedQueries: null,
  findText: '',
  paletteOpen: false,
  playing: false,
  focus: false,
  cartographerView: 'edits',
  reader: null,
  notices: [],
  preferences: DEFAULT_PREFERENCES,
};
