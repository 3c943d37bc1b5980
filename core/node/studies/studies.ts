// A study with all it needs to run: its file, its context, the agent, the policy, the models. Main and the command line
// open and make studies here; what is theirs alone (Python's page, the keys) comes in as ports.

import { createRlmAgent, type Agent } from '#core/agents/index.ts';
import { JUDGE_SCHEMA, judgeMessages, readVerdict, scoreAnswer } from '#core/bench/index.ts';
import { readMapFile } from '#core/interop/index.ts';
import { renderMap } from '#core/map/index.ts';
import { createPeekPolicy } from '#core/methods/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import {
  createEngine,
  createTimeline,
  headVersion,
  messagesOf,
  previewCommand,
  previewReview,
  rlmSettings,
} from '#core/study/index.ts';
import type { Engine, EnginePorts, LoggedEvent, StudyEvent } from '#core/study/index.ts';
import { removeStudyFile } from '../replacing.ts';
import {
  createStudyFile,
  hashText,
  openStudyFile,
  StoreFailure,
  type StoreError,
  type StudyFile,
} from '../store/index.ts';
import { tokenCounter } from '../tokenizer/index.ts';
import { fillStudy } from './fill-study.ts';
import { importRlmLog } from './import-rlm-log.ts';
import type { OpenOptions, OpenStudy, Studies, StudiesPorts, StudyOptions } from './open-study.ts';
import { watchPython } from './python-watch.ts';

export function createStudies(given: StudiesPorts): Studies {
  const agent = createRlmAgent();
  const policy = createPeekPolicy();

  function assemble(file: StudyFile, { manual, onPython }: StudyOptions): OpenStudy {
    const context = contextOf(file);
    const enginePorts: Omit<EnginePorts, 'log'> = {
      ...(given.prices === undefined ? {} : { prices: given.prices() }),
      context,
      agent,
      python: (kind) => (onPython === undefined ? given.python(kind) : watchPython(given.python(kind), onPython)),
      model: (settings) => given.model(settings, manual),
      policy: () => policy,
      counter: tokenCounter,
      hash: hashText,
      now: () => performance.now(),
      score: scoreAnswer,
      judge: { messages: judgeMessages, jsonSchema: JUDGE_SCHEMA, read: readVerdict },
      readMap: readMapFile,
    };
    const engine = createEngine({ ...enginePorts, log: file });
    const count = () => tokenCounter(engine.state.settings.method.tokenizer);
    const textOf: OpenStudy['textOf'] = (text) => (typeof text === 'string' ? text : file.text(text));
    const timeline = createTimeline(file);
    return {
      path: file.path,
      file,
      engine,
      ports: enginePorts,
      textOf,
      messagesOf: (callId) => messagesOf(callId, eventsAround(callId, file, engine), textOf),
      nextMessages: (queryId) => nextMessages(queryId, agent, engine, context, textOf),
      previewCommand: (command, actor) =>
        previewCommand(engine.state, command, {
          count: count(),
          hash: hashText,
          actor,
          operation: (seq) => operationAt(seq, file),
          stateAt: (seq) => timeline.at(seq),
          readMap: readMapFile,
        }),
      previewReview: (runId, decisions) => previewReview(engine.state, runId, decisions, { count: count(), policy }),
      close: () => engine.close(),
    };
  }

  function assembled(file: StudyFile, options: OpenOptions): Result<OpenStudy, StoreError> {
    try {
      return ok(assemble(file, options));
    } catch (error) {
      file.close();
      if (error instanceof StoreFailure) return err(error.error);
      throw error;
    }
  }

  return {
    open(path, options = {}) {
      const opened = openStudyFile(path, { readOnly: options.readOnly ?? false });
      return opened.ok ? assembled(opened.value, options) : opened;
    },
    async openGently(path, options = {}) {
      const opened = openStudyFile(path, { readOnly: options.readOnly ?? false });
      if (!opened.ok) return opened;
      await opened.value.readAhead();
      return assembled(opened.value, options);
    },
    async create(path, wanted, options = {}) {
      const made = createStudyFile(path);
      if (!made.ok) return made;
      const file = made.value;
      try {
        await fillStudy(file, wanted, given.appVersion, options.onProgress ?? (() => undefined));
        return ok(assemble(file, options));
      } catch (error) {
        file.close();
        removeStudyFile(path);
        if (error instanceof StoreFailure) return err(error.error);
        throw error;
      }
    },
    importLog: (logPath, path, options) => importRlmLog(logPath, path, { ...options, appVersion: given.appVersion }),
  };
}

/** More than any operation appends at once. A number of ours. */
const MAX_OPERATION_EVENTS = 1_000;

/** What the agent and Python are told of the context; its bytes are read from the study when a run needs them. */
function contextOf(file: StudyFile) {
  const [first] = file.read(0, 1);
  const described = first?.type === 'study.created' ? first.payload.context : null;
  return {
    name: described?.name ?? '',
    format: described?.format ?? 'text',
    chars: described?.chars ?? 0,
    bytes: () => file.contextBytes(),
  } as const;
}

/** One operation's events: those appended together with the first of them. */
function operationAt(seq: number, file: StudyFile): readonly StudyEvent[] {
  const found: StudyEvent[] = [];
  for (const event of file.read(seq - 1, MAX_OPERATION_EVENTS)) {
    if (event.type === 'unknown' || (event.batch ?? event.seq) !== seq) break;
    found.push(event);
  }
  return found;
}

/** The events of the run that made this call, or of the calls that no run made. */
function eventsAround(callId: string, file: StudyFile, engine: Engine): readonly LoggedEvent[] {
  const { runs } = engine.state;
  const run = [...runs.values()].find(({ calls }) => calls.some((call) => call.callId === callId));
  if (run !== undefined) return file.readRun(run.id);
  // A folded run keeps no list of its calls; call numbers rise, so the last run that can hold it is looked at first.
  for (const { id, folded } of [...runs.values()].reverse()) {
    if (!folded) continue;
    const events = file.readRun(id);
    if (events.some((event) => event.type === 'call.finished' && event.payload.callId === callId)) return events;
  }
  return measuringCalls(file, engine);
}

/** The calls that no run made: a measuring of items is on record right after its call. */
function measuringCalls(file: StudyFile, { state }: Engine): readonly LoggedEvent[] {
  const measurings = state.operations.filter(({ type }) => type === 'items.measured');
  return measurings.flatMap(({ seq }) => file.read(Math.max(0, seq - 2), 1));
}

function nextMessages(
  queryId: string,
  agent: Agent,
  engine: Engine,
  context: ReturnType<typeof contextOf>,
  textOf: OpenStudy['textOf'],
): ReturnType<OpenStudy['nextMessages']> {
  const { state } = engine;
  const query = state.queries.find(({ id }) => id === queryId);
  const head = headVersion(state);
  if (query === undefined || head === null) return null;
  return agent.firstMessages({
    query: textOf(query.text),
    mapText: state.settings.method.kind === 'none' ? null : renderMap(head.map),
    context,
    settings: rlmSettings(state.settings),
    resumeFrom: [],
    recordedReply: () => null,
  });
}
