// A place in a study as a line of text that people can send each other: support-tickets.peek#q3.i2. The parts after the
// sign stand in any order: q3 a query, i2 its iteration, c17 a sub-agent's by its call, after-distiller the moment at which
// that stage of its run was done, v6 a version, cu-00002 an item, evictor a tab. Pure.

import { TABS } from './view-slice.ts';
import type { Tab } from './view-slice.ts';

/** The Evictor is done when the whole run is, which is where a query leads by itself. */
const STAGES = ['agent', 'distiller', 'cartographer'] as const;
export type StageWithin = (typeof STAGES)[number];

export interface Place {
  readonly query: number | null;
  readonly iteration: number | null;
  /** A sub-agent's iteration, by the call that wrote it. */
  readonly callId: string | null;
  /** The moment at which this stage of the query's run was done; null is when the run was. */
  readonly stage: StageWithin | null;
  readonly versionId: string | null;
  readonly itemId: string | null;
  readonly tab: Tab | null;
}

export interface Link {
  /** Name of the study's file; null for a place in the study that is open. */
  readonly file: string | null;
  readonly place: Place;
}

export const NOWHERE: Place = {
  query: null,
  iteration: null,
  callId: null,
  stage: null,
  versionId: null,
  itemId: null,
  tab: null,
};

/** What was done at the moment, for people. */
export const STAGE_WORDS: Readonly<Record<StageWithin, string>> = {
  agent: 'the answer',
  distiller: 'the Distiller',
  cartographer: 'the Cartographer',
};

/** Null when the text is not such a line; so is one with a part that means nothing. */
export function parseLink(text: string): Link | null {
  const line = text.trim();
  const at = line.lastIndexOf('#');
  if (at < 0 || line.length > 1_000 || line.includes('\n')) return null;
  const parts = line.slice(at + 1).split('.');
  let place = NOWHERE;
  for (const part of parts) {
    const read = readPart(part);
    if (read === null) return null;
    place = { ...place, ...read };
  }
  const needsQuery = place.iteration !== null || place.callId !== null || place.stage !== null;
  if (needsQuery && place.query === null) return null;
  const file = line.slice(0, at).replace(/^peek:\/\/study\//, '');
  return { file: file === '' ? null : file, place };
}

function readPart(part: string): Partial<Place> | null {
  const query = /^q([1-9]\d{0,6})$/.exec(part)?.[1];
  if (query !== undefined) return { query: Number(query) };
  const iteration = /^i([1-9]\d{0,6})$/.exec(part)?.[1];
  if (iteration !== undefined) return { iteration: Number(iteration) };
  if (/^c\d{1,9}$/.test(part)) return { callId: part };
  const stage = STAGES.find((each) => part === `after-${each}`);
  if (stage !== undefined) return { stage };
  if (/^v\d{1,7}$/.test(part)) return { versionId: part };
  if (/^(cr|cu|dc|ps|rr|ep)-\d{5}$/.test(part)) return { itemId: part };
  const tab = TABS.find((each) => each === part);
  return tab === undefined ? null : { tab };
}

export function writeLink({ file, place }: Link): string {
  const parts = [
    place.query === null ? '' : `q${place.query}`,
    place.iteration === null ? '' : `i${place.iteration}`,
    place.callId ?? '',
    place.stage === null ? '' : `after-${place.stage}`,
    place.versionId ?? '',
    place.tab === null || place.tab === 'trajectory' ? '' : place.tab,
    place.itemId ?? '',
  ];
  return `${file ?? ''}#${parts.filter((part) => part !== '').join('.')}`;
}

/** "query 3, iteration 2", for people. */
export function placeWords({ query, iteration, callId, stage, versionId, itemId, tab }: Place): string {
  const words = [
    query === null ? '' : `query ${query}`,
    iteration === null ? '' : `iteration ${iteration}`,
    callId === null ? '' : `sub-call ${callId}`,
    stage === null ? '' : `after ${STAGE_WORDS[stage]}`,
    tab ?? '',
    versionId === null ? '' : `version ${versionId}`,
    itemId ?? '',
  ];
  return words.filter((word) => word !== '').join(', ');
}
