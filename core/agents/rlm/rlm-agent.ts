// The RLM agent: a root model that writes Python over the context turn by turn until it gives an answer. This file is the
// loop; fences.ts and final-scanner.ts read replies, messages.ts writes them, subcalls.ts answers what code asks, and the
// interpreter stands behind the Python port. Each iteration is recorded whole before the next begins.

import type { ChatMessage } from '#core/lm/index.ts';
import { type Result, err, ok } from '#core/result.ts';
import type {
  Agent,
  AgentAnswer,
  AgentError,
  AgentInput,
  AgentPorts,
  AnswerSource,
  Iteration,
  RanBlock,
} from '../agent.ts';
import type { PythonError, PythonSession } from '../python.ts';
import { countPoints, encodeUtf8 } from './code-points.ts';
import { type FencedReply, readFences } from './fences.ts';
import { findFinal } from './final-scanner.ts';
import { firstMessages, turnMessage } from './messages.ts';
import { reexecute } from './resume.ts';
import { type BlockEnd, type BlockRunner, runBlock } from './run-block.ts';
import { type AgentTree, type ChildOutcome, type Subcalls, createAgentTree, createSubcalls } from './subcalls.ts';

export function createRlmAgent(): Agent {
  return {
    kind: 'rlm',
    run: (input, ports, signal) =>
      runAgent({ input, ports, signal, tree: createAgentTree(input), depth: 0, parent: null }),
    firstMessages: (input) => firstMessages(input, 0),
  };
}

/** One agent of the tree at work. */
interface Work {
  readonly input: AgentInput;
  readonly ports: AgentPorts;
  readonly signal: AbortSignal;
  readonly tree: AgentTree;
  readonly depth: number;
  /** The reply whose code asked for this child agent. */
  readonly parent: string | null;
  /** Told of the first call of a child agent, which names it. */
  readonly named?: (callId: string) => void;
}

async function runAgent(work: Work): Promise<Result<AgentAnswer, AgentError>> {
  const { input, ports, signal } = work;
  const subcalls = createSubcalls({
    input,
    ports,
    tree: work.tree,
    depth: work.depth,
    runChild: (...child) => runChild(work, ...child),
  });
  // Python starts while the model writes its first reply.
  const over = new AbortController();
  const python = ports.python.open(
    {
      context: input.context,
      functions: subcalls.functions,
      limits: input.settings.limits,
      protocol: input.settings.protocol,
    },
    AbortSignal.any([signal, over.signal]),
  );
  try {
    return await new Conversation(work, python, subcalls).run();
  } finally {
    over.abort();
    const opened = await python;
    if (opened.ok) await opened.value.close();
  }
}

/** How a turn left the run. */
type TurnEnd =
  { readonly kind: 'go-on' } | { readonly kind: 'ended'; readonly result: Result<AgentAnswer, AgentError> };

/** The messages so far and what has to be remembered between turns. */
class Conversation {
  private readonly messages: ChatMessage[];
  private readonly warnings: string[] = [];
  private readonly work: Work;
  private readonly python: Promise<Result<PythonSession, PythonError>>;
  private readonly subcalls: Subcalls;
  /** Last reply that said anything, and what the `answer` dict holds: what a run ended by a limit has to show. */
  private lastReply: string | null = null;
  private draft: string | null = null;
  private firstCallId: string | null = null;
  /** Aborted, too, when Python cannot be had: no reply is of use without it. */
  private readonly asking: AbortSignal;

  constructor(work: Work, python: Promise<Result<PythonSession, PythonError>>, subcalls: Subcalls) {
    this.work = work;
    this.python = python;
    const noPython = new AbortController();
    this.asking = AbortSignal.any([work.signal, noPython.signal]);
    python.then(
      (opened) => opened.ok || noPython.abort(),
      () => noPython.abort(),
    );
    this.subcalls = subcalls;
    this.messages = [...firstMessages(work.input, work.depth)];
  }

  async run(): Promise<Result<AgentAnswer, AgentError>> {
    const { input, ports, signal } = this.work;
    const recorded = this.work.depth === 0 ? input.resumeFrom.filter((iteration) => iteration.depth === 0) : [];
    const resumed = await this.resume(recorded);
    if (resumed.kind === 'ended') return resumed.result;

    for (let turn = recorded.length + 1; turn <= input.settings.maxIterations + 1; turn++) {
      await ports.gate(signal);
      if (signal.aborted) return this.cancelled();
      const end = await this.turn(turn);
      if (end.kind === 'ended') return end.result;
    }
    throw new Error('the last-resort turn always ends the run');
  }

  private async turn(turn: number): Promise<TurnEnd> {
    const { input, ports, signal, depth } = this.work;
    const startedAt = ports.now();
    const { callId, result } = await ports.call(
      {
        request: {
          role: depth === 0 ? 'root' : 'sub',
          model: depth === 0 ? input.settings.models.root : input.settings.models.sub,
          messages: [...this.messages],
          parameters: {},
        },
        iteration: turn,
        block: null,
        depth,
        parentCallId: this.firstCallId ?? this.work.parent,
      },
      this.asking,
    );
    if (depth > 0 && this.firstCallId === null) {
      this.firstCallId = callId;
      this.work.named?.(callId);
    }
    if (!result.ok && result.error.kind !== 'cancelled' && !signal.aborted) {
      if (result.error.kind === 'cap-reached')
        return { kind: 'ended', result: this.endedByLimit(turn - 1, result.error.words) };
      return { kind: 'ended', result: err({ kind: 'lm', error: result.error, partial: this.partial() }) };
    }
    if (result.ok && result.value.text.trim() !== '') this.lastReply = result.value.text;
    const started = await this.started();
    if (!started.ok) return { kind: 'ended', result: started };
    if (!result.ok) return { kind: 'ended', result: this.cancelled() };
    const session = started.value;
    const reply = result.value.text;

    const lastResort = turn > input.settings.maxIterations;
    const fenced = readFences(reply);
    const blocks: RanBlock[] = [];
    let final: BlockEnd['final'] = null;
    if (!lastResort) {
      for (const [index, block] of fenced.blocks.entries()) {
        const end = await runBlock(this.runner(session), block.code, { iteration: turn, block: index }, callId);
        if (end.block.limit === 'interrupted' || signal.aborted) return { kind: 'ended', result: this.cancelled() };
        if (end.block.stateLost)
          ports.warned(
            `Python had to be started anew in iteration ${turn}; the variables of earlier blocks were lost.`,
          );
        blocks.push(end.block);
        // Every block runs, and the first that ends the run counts.
        final ??= end.final;
        this.draft = end.draft ?? this.draft;
      }
    }
    const ending =
      final !== null
        ? { answer: final.text, source: final.source, refused: null }
        : await this.endingOf(session, reply, fenced, blocks, lastResort);
    if (signal.aborted) return { kind: 'ended', result: this.cancelled() };

    await ports.iterated({
      number: turn,
      depth,
      parentCallId: depth === 0 ? null : this.firstCallId,
      callId,
      reply,
      blocks,
      finalRefused: ending.refused,
      answer: ending.answer,
      elapsedMs: ports.now() - startedAt,
    });
    if (ending.answer !== null) {
      return {
        kind: 'ended',
        result: ok({ answer: ending.answer, source: ending.source, iterations: turn, warnings: this.warnings }),
      };
    }
    this.append(reply, blocks, ending.refused, turn + 1);
    return { kind: 'go-on' };
  }

  /** What the text of a reply says about ending, its code having run. */
  private async endingOf(
    session: PythonSession,
    reply: string,
    fenced: FencedReply,
    blocks: readonly RanBlock[],
    lastResort: boolean,
  ): Promise<Ending> {
    const text = await this.endingByText(session, lastResort ? { ...fenced, blocks: [] } : fenced, blocks);
    if (!lastResort || text.answer !== null) return lastResort ? { ...text, source: 'exhausted' } : text;
    return { answer: reply.trim(), source: 'exhausted', refused: null };
  }

  private async endingByText(
    session: PythonSession,
    fenced: FencedReply,
    blocks: readonly RanBlock[],
  ): Promise<Ending> {
    const found = findFinal(fenced);
    if (found.kind === 'none') return { answer: null, source: 'final', refused: null };
    if (found.kind === 'refused') return { answer: null, source: 'final', refused: found.words };
    if (this.work.input.settings.protocol === 'answer') {
      return {
        answer: null,
        source: 'final',
        refused: 'FINAL is not used here. End by code: answer["content"] = …; answer["ready"] = True.',
      };
    }
    if (found.kind === 'text') return { answer: found.answer, source: 'final', refused: null };

    const value = await session.variable(found.name, this.work.signal);
    if (value.kind === 'text' && value.text !== '') return { answer: value.text, source: 'final-var', refused: null };
    return { answer: null, source: 'final-var', refused: refusalOf(found.name, value, blocks) };
  }

  private append(reply: string, blocks: readonly RanBlock[], finalRefused: string | null, nextTurn: number): void {
    const outcome = { shown: blocks.map((block) => block.shown), finalRefused, codeHint: codeHint(readFences(reply)) };
    this.messages.push({ role: 'assistant', content: reply }, turnMessage(this.work.input.settings, outcome, nextTurn));
  }

  /** Puts a run that was cut off back to where it stood. */
  private async resume(recorded: readonly Iteration[]): Promise<TurnEnd> {
    const last = recorded.at(-1);
    if (last === undefined) return { kind: 'go-on' };
    if (last.answer !== null) {
      const source = sourceOf(last, this.work.input.settings);
      return { kind: 'ended', result: ok({ answer: last.answer, source, iterations: last.number, warnings: [] }) };
    }
    const { ports, signal } = this.work;
    const started = await this.started();
    if (!started.ok) return { kind: 'ended', result: started };
    const { differences, draft } = await reexecute(this.runner(started.value), recorded);
    this.draft = draft;
    if (signal.aborted) return { kind: 'ended', result: this.cancelled() };
    for (const words of differences) {
      this.warnings.push(words);
      ports.warned(words);
    }
    for (const iteration of recorded) {
      if (iteration.reply.trim() !== '') this.lastReply = iteration.reply;
      this.append(iteration.reply, iteration.blocks, iteration.finalRefused, iteration.number + 1);
    }
    return { kind: 'go-on' };
  }

  /** The interpreter once it has started, or how the run ends without it. */
  private async started(): Promise<Result<PythonSession, AgentError>> {
    const python = await this.python;
    if (python.ok) return python;
    const partial = this.partial();
    return err(
      python.error.kind === 'cancelled'
        ? { kind: 'cancelled', partial }
        : { kind: 'python', words: python.error.words, partial },
    );
  }

  private runner(session: PythonSession): BlockRunner {
    return {
      session,
      subcalls: this.subcalls,
      settings: this.work.input.settings,
      signal: this.work.signal,
    };
  }

  private partial(): string | null {
    return this.draft ?? this.lastReply;
  }

  private cancelled(): Result<AgentAnswer, AgentError> {
    return err({ kind: 'cancelled', partial: this.partial() });
  }

  private endedByLimit(iterations: number, words: string): Result<AgentAnswer, AgentError> {
    const warning = `The run was ended by a limit: ${words}`;
    return ok({ answer: this.partial() ?? '', source: 'limit', iterations, warnings: [...this.warnings, warning] });
  }
}

interface Ending {
  readonly answer: string | null;
  readonly source: AnswerSource;
  readonly refused: string | null;
}

function refusalOf(
  name: string,
  value: Awaited<ReturnType<PythonSession['variable']>>,
  blocks: readonly RanBlock[],
): string {
  if (value.kind === 'failed') return `the variable ${name} could not be turned into text: ${value.words}`;
  if (value.kind === 'text') return `the variable ${name} holds an empty text.`;
  const names = blocks.at(-1)?.variables.map((variable) => variable.name) ?? [];
  const known = names.length === 0 ? '' : ` The last block left: ${names.slice(-50).join(', ')}.`;
  return `there is no variable ${name}. Assign it in a \`repl\` block first, then use FINAL_VAR in the next reply.${known}`;
}

/** Says why something that looks like code did not run. */
function codeHint(fenced: FencedReply): string | null {
  if (fenced.unclosed) return 'A `repl` block of your reply was never closed, so it did not run.';
  if (fenced.blocks.length > 0) return null;
  const python = fenced.otherLanguages.find((language) => /^(python|py|python3|)$/i.test(language));
  if (python === undefined) return null;
  return `Only blocks marked \`repl\` are run; yours was marked ${python === '' ? 'with nothing' : `\`${python}\``}.`;
}

function sourceOf(last: Iteration, settings: AgentInput['settings']): AnswerSource {
  if (last.number > settings.maxIterations) return 'exhausted';
  if (settings.protocol === 'answer') return 'answer-dict';
  return findFinal(readFences(last.reply)).kind === 'text' ? 'final' : 'final-var';
}

/** A child agent has the prompt as its whole context and answers with text, whatever becomes of it. */
async function runChild(
  parent: Work,
  prompt: string,
  model: string | null,
  parentCallId: string,
  signal: AbortSignal,
): Promise<ChildOutcome> {
  let firstCallId: string | null = null;
  const { settings } = parent.input;
  const input: AgentInput = {
    query: 'The task stands in `context`, together with all the material for it. Read it there and carry it out.',
    mapText: null,
    context: {
      name: 'prompt',
      format: 'text',
      chars: countPoints(prompt),
      bytes: () => Promise.resolve(encodeUtf8(prompt)),
    },
    settings: { ...settings, models: { ...settings.models, sub: model ?? settings.models.sub } },
    resumeFrom: [],
    recordedReply: () => null,
  };
  const result = await runAgent({
    input,
    ports: parent.ports,
    signal,
    tree: parent.tree,
    depth: parent.depth + 1,
    parent: parentCallId,
    named: (callId) => (firstCallId = callId),
  });
  if (result.ok) return { text: result.value.answer, firstCallId };
  return { text: `Error: the child agent failed: ${childFailure(result.error)}`, firstCallId };
}

function childFailure(error: AgentError): string {
  switch (error.kind) {
    case 'cancelled':
      return 'it was stopped.';
    case 'lm':
      return error.error.words;
    case 'python':
      return error.words;
  }
}
