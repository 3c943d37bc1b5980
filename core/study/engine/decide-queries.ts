// Queries, notes and a run that is given up: small facts that only have to be possible.

import { ok } from '#core/result.ts';
import type { Command } from '../commands.ts';
import { iterationNamed } from '../iteration-id.ts';
import type { StudyState } from '../state.ts';
import type { StoredText } from '../text.ts';
import { eventBy, refuse, unknown } from './decision.ts';
import type { Decision, Desk } from './decision.ts';

export type QueryCommand = Extract<
  Command,
  {
    do: 'queries.add' | 'query.remove' | 'query.skip' | 'query.restore' | 'run.abandon' | 'note.add' | 'note.remove';
  }
>;

export function decideQueries(desk: Desk, command: QueryCommand, keep: (text: string) => StoredText): Decision {
  const { state, actor } = desk;
  switch (command.do) {
    case 'queries.add': {
      const wanted = command.queries.filter((query) => query.text.trim() !== '');
      if (wanted.length === 0) return refuse('There is no query in it.');
      return ok(
        wanted.map((query, index) =>
          eventBy(actor, 'query.added', {
            queryId: `q${state.queries.length + 1 + index}`,
            text: keep(query.text.trim()),
            truth: query.truth,
          }),
        ),
      );
    }
    case 'query.remove': {
      const query = queryOf(state, command.queryId);
      if (query === undefined || query.removed) return noQuery(command.queryId);
      if (isWorkedOn(state, query.id)) return refuse(`${query.id} is being worked on. Stop and give up its run first.`);
      return ok([eventBy(actor, 'query.removed', { queryId: query.id })]);
    }
    case 'query.skip': {
      const query = queryOf(state, command.queryId);
      if (query === undefined || query.removed) return noQuery(command.queryId);
      if (query.skipped) return refuse(`${query.id} is skipped already.`);
      if (isWorkedOn(state, query.id)) return refuse(`${query.id} is being worked on. Stop and give up its run first.`);
      return ok([eventBy(actor, 'query.skipped', { queryId: query.id, reason: command.reason })]);
    }
    case 'query.restore': {
      const query = queryOf(state, command.queryId);
      if (query === undefined) return noQuery(command.queryId);
      if (!query.removed && !query.skipped) return refuse(`${query.id} is neither removed nor skipped.`);
      return ok([eventBy(actor, 'query.restored', { queryId: query.id })]);
    }
    case 'run.abandon': {
      const run = state.runs.get(command.runId);
      if (run === undefined) return unknown(`This study has no run ${command.runId}.`);
      if (run.abandoned || run.status === 'done') return refuse(`${run.id} is over already.`);
      return ok([eventBy(actor, 'run.abandoned', { runId: run.id, reason: null })]);
    }
    case 'note.add': {
      if (command.text.trim() === '') return refuse('The note is empty.');
      if (!hasTarget(state, command.target)) {
        return unknown(`This study has no ${command.target.kind} ${command.target.id} to put a note on.`);
      }
      const noteId = `n${state.lastNumbers.note + 1}`;
      return ok([eventBy(actor, 'note.added', { noteId, target: command.target, text: command.text })]);
    }
    case 'note.remove':
      if (!state.notes.some((note) => note.id === command.noteId)) {
        return unknown(`This study has no note ${command.noteId}.`);
      }
      return ok([eventBy(actor, 'note.removed', { noteId: command.noteId })]);
  }
}

function queryOf(state: StudyState, queryId: string) {
  return state.queries.find((each) => each.id === queryId);
}

function noQuery(queryId: string): Decision {
  return unknown(`This study has no query ${queryId}.`);
}

function isWorkedOn(state: StudyState, queryId: string): boolean {
  return state.activeRunId !== null && state.runs.get(state.activeRunId)?.queryId === queryId;
}

function hasTarget(state: StudyState, target: { readonly kind: string; readonly id: string }): boolean {
  switch (target.kind) {
    case 'study':
      return true;
    case 'query':
      return queryOf(state, target.id) !== undefined;
    case 'version':
      return state.versions.has(target.id);
    case 'iteration': {
      const { runId, at } = iterationNamed(target.id);
      const run = state.runs.get(runId);
      if (run === undefined) return false;
      if (typeof at === 'number') return at >= 1 && at <= run.iterationCount;
      // What a folded run's agents did is not at hand; that there was such a call has to do.
      if (run.folded) return isCallGiven(state, at.callId);
      return run.iterations.some(({ depth, callId }) => depth > 0 && callId === at.callId);
    }
    case 'item': {
      const section = target.id.slice(0, 2);
      const last = Object.entries(state.lastItemNumber).find(([each]) => each === section)?.[1] ?? 0;
      const number = Number(target.id.slice(3));
      return number >= 1 && number <= last;
    }
    default:
      return false;
  }
}

function isCallGiven(state: StudyState, callId: string): boolean {
  const number = Number(/^c(\d+)$/.exec(callId)?.[1] ?? 0);
  return number >= 1 && number <= state.lastNumbers.call;
}
