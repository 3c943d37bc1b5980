// An engine for tests: a log in memory, and an agent, a policy and a model that do what a script says. Everything between
// them is the real thing.

import type { Agent, AgentInput, Iteration, PythonFactory } from '#core/agents/index.ts';
import type { ChatMessage } from '#core/lm/index.ts';
import { aReply, aScriptedModel } from '#core/lm/testing.ts';
import type { Answer } from '#core/lm/testing.ts';
import { evict } from '#core/map/index.ts';
import { countWords } from '#core/map/testing/index.ts';
import type { ContextMap, ProposedEdit, Tag } from '#core/map/index.ts';
import type { Candidate, Policy } from '#core/methods/index.ts';
import { err, ok } from '#core/result.ts';
import type { Command } from '../commands.ts';
import type { Engine, EnginePorts } from '../engine.ts';
import type { StudyLog } from '../log.ts';
import { createMemoryLog } from '../memory-log.ts';
import type { MemoryLog } from '../memory-log.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import type { StudySettings } from '../settings.ts';
import { createEngine } from './create-engine.ts';
import { createStudy } from './create-study.ts';

/** Not SHA-256: a quick number of the right length, the same everywhere. */
export function quickHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1234567;
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193) >>> 0;
    high = Math.imul(high + low, 0x85ebca6b) >>> 0;
  }
  return `${low.toString(16).padStart(8, '0')}${high.toString(16).padStart(8, '0')}`.repeat(4);
}

export { countWords };

export interface Script {
  /** What the agent answers and in how many iterations. */
  readonly agent?: (input: AgentInput) => { readonly answer: string; readonly iterations?: number };
  readonly tags?: (map: ContextMap) => readonly { readonly itemId: string; readonly tag: Tag }[];
  readonly candidates?: (runId: string) => readonly Candidate[];
  readonly edits?: (runId: string, map: ContextMap) => readonly ProposedEdit[];
  readonly model?: Answer;
  /** Ends the update as a reply that could not be read. */
  readonly unreadable?: (runId: string) => string | null;
}

export function anEdit(over: Partial<ProposedEdit> = {}): ProposedEdit {
  return {
    editId: 'r1-e1',
    kind: 'ADD',
    section: 'cr',
    itemId: null,
    content: 'one record per line',
    candidateId: null,
    refusal: null,
    raw: '{}',
    ...over,
  };
}

export function scriptedAgent(script: Script): Agent {
  return {
    kind: 'rlm',
    firstMessages: (input) => [{ role: 'user', content: input.query }],
    async run(input, ports, signal) {
      const { answer, iterations = 2 } = script.agent?.(input) ?? { answer: `answer to ${input.query}` };
      const messages: ChatMessage[] = [
        { role: 'system', content: input.mapText ?? '' },
        { role: 'user', content: input.query },
      ];
      for (const done of input.resumeFrom) {
        messages.push({ role: 'user', content: done.reply });
      }
      for (let number = input.resumeFrom.length + 1; number <= iterations; number += 1) {
        await ports.gate(signal);
        if (signal.aborted) return err({ kind: 'cancelled', partial: null });
        const request = {
          role: 'root' as const,
          model: input.settings.models.root,
          messages: [...messages],
          parameters: {},
        };
        const call = { request, iteration: number, block: null, depth: 0, parentCallId: null };
        const { callId, result } = await ports.call(call, signal);
        if (!result.ok) {
          if (result.error.kind === 'cancelled') return err({ kind: 'cancelled', partial: null });
          return err({ kind: 'lm', error: result.error, partial: `after ${number - 1} iterations` });
        }
        messages.push({ role: 'assistant', content: result.value.text });
        await ports.iterated(
          anIteration({ number, callId, reply: result.value.text, answer: number === iterations ? answer : null }),
        );
      }
      return ok({ answer, source: 'final', iterations, warnings: [] });
    },
  };
}

export function anIteration(over: Partial<Iteration> = {}): Iteration {
  return {
    number: 1,
    depth: 0,
    parentCallId: null,
    callId: 'c1',
    reply: 'print(len(context))',
    blocks: [],
    finalRefused: null,
    answer: null,
    elapsedMs: 1,
    ...over,
  };
}

export function scriptedPolicy(script: Script): Policy {
  const request = (role: 'distiller' | 'cartographer', model: string) => {
    return { role, model, messages: [{ role: 'user' as const, content: role }], parameters: {} };
  };
  return {
    name: 'scripted',
    async distill({ runId, map, settings }, ports, signal) {
      const { callId, result } = await ports.call(request('distiller', settings.models.distiller), signal);
      if (!result.ok) return err({ kind: 'lm', error: result.error });
      const words = script.unreadable?.(runId) ?? null;
      if (words !== null) return err({ kind: 'unreadable', words });
      const tags = script.tags?.(map) ?? [];
      return ok({
        callId,
        diagnosis: 'as expected',
        tags,
        ignoredTags: [],
        untagged: map.items.map((item) => item.id).filter((id) => !tags.some((tag) => tag.itemId === id)),
        candidates: script.candidates?.(runId) ?? [],
        warnings: [],
        trajectoryCut: null,
        proposal: null,
      });
    },
    async propose({ runId, map, settings }, ports, signal) {
      const { callId, result } = await ports.call(request('cartographer', settings.models.cartographer), signal);
      if (!result.ok) return err({ kind: 'lm', error: result.error });
      const edits = script.edits?.(runId, map) ?? [
        anEdit({ editId: `${runId}-e1`, content: `learnt in ${runId}`, section: 'cu' }),
      ];
      return ok({ callId, reasoning: 'it is new', edits, warnings: [] });
    },
    evict(map, settings, count) {
      if (!settings.eviction)
        return evict(map, { budgetTokens: Number.MAX_SAFE_INTEGER, order: settings.evictionOrder }, count);
      return evict(map, { budgetTokens: settings.budgetTokens, order: settings.evictionOrder }, count);
    },
  };
}

const noPython: PythonFactory = {
  kind: 'native',
  open: () => Promise.resolve(err({ kind: 'unavailable', words: 'There is no Python in this test.' })),
};

export function scriptedPorts(log: StudyLog, script: Script = {}): EnginePorts {
  let clock = 0;
  const model = aScriptedModel(
    script.model ?? ((request) => ok(aReply({ text: `reply of ${request.role}`, costMicroUsd: 3 }))),
  );
  return {
    log,
    context: { name: 'log.txt', format: 'text', chars: 20, bytes: () => Promise.resolve(new Uint8Array()) },
    agent: scriptedAgent(script),
    python: () => noPython,
    model: () => model,
    policy: () => scriptedPolicy(script),
    counter: () => countWords,
    hash: quickHash,
    now: () => (clock += 1),
    score: (answer, truth) => (answer === truth ? 1 : 0),
    judge: {
      messages: ({ query, truth, answer }) => [{ role: 'user', content: [query, truth, answer].join(' | ') }],
      jsonSchema: { name: 'verdict', schema: {} },
      read: (reply) => {
        const score = Number(reply);
        return score >= 0 && score <= 1 ? ok({ score, reason: 'as scripted' }) : err({ words: `no score in ${reply}` });
      },
    },
  };
}

export function settingsWith(
  method: Partial<StudySettings['method']>,
  over: Partial<StudySettings> = {},
): StudySettings {
  return { ...DEFAULT_SETTINGS, ...over, method: { ...DEFAULT_SETTINGS.method, ...method } };
}

/** A log with a new study of so many queries. */
export function aStudyLog(queries = 3, settings: StudySettings = DEFAULT_SETTINGS): MemoryLog {
  let second = 0;
  const at = () => new Date(Date.UTC(2026, 0, 2, 3, 4, (second += 1))).toISOString();
  const log = createMemoryLog({ hash: quickHash, at });
  fillStudy(log, queries, settings);
  return log;
}

export function fillStudy(log: StudyLog, queries: number, settings: StudySettings = DEFAULT_SETTINGS): void {
  createStudy(
    log,
    {
      studyId: 's-test',
      name: 'A study',
      label: null,
      appVersion: '0.0.0',
      settings,
      context: {
        name: 'log.txt',
        chars: 20,
        bytes: 20,
        lines: 2,
        sha256: '0'.repeat(64),
        encoding: 'utf-8',
        format: 'text',
        tokens: 5,
        head: 'one line\n',
      },
      queries: Array.from({ length: queries }, (_, index) => ({ text: `question ${index + 1}`, truth: null })),
    },
    { actor: 'user:ann', count: countWords, hash: quickHash },
  );
}

export interface Trial {
  readonly log: MemoryLog;
  readonly engine: Engine;
  /** Carries out a command; throws when it is refused. */
  readonly act: (command: Command) => Promise<void>;
  /** The kind and words of the refusal, or "done". */
  readonly refusal: (command: Command) => Promise<string>;
}

export function aTrial(script: Script = {}, queries = 3, settings: StudySettings = DEFAULT_SETTINGS): Trial {
  return trialOn(aStudyLog(queries, settings), script);
}

/** An engine over a log that is there already: what reopening a study does. */
export function trialOn(log: MemoryLog, script: Script = {}): Trial {
  const engine = createEngine(scriptedPorts(log, script));
  const refusal = async (command: Command) => {
    const answer = await engine.do(command, 'user:ann');
    return answer.ok ? 'done' : `${answer.error.kind}: ${answer.error.words}`;
  };
  return {
    log,
    engine,
    refusal,
    async act(command) {
      const words = await refusal(command);
      if (words !== 'done') throw new Error(`${command.do} ${words}`);
    },
  };
}

/** What a crash leaves of a log: everything that was appended so far. */
export function copyOf(log: MemoryLog): MemoryLog {
  return createMemoryLog({ hash: quickHash, at: () => log.time() }, { rows: [...log.rows], texts: log.texts });
}

/** Resolves when the engine says so; never by waiting a while. */
export function when(engine: Engine, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!condition()) return;
      stop();
      resolve();
    };
    const stop = engine.listen({ events: check, status: check });
    check();
  });
}
