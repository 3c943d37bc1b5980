// Everything a block asks of other models goes through here: plain sub-calls and child agents, counted over the whole tree
// of agents, limited in number, size and concurrency on this side, where model-written code cannot reach. While a run is
// resumed, recorded replies are given instead of asking again.

import type { AgentInput, AgentPorts, Iteration } from '../agent.ts';
import type { ReplFunctions } from '../python.ts';
import { countPoints } from './code-points.ts';
import { type Limiter, createLimiter } from './limiter.ts';
import { thousands } from './thousands.ts';

/** Child agents at work at the same time per depth (ours): each holds an interpreter of its own. */
const CONCURRENT_CHILDREN = 4;

/** What all agents of a run share. */
export interface AgentTree {
  /** Asked so far, those of a run that is resumed included. */
  subcalls: number;
  readonly callLimiter: Limiter;
  /** By depth: a child waits only for deeper ones, so one limit per depth cannot lock up. */
  readonly childLimiters: Limiter[];
}

export function createAgentTree({ settings, resumeFrom }: AgentInput): AgentTree {
  return {
    // Of child agents and of blocks that a lost interpreter took along, too, which are not executed again.
    subcalls: resumeFrom.flatMap((iteration) => iteration.blocks).reduce((sum, block) => sum + block.callIds.length, 0),
    callLimiter: createLimiter(Math.max(1, settings.maxConcurrentSubcalls)),
    childLimiters: Array.from({ length: settings.maxDepth + 1 }, () => createLimiter(CONCURRENT_CHILDREN)),
  };
}

/** A child agent's outcome: its text for Python, and its first call, if it came to one. */
export interface ChildOutcome {
  readonly text: string;
  readonly firstCallId: string | null;
}

export interface SubcallOptions {
  readonly input: AgentInput;
  readonly ports: AgentPorts;
  readonly tree: AgentTree;
  /** Of the agent whose code asks. */
  readonly depth: number;
  readonly runChild: (
    prompt: string,
    model: string | null,
    parentCallId: string,
    signal: AbortSignal,
  ) => Promise<ChildOutcome>;
}

/** Where in the run a block stands. */
export interface Place {
  readonly iteration: number;
  readonly block: number;
}

export interface Subcalls {
  readonly functions: ReplFunctions;
  /** Says which block asks from now on; `replay` holds the recorded calls of a block that is executed again. */
  beginBlock(place: Place, parentCallId: string, replay: readonly string[] | null): void;
  /** The calls of the block, in the order they were asked for, and how the replay went. */
  endBlock(): { readonly callIds: readonly string[]; readonly replayDiffers: boolean };
}

interface CurrentBlock {
  readonly place: Place;
  readonly parentCallId: string;
  readonly slots: { callId: string | null }[];
  readonly replay: string[] | null;
  askedAnew: boolean;
}

export function createSubcalls(options: SubcallOptions): Subcalls {
  const { input, ports, tree, depth } = options;
  const { settings } = input;
  let current: CurrentBlock | null = null;

  /** One prompt, from checks to text; `ask` makes the call, unless a recorded one stands for it, and fills the slot. */
  function admit(
    prompt: string,
    recordedText: (callId: string) => string | null,
    ask: (block: CurrentBlock, slot: { callId: string | null }) => Promise<string>,
  ): Promise<string> {
    const block = current;
    if (block === null) return Promise.resolve('Error: no block is running.');
    const unfit = refuse(prompt);
    if (unfit !== null) return Promise.resolve(unfit);
    const callId = block.replay?.shift();
    const recorded = callId === undefined ? null : recordedText(callId);
    if (callId !== undefined && recorded !== null) {
      block.slots.push({ callId });
      return Promise.resolve(recorded);
    }
    if (tree.subcalls >= settings.maxSubcalls) {
      return Promise.resolve(
        `Error: the limit of ${thousands(settings.maxSubcalls)} sub-calls for this run is used up. Go on without sub-calls.`,
      );
    }
    if (block.replay !== null) block.askedAnew = true;
    tree.subcalls++;
    const slot: { callId: string | null } = { callId: null };
    block.slots.push(slot);
    return ask(block, slot);
  }

  function refuse(prompt: string): string | null {
    if (prompt === '') return 'Error: the prompt is empty.';
    const chars = countPoints(prompt);
    if (chars <= settings.maxSubcallChars) return null;
    return `Error: the prompt is too long: ${thousands(chars)} characters, and a sub-call takes at most ${thousands(settings.maxSubcallChars)}. Split it into smaller prompts.`;
  }

  function askModel(prompt: string, model: string, signal: AbortSignal): Promise<string> {
    return admit(
      prompt,
      (callId) => recordedReply(input, callId),
      (block, slot) =>
        tree.callLimiter(async () => {
          if (signal.aborted) return 'Error: stopped.';
          const { callId, result } = await ports.call(
            {
              request: { role: 'sub', model, messages: [{ role: 'user', content: prompt }], parameters: {} },
              iteration: block.place.iteration,
              block: block.place.block,
              depth: depth + 1,
              parentCallId: block.parentCallId,
            },
            signal,
          );
          slot.callId = callId;
          return result.ok ? result.value.text : `Error: ${result.error.words}`;
        }),
    );
  }

  function askChild(prompt: string, model: string | null, signal: AbortSignal): Promise<string> {
    return admit(
      prompt,
      (callId) => recordedAnswer(input, callId),
      (block, slot) => {
        const limiter = tree.childLimiters[depth + 1];
        if (limiter === undefined) throw new Error(`no child agents at depth ${depth + 1}`);
        return limiter(async () => {
          if (signal.aborted) return 'Error: stopped.';
          const outcome = await options.runChild(prompt, model, block.parentCallId, signal);
          slot.callId = outcome.firstCallId;
          return outcome.text;
        });
      },
    );
  }

  /** Model-written code may name one of the study's own models, nothing that costs more behind the user's back. */
  function withModel(
    model: string | null,
    prompts: readonly string[],
    each: (prompt: string) => Promise<string>,
  ): Promise<readonly string[]> {
    const known = [settings.models.sub, settings.models.root];
    if (model !== null && !known.includes(model)) {
      const words = `Error: there is no model ${JSON.stringify(model)} here; leave the model out, or use one of: ${[...new Set(known)].join(', ')}.`;
      return Promise.resolve(prompts.map(() => words));
    }
    return Promise.all(prompts.map(each));
  }

  const childAllowed = depth + 1 < settings.maxDepth;
  return {
    functions: {
      llmQuery: (prompts, model, signal) =>
        withModel(model, prompts, (prompt) => askModel(prompt, model ?? settings.models.sub, signal)),
      rlmQuery: (prompts, model, signal) =>
        withModel(model, prompts, (prompt) =>
          childAllowed ? askChild(prompt, model, signal) : askModel(prompt, model ?? settings.models.sub, signal),
        ),
    },
    beginBlock(place, parentCallId, replay) {
      current = { place, parentCallId, slots: [], replay: replay === null ? null : [...replay], askedAnew: false };
    },
    endBlock() {
      const block = current;
      current = null;
      if (block === null) return { callIds: [], replayDiffers: false };
      return {
        callIds: block.slots.flatMap((slot) => (slot.callId === null ? [] : [slot.callId])),
        replayDiffers: block.askedAnew || (block.replay !== null && block.replay.length > 0),
      };
    },
  };
}

/** What a recorded call of a model gave; null where it is not known. */
function recordedReply(input: AgentInput, callId: string): string | null {
  const reply = input.recordedReply(callId);
  if (reply === null) return null;
  return reply.ok ? reply.value : `Error: ${reply.error}`;
}

/** What a child agent answered whose first call this was; null where it did not come to an answer. */
function recordedAnswer(input: AgentInput, callId: string): string | null {
  const last = input.resumeFrom.findLast(
    (iteration: Iteration) => iteration.depth > 0 && iteration.parentCallId === callId,
  );
  return last?.answer ?? null;
}
