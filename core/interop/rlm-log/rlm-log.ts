// The log of the public RLM library (`alexzhang13/rlm`, rlm/logger/rlm_logger.py) as events of a study: one query and one run
// for each completion in it. Pure and line by line, so that a log of any length takes the memory of a line. The log is
// hostile input: whatever does not fit becomes a warning with its line, and nothing in it makes this throw.

import type { EventPayload, NewEvent, StoredText } from '#core/study/index.ts';
import { iterationEvents, type Numbers } from './iteration-events.ts';
import { isFields, iterationIn, metadataIn, type Fields, type LogIteration, type LogMetadata } from './log-shapes.ts';
import { contextIn, questionIn, type LogContext } from './question.ts';
import { slimLine, type Decode, type SlimLine } from './slim-line.ts';
import { instantOf } from './times.ts';

/** Warnings told one by one; the rest is told as a number. Ours: more than anybody reads. */
const MAX_WARNINGS = 200;

export interface RlmLogPorts {
  /** For questions and warnings. */
  readonly fileName: string;
  readonly decode: Decode;
  readonly keep: (text: string) => StoredText;
}

/** Events that happened at one time. */
export interface LogStep {
  /** ISO 8601, UTC; null where the log does not say. */
  readonly at: string | null;
  readonly events: readonly NewEvent[];
}

/** What the log says of all its completions. */
export interface LogFacts {
  readonly metadata: LogMetadata;
  /** What the first completion was about; null where no variable of it shows that. */
  readonly context: LogContext | null;
  /** How its completions end: by the `answer` dict, as since May 2026, or by FINAL. */
  readonly protocol: 'final' | 'answer';
}

export interface RlmLogReader {
  /** line   without its end; not looked at any more afterwards */
  take(line: Uint8Array, number: number): readonly LogStep[];
  /** A line that was not even read. */
  skip(number: number, words: string): readonly LogStep[];
  /** The log is over. */
  end(): readonly LogStep[];
  /** Known as soon as `isSettled`. */
  readonly facts: LogFacts;
  /** True once later lines cannot change the facts. */
  readonly isSettled: boolean;
  readonly completions: number;
}

interface Completion {
  readonly runId: string;
  lastNumber: number;
  iterations: number;
  elapsedMs: number;
  lastLine: number;
  isOver: boolean;
  /** True once a block of it has shown its variables. */
  hasContext: boolean;
}

const UNKNOWN: LogMetadata = {
  rootModel: 'unknown',
  backend: 'unknown',
  environment: 'unknown',
  maxDepth: null,
  maxIterations: null,
};

export function createRlmLogReader(ports: RlmLogPorts): RlmLogReader {
  return new Reader(ports);
}

class Reader implements RlmLogReader {
  readonly #ports: RlmLogPorts;
  readonly #numbers: Numbers = { call: 0 };
  #metadata: LogMetadata | null = null;
  #first: LogMetadata | null = null;
  #context: LogContext | null = null;
  #protocol: LogFacts['protocol'] = 'final';
  #completion: Completion | null = null;
  #completions = 0;
  #lastAt: string | null = null;
  #lacksZone = false;
  #warnings = 0;
  /** Fields are told of once, not at each of a thousand iterations. */
  readonly #told = new Set<string>();

  constructor(ports: RlmLogPorts) {
    this.#ports = ports;
  }

  get facts(): LogFacts {
    return { metadata: this.#first ?? UNKNOWN, context: this.#context, protocol: this.#protocol };
  }

  get isSettled(): boolean {
    return this.#context !== null || this.#completions > 1;
  }

  get completions(): number {
    return this.#completions;
  }

  take(line: Uint8Array, number: number): readonly LogStep[] {
    const slim = slimLine(line, this.#ports.decode);
    if (slim === null) return this.skip(number, 'It is nested too deeply to be read and was left out.');
    if (slim.text.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(slim.text);
    } catch {
      return this.skip(number, 'It is not JSON, as a line that was cut off is not, and was left out.');
    }
    if (!isFields(value)) return this.skip(number, 'It is not an object and was left out.');
    const type = value['type'];
    if (type === 'metadata') return this.#takeMetadata(value);
    const isOld = type === undefined && ('response' in value || 'code_blocks' in value);
    if (type === 'iteration' || isOld) return this.#takeIteration(value, slim, number);
    const named = JSON.stringify(type ?? null).slice(0, 60);
    return this.skip(number, `Lines of the type ${named} are not known to Peek; it was left out.`);
  }

  skip(number: number, words: string): readonly LogStep[] {
    const warning = this.#warning(`line ${String(number)}`, words);
    return warning === null ? [] : [{ at: this.#lastAt, events: [warning] }];
  }

  end(): readonly LogStep[] {
    const steps = [...this.#endUnanswered()];
    const { fileName } = this.#ports;
    const events: NewEvent[] = [];
    if (this.#lacksZone)
      events.push(raised(fileName, 'Its times name no time zone; they were read as times of this computer.'));
    if (this.#first === null && this.#completions > 0)
      events.push(raised(fileName, 'It does not begin with a line of metadata, so the model is unknown.'));
    const more = this.#warnings - MAX_WARNINGS;
    if (more > 0) events.push(raised(fileName, `There are ${String(more)} more warnings like the ones above.`));
    if (events.length > 0) steps.push({ at: this.#lastAt, events });
    return steps;
  }

  #takeMetadata(fields: Fields): readonly LogStep[] {
    this.#metadata = metadataIn(fields);
    this.#first ??= this.#metadata;
    return [];
  }

  #takeIteration(fields: Fields, slim: SlimLine, line: number): readonly LogStep[] {
    const warnings: NewEvent[] = [];
    const warn = (words: string): void => {
      const warning = this.#warning(`line ${String(line)}`, words);
      if (warning !== null) warnings.push(warning);
    };
    const iteration = iterationIn(fields, (words) => {
      if (this.#told.has(words)) return;
      this.#told.add(words);
      warn(words);
    });
    const elapsedMs = iteration.elapsedMs ?? 0;
    const at = this.#instant(iteration.timestamp);
    const steps: LogStep[] = [];

    const former = this.#completion;
    const isNext = former !== null && !former.isOver && (iteration.number ?? Infinity) > former.lastNumber;
    if (!isNext) {
      steps.push(...this.#endUnanswered());
      const startedAt = at === null ? this.#lastAt : earlier(at, elapsedMs);
      steps.push({ at: startedAt, events: this.#begin(questionOf(slim)) });
    }
    const completion = this.#completion;
    if (completion === null) throw new Error('an iteration has begun its completion');
    const number = iteration.number ?? completion.lastNumber + 1;
    if (iteration.number === null) warn('The iteration has no number; it was taken for the next one.');
    else if (number > completion.lastNumber + 1) warn(gapWords(completion, number));
    this.#lookForContext(completion, iteration, slim, warn);
    this.#lastAt = at ?? this.#lastAt;

    const events = iterationEvents(iteration, number, {
      runId: completion.runId,
      rootModel: (this.#metadata ?? UNKNOWN).rootModel,
      numbers: this.#numbers,
      keep: (text) => this.#ports.keep(text),
    });
    completion.lastNumber = number;
    completion.iterations += 1;
    completion.elapsedMs += elapsedMs;
    completion.lastLine = line;
    if (iteration.answer !== null) {
      completion.isOver = true;
      events.push(...this.#answered(completion, iteration, iteration.answer));
    }
    steps.push({ at: this.#lastAt, events: [...events, ...warnings] });
    return steps;
  }

  /** The events with which a completion begins. */
  #begin(question: string | null): readonly NewEvent[] {
    this.#completions += 1;
    const place = String(this.#completions);
    const { keep, fileName } = this.#ports;
    const queryId = `q${place}`;
    const runId = `r${place}`;
    this.#completion = {
      runId,
      lastNumber: 0,
      iterations: 0,
      elapsedMs: 0,
      lastLine: 0,
      isOver: false,
      hasContext: false,
    };
    const { environment } = this.#metadata ?? UNKNOWN;
    const text = keep(question ?? `completion ${place} of ${fileName}`);
    return [
      { type: 'query.added', actor: 'engine', payload: { queryId, text, truth: null } },
      {
        type: 'run.started',
        actor: 'engine',
        payload: {
          runId,
          queryId,
          branch: 'main',
          versionId: 'v0',
          method: 'none',
          mapText: null,
          mapTokens: 0,
          evolves: false,
          withoutItem: null,
          // Both run in the process of the library, with all that it may do.
          ...(environment === 'local' || environment === 'ipython' ? { python: 'native' } : {}),
        },
      },
    ];
  }

  #answered(completion: Completion, iteration: LogIteration, answer: string): readonly NewEvent[] {
    const { runId, iterations, elapsedMs } = completion;
    return [
      {
        type: 'run.answered',
        actor: 'engine',
        payload: {
          runId,
          answer: this.#ports.keep(answer),
          source: this.#sourceOf(iteration),
          iterations,
          score: null,
          warnings: [],
          elapsedMs,
        },
      },
      { type: 'run.completed', actor: 'engine', payload: { runId, versionId: 'v0' } },
    ];
  }

  #sourceOf({ blocks, elapsedMs, response }: LogIteration): EventPayload<'run.answered'>['source'] {
    if (elapsedMs === null && blocks.length === 0) return 'exhausted';
    if (blocks.some((block) => block.answer !== null)) return this.#protocol === 'answer' ? 'answer-dict' : 'final-var';
    return response.includes('FINAL_VAR(') ? 'final-var' : 'final';
  }

  /** A run whose log breaks off is not gone on with: the next step is the next query. */
  #endUnanswered(): readonly LogStep[] {
    const completion = this.#completion;
    if (completion === null || completion.isOver) return [];
    completion.isOver = true;
    const { runId, lastLine } = completion;
    const reason = 'The log holds no answer of it.';
    const warning = this.#warning(
      `line ${String(lastLine)}`,
      `Completion ${runId.slice(1)} ends here without an answer: it was stopped or failed, or the log was cut off.`,
    );
    const events: NewEvent[] = [
      {
        type: 'run.interrupted',
        actor: 'engine',
        payload: { runId, stage: 'agent', partial: null },
      },
      { type: 'run.abandoned', actor: 'engine', payload: { runId, reason } },
      ...(warning === null ? [] : [warning]),
    ];
    return [{ at: this.#lastAt, events }];
  }

  /** Every block shows the whole context again; it is taken from the first. */
  #lookForContext(
    completion: Completion,
    { blocks }: LogIteration,
    slim: SlimLine,
    warn: (words: string) => void,
  ): void {
    if (completion.hasContext || blocks.length === 0) return;
    const locals = parsedOf(() => slim.locals());
    if (isFields(locals) && 'answer' in locals) this.#protocol = 'answer';
    const context = contextIn(locals);
    if (context === null) return;
    completion.hasContext = true;
    this.#context ??= context;
    if (context.text !== this.#context.text)
      warn(`Completion ${completion.runId.slice(1)} is about another context; the study keeps that of the first one.`);
  }

  #instant(timestamp: string | null): string | null {
    if (timestamp === null) return null;
    const instant = instantOf(timestamp);
    if (instant?.lacksZone === true) this.#lacksZone = true;
    return instant?.at ?? null;
  }

  /** Null once there are too many. */
  #warning(place: string, words: string): NewEvent | null {
    this.#warnings += 1;
    return this.#warnings > MAX_WARNINGS ? null : raised(place, words);
  }
}

function gapWords({ runId, lastNumber }: Completion, number: number): string {
  return lastNumber === 0
    ? `Completion ${runId.slice(1)} begins with iteration ${String(number)}: what was before is not in the log.`
    : `Iteration ${String(number)} follows iteration ${String(lastNumber)}: what was between is not in the log.`;
}

function raised(place: string, words: string): NewEvent {
  return { type: 'warning.raised', actor: 'engine', payload: { place, words } };
}

function questionOf(slim: SlimLine): string | null {
  return questionIn(parsedOf(() => slim.prompt()));
}

/** What was passed over may be no JSON although the rest of its line is; then nothing is known of it. */
function parsedOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function earlier(at: string, milliseconds: number): string {
  return new Date(Date.parse(at) - milliseconds).toISOString();
}
