// The programmable cache policy (paper, Algorithm 1): three verbs over a map. PEEK, its variants and a researcher's own
// policy are values of this one interface; the engine records every stage's result as an event before the next begins.

import type { ChatReply, ChatRequest, LmError } from '#core/lm/index.ts';
import type { ContextMap, CountTokens, Tag } from '#core/map/index.ts';
import type { ProposedEdit } from '#core/map/index.ts';
import type { Eviction, EvictionOrder } from '#core/map/index.ts';
import type { SectionId } from '#core/map/index.ts';
import type { Result } from '#core/result.ts';

/** An iteration as the Distiller reads it: what the agent wrote and what it was shown. */
export interface TrajectoryStep {
  readonly number: number;
  readonly reply: string;
  readonly blocks: readonly { readonly code: string; readonly shown: string }[];
}

export interface Trajectory {
  readonly query: string;
  readonly steps: readonly TrajectoryStep[];
  readonly answer: string | null;
}

export interface PolicySettings {
  /** B in the paper: tokens of the whole rendered map. Paper: 1024. */
  readonly budgetTokens: number;
  readonly evictionOrder: EvictionOrder;
  readonly tagWeights: Readonly<Record<Tag, number>>;
  /** False: "No Eviction", the map freezes on reaching B. */
  readonly eviction: boolean;
  /** monolithic: one call both diagnoses and edits. */
  readonly update: 'separate' | 'monolithic';
  /** Advice to the Cartographer, not a limit. Paper: about 80. */
  readonly itemAdviceTokens: number;
  /** True: the Distiller also sees the ground truth, the answer and the score. Off by default (paper). */
  readonly showTruth: boolean;
  /** Characters of trajectory the Distiller is given; what is cut is said in the prompt and on record. */
  readonly trajectoryChars: number;
  readonly models: { readonly distiller: string; readonly cartographer: string };
  /** Replacements for our prompts, by name; kept in the study. */
  readonly prompts: {
    readonly distiller: string | null;
    readonly cartographer: string | null;
    readonly monolithic: string | null;
  };
}

export interface Candidate {
  readonly candidateId: string;
  readonly section: SectionId | null;
  readonly value: string;
  readonly transferability: string;
  readonly rationale: string;
}

export interface Distilled {
  readonly callId: string;
  readonly diagnosis: string;
  /** One per item at most, known items only. */
  readonly tags: readonly { readonly itemId: string; readonly tag: Tag }[];
  readonly ignoredTags: readonly { readonly itemId: string; readonly tag: string; readonly words: string }[];
  readonly untagged: readonly string[];
  readonly candidates: readonly Candidate[];
  /** Oddities of the reply that were mended or passed over, in words. */
  readonly warnings: readonly string[];
  readonly trajectoryCut: { readonly shownChars: number; readonly totalChars: number } | null;
  /** Set by a monolithic update, which proposes in the same call. */
  readonly proposal: Proposal | null;
}

export interface Proposal {
  readonly callId: string;
  readonly reasoning: string;
  readonly edits: readonly ProposedEdit[];
  readonly warnings: readonly string[];
}

/** cancelled: by the user. lm: the call failed. unreadable: no usable reply even after one re-ask; the update is skipped. */
export type PolicyError =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'lm'; readonly error: LmError }
  | { readonly kind: 'unreadable'; readonly words: string };

export interface PolicyPorts {
  call(
    request: ChatRequest,
    signal: AbortSignal,
  ): Promise<{ readonly callId: string; readonly result: Result<ChatReply, LmError> }>;
  readonly count: CountTokens;
}

export interface DistillInput {
  readonly runId: string;
  readonly trajectory: Trajectory;
  readonly map: ContextMap;
  readonly settings: PolicySettings;
  /** Null unless settings.showTruth. */
  readonly truth: { readonly truth: string; readonly score: number | null } | null;
}

export interface ProposeInput {
  readonly runId: string;
  readonly query: string;
  readonly distilled: Distilled;
  readonly map: ContextMap;
  readonly settings: PolicySettings;
}

export interface Policy {
  readonly name: string;
  distill(input: DistillInput, ports: PolicyPorts, signal: AbortSignal): Promise<Result<Distilled, PolicyError>>;
  propose(input: ProposeInput, ports: PolicyPorts, signal: AbortSignal): Promise<Result<Proposal, PolicyError>>;
  evict(
    map: ContextMap,
    settings: PolicySettings,
    count: CountTokens,
  ): { readonly map: ContextMap; readonly eviction: Eviction };
}
