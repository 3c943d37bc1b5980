// PEEK's policy and its variants, as one value of the Policy interface: a Distiller call, a Cartographer call (or one call
// for both), and the Evictor. The engine applies the edits in between and records each stage.

import { applyTags, evict } from '#core/map/index.ts';
import type { ContextMap, CountTokens, EditOutcome, Eviction } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type {
  DistillInput,
  Distilled,
  Policy,
  PolicyError,
  PolicyPorts,
  PolicySettings,
  Proposal,
  ProposeInput,
} from '../policy.ts';
import { ask } from './ask.ts';
import { cartographerMessage, distillerMessage, monolithicMessage, systemMessage } from './messages.ts';
import { CARTOGRAPHER_FORMAT, DISTILLER_FORMAT, MONOLITHIC_FORMAT } from './prompts/index.ts';
import { readDistilled } from './read-distilled.ts';
import { readProposal } from './read-proposal.ts';
import { trajectoryText } from './trajectory-text.ts';

/** A trajectory that the model finds too long is halved and sent again, this often at most. Ours. */
const MOST_HALVINGS = 4;

/** The policy of the paper, in all variants that PolicySettings can name. It holds no state. */
export function createPeekPolicy(): Policy {
  return { name: 'peek', distill, propose, evict: evictWithin };
}

async function distill(
  input: DistillInput,
  ports: PolicyPorts,
  signal: AbortSignal,
): Promise<Result<Distilled, PolicyError>> {
  let limit = input.settings.trajectoryChars;
  let result = await distillOnce(input, limit, ports, signal);
  for (let halved = 0; halved < MOST_HALVINGS && isTooLong(result); halved += 1) {
    limit = Math.floor(Math.min(limit, charsOf(input)) / 2);
    result = await distillOnce(input, limit, ports, signal);
  }
  return result;
}

function isTooLong(result: Result<Distilled, PolicyError>): boolean {
  return !result.ok && result.error.kind === 'lm' && result.error.error.kind === 'too-long';
}

function charsOf({ trajectory }: DistillInput): number {
  return trajectoryText(trajectory, Infinity, true).text.length;
}

async function distillOnce(
  input: DistillInput,
  limitChars: number,
  ports: PolicyPorts,
  signal: AbortSignal,
): Promise<Result<Distilled, PolicyError>> {
  const { settings, map, runId } = input;
  const shown = trajectoryText(input.trajectory, limitChars, input.truth !== null);
  if (settings.update === 'monolithic') return distillAndPropose(input, shown, ports, signal);
  const asked = await ask(
    {
      role: 'distiller',
      model: settings.models.distiller,
      messages: [systemMessage('distiller', map, settings, DISTILLER_FORMAT), distillerMessage(input, shown)],
      format: DISTILLER_FORMAT,
      read: (json) => readDistilled(json, map, runId),
    },
    ports,
    signal,
  );
  if (!asked.ok) return asked;
  const { callId, value, warnings } = asked.value;
  return ok({ ...value, callId, warnings: [...warnings, ...value.warnings], trajectoryCut: shown.cut, proposal: null });
}

/** The monolithic variant (paper, ablations): the same call diagnoses, tags and edits. */
async function distillAndPropose(
  input: DistillInput,
  shown: ReturnType<typeof trajectoryText>,
  ports: PolicyPorts,
  signal: AbortSignal,
): Promise<Result<Distilled, PolicyError>> {
  const { settings, map, runId } = input;
  const asked = await ask(
    {
      role: 'cartographer',
      model: settings.models.cartographer,
      messages: [
        systemMessage('monolithic', map, settings, MONOLITHIC_FORMAT),
        monolithicMessage(input, shown, ports.count),
      ],
      format: MONOLITHIC_FORMAT,
      read: (json) => {
        const findings = readDistilled(json, map, runId);
        if (!findings.ok) return findings;
        const proposal = readProposal(json, runId, findings.value.candidates);
        return proposal.ok ? ok({ findings: findings.value, proposal: proposal.value }) : proposal;
      },
    },
    ports,
    signal,
  );
  if (!asked.ok) return asked;
  const { callId, value, warnings } = asked.value;
  return ok({
    ...value.findings,
    callId,
    warnings: [...warnings, ...value.findings.warnings],
    trajectoryCut: shown.cut,
    proposal: { ...value.proposal, callId },
  });
}

async function propose(
  input: ProposeInput,
  ports: PolicyPorts,
  signal: AbortSignal,
): Promise<Result<Proposal, PolicyError>> {
  const { distilled, settings, runId } = input;
  if (distilled.proposal !== null) return ok(distilled.proposal);
  if (settings.update === 'monolithic')
    return err({ kind: 'unreadable', words: 'The monolithic update brought no edits.' });
  const scored = { ...input, map: applyTags(input.map, distilled.tags, settings.tagWeights) };
  const asked = await ask(
    {
      role: 'cartographer',
      model: settings.models.cartographer,
      messages: [
        systemMessage('cartographer', input.map, settings, CARTOGRAPHER_FORMAT),
        cartographerMessage(scored, ports.count),
      ],
      format: CARTOGRAPHER_FORMAT,
      read: (json) => readProposal(json, runId, distilled.candidates),
    },
    ports,
    signal,
  );
  if (!asked.ok) return asked;
  const { callId, value, warnings } = asked.value;
  return ok({ ...value, callId, warnings: [...warnings, ...value.warnings] });
}

/** The Evictor; with eviction off it only says how it would rank. */
function evictWithin(
  map: ContextMap,
  settings: PolicySettings,
  count: CountTokens,
): { readonly map: ContextMap; readonly eviction: Eviction } {
  const { budgetTokens, evictionOrder: order } = settings;
  if (settings.eviction) return evict(map, { budgetTokens, order }, count);
  const { eviction } = evict(map, { budgetTokens: Infinity, order }, count);
  const tokens = eviction.tokensAfter;
  const unmet = tokens <= budgetTokens ? null : { tokens, words: 'The map is over its budget and eviction is off.' };
  return { map, eviction: { ...eviction, budgetTokens, unmet } };
}

/**
 * Whether the "No Eviction" variant freezes the map now: it is full, since an edit of this update did not fit.
 *
 * Source  PEEK, ablations, "No Eviction (Freeze at Budget)"; that the first edit which does not fit marks the point is ours.
 */
export function freezesAtBudget(settings: Pick<PolicySettings, 'eviction'>, outcomes: readonly EditOutcome[]): boolean {
  return (
    !settings.eviction &&
    outcomes.some((outcome) => outcome.status === 'refused' && outcome.refusal.kind === 'over-budget')
  );
}
