// Builders for tests of everything that stands on a study: complete values that take overrides.

import type { MapItem, SectionId } from '#core/map/index.ts';
import type { Actor, EventPayload, EventType, NewEvent, StudyEvent } from './events.ts';
import { placeEvents } from './decode.ts';
import { DEFAULT_SETTINGS } from './settings.ts';

export function anItem(over: Partial<MapItem> = {}): MapItem {
  return {
    id: 'cr-00001',
    section: 'cr',
    content: 'The context holds one record per line.',
    score: 0,
    born: 1,
    tokens: 12,
    pin: null,
    origin: { kind: 'hand', by: 'ann' },
    ...over,
  };
}

export function anEvent<T extends EventType>(
  type: T,
  payload: EventPayload<T>,
  actor: Actor = 'engine',
): Extract<NewEvent, { readonly type: T }> {
  return { type, actor, payload } as Extract<NewEvent, { readonly type: T }>;
}

export const created = anEvent('study.created', {
  studyId: 's-test',
  name: 'A study',
  label: null,
  appVersion: '0.0.0',
  settings: DEFAULT_SETTINGS,
  context: {
    name: 'log.txt',
    chars: 20,
    bytes: 20,
    lines: 2,
    sha256: '0'.repeat(64),
    encoding: 'utf-8',
    format: 'text',
    tokens: 5,
    head: 'one line\ntwo lines\n',
  },
});

export function aVersion(over: Partial<EventPayload<'version.committed'>> = {}, actor: Actor = 'engine'): NewEvent {
  const sections: SectionId[] = ['cr', 'cu', 'dc', 'ps', 'rr'];
  return anEvent(
    'version.committed',
    {
      versionId: 'v0',
      parentId: null,
      branch: 'main',
      cause: 'created',
      runId: null,
      sections,
      headers: 'all',
      delta: { put: [], removed: [], order: null },
      tokens: 60,
      tokensBySection: {},
      budgetTokens: 1_024,
      hash: 'h0',
      reason: null,
      ...over,
    },
    actor,
  );
}

export function aRunStart(over: Partial<EventPayload<'run.started'>> = {}): NewEvent {
  return anEvent('run.started', {
    runId: 'r1',
    queryId: 'q1',
    branch: 'main',
    versionId: 'v0',
    method: 'peek',
    mapText: '## CONTEXT ROADMAP',
    mapTokens: 60,
    evolves: true,
    withoutItem: null,
    ...over,
  });
}

/** Each inner list is appended as one operation. */
export function logged(...operations: readonly (readonly NewEvent[])[]): readonly StudyEvent[] {
  const events: StudyEvent[] = [];
  for (const operation of operations) {
    events.push(...placeEvents(operation, events.at(-1)?.seq ?? 0, '2026-01-02T03:04:05.000Z'));
  }
  return events;
}

type BlockTexts = Pick<EventPayload<'iteration.finished'>['blocks'][number], 'code' | 'stdout' | 'stderr' | 'shown'>;

export function anIterationEvent(
  over: Partial<Omit<EventPayload<'iteration.finished'>, 'blocks'>> & { readonly blocks?: readonly BlockTexts[] } = {},
): NewEvent {
  const { blocks = [], ...rest } = over;
  return anEvent('iteration.finished', {
    runId: 'r1',
    number: 1,
    depth: 0,
    parentCallId: null,
    callId: 'c1',
    reply: 'print(len(context))',
    blocks: blocks.map((texts) => ({
      ...texts,
      outputChars: 0,
      error: null,
      variables: [],
      durationMs: 1,
      limit: null,
      stateLost: false,
      callIds: [],
    })),
    finalRefused: null,
    answer: null,
    elapsedMs: 1,
    ...rest,
  });
}
