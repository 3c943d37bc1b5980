// The first events of a study: what it is, and a map with headings only (or nothing at all), never pre-filled.

import { emptyMap } from '#core/map/index.ts';
import type { CountTokens } from '#core/map/index.ts';
import type { Actor, EventPayload, NewEvent, StudyEvent } from '../events.ts';
import type { StudyLog } from '../log.ts';
import type { StudySettings } from '../settings.ts';
import { eventBy } from './decision.ts';
import { versionEvent } from './map-versions.ts';

export interface NewStudy {
  readonly studyId: string;
  readonly name: string;
  readonly label: string | null;
  readonly appVersion: string;
  readonly settings: StudySettings;
  readonly context: EventPayload<'study.created'>['context'];
  readonly queries: readonly { readonly text: string; readonly truth: string | null }[];
}

export interface NewStudyPorts {
  readonly actor: Actor;
  readonly count: CountTokens;
  readonly hash: (text: string) => string;
}

/** Appends them to an empty log. Throws StorageFailure; a log that holds events already is a bug of the caller. */
export function createStudy(log: StudyLog, study: NewStudy, ports: NewStudyPorts): readonly StudyEvent[] {
  if (log.read(0, 1).length > 0) throw new Error('the log already holds a study');
  const { studyId, name, label, appVersion, settings, context } = study;
  const { method } = settings;
  const first: NewEvent[] = [
    eventBy(ports.actor, 'study.created', { studyId, name, label, appVersion, settings, context }),
    versionEvent(ports, {
      versionId: 'v0',
      parent: null,
      branch: 'main',
      map: emptyMap(method.sections, method.blankSlate ? 'used' : 'all'),
      cause: 'created',
      budgetTokens: method.budgetTokens,
    }),
  ];
  if (method.evolveSteps === 0) {
    first.push(eventBy(ports.actor, 'map.frozen', { branch: 'main', cause: 'evolve-steps', reason: null }));
  }
  const queries = study.queries.map((query, index) =>
    eventBy(ports.actor, 'query.added', { queryId: `q${index + 1}`, text: log.keep(query.text), truth: query.truth }),
  );
  return [...log.append(first), ...(queries.length === 0 ? [] : log.append(queries))];
}
