// Maps of any version: as text, exported, and what a change would make of the current one before anybody commits to it.

import type { RequestError } from '#app/bridge/index.ts';
import { mapPieces, type MapFormat } from '#core/interop/index.ts';
import { joinPieces, tokenCounter } from '#core/node/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { whatIfInSteps, type Actor, type CommandError, type StudyState } from '#core/study/index.ts';
import type { StudyDesk } from '../study-desk.ts';
import { withStudy, type Caller, type DeskHandlers } from './callers.ts';
import { inSlices, STOPPED } from './in-slices.ts';
import { longWork } from './long-work.ts';

type Names = 'preview.review' | 'preview.command' | 'preview.whatIf' | 'map.text' | 'export.text';

export function mapHandlers(desk: StudyDesk, actor: () => Actor): Pick<DeskHandlers, Names> {
  return {
    'preview.review': ({ handle, runId, decisions }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => asRequest(study.previewReview(runId, decisions))),
    'preview.command': ({ handle, command }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => asRequest(study.previewCommand(command, actor()))),
    'preview.whatIf': ({ handle, branch, options }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => {
        const { state } = study.engine;
        if (!state.branches.has(branch)) return err(notFound(`There is no branch ${branch}.`));
        const started = performance.now();
        const steps = whatIfInSteps(state, branch, options, tokenCounter(state.settings.method.tokenizer));
        return longWork(caller, 'What if', async (going) => {
          const result = await inSlices(steps, { ...going, signal: newest(caller, going.signal) });
          if (result === null) return err(STOPPED);
          const { rows, finalText, warnings } = result;
          return ok({ rows, finalText, warnings, elapsedMs: performance.now() - started });
        });
      }),
    'map.text': ({ handle, versionId }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => textOf(study.engine.state, versionId, 'prompt')),
    'export.text': ({ handle, versionId, format }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => textOf(study.engine.state, versionId, format)),
  };
}

const asked = new WeakMap<Caller, AbortController>();

/** Whoever asks what if anew does not want the former answer any more. */
function newest(caller: Caller, signal: AbortSignal): AbortSignal {
  asked.get(caller)?.abort();
  const own = new AbortController();
  asked.set(caller, own);
  return AbortSignal.any([signal, own.signal]);
}

/** What stands for the map elsewhere, piece by piece. */
export function exported(
  state: StudyState,
  versionId: string,
  format: MapFormat,
): Result<Iterable<string>, RequestError> {
  const pieces = mapPieces(state, versionId, format);
  return pieces === null ? err(notFound(`There is no version ${versionId}.`)) : ok(pieces);
}

async function textOf(state: StudyState, versionId: string, format: MapFormat): Promise<Result<string, RequestError>> {
  const pieces = exported(state, versionId, format);
  return pieces.ok ? ok(await joinPieces(pieces.value)) : pieces;
}

function asRequest<T>(result: Result<T, CommandError>): Result<T, RequestError> {
  if (result.ok) return result;
  const { kind, words } = result.error;
  switch (kind) {
    case 'cancelled':
    case 'refused':
    case 'storage':
      return err({ kind, words });
    case 'busy':
    case 'read-only':
      return err({ kind: 'refused', words });
    case 'unknown':
      return err({ kind: 'not-found', words });
  }
}

function notFound(words: string): RequestError {
  return { kind: 'not-found', words };
}
