// The adversarial personality: behind the same port as every model, and wrong in every way we know of. It goes through its
// tricks in order, each kind of call through its own list, so that a study of some queries meets them all; the same seed and the same
// calls give the same replies.

import { readQuery } from '#core/agents/index.ts';
import type { ChatModel, ChatRequest } from '#core/lm/chat-model.ts';
import { ROOT_TRICKS, SUB_TRICKS } from './adversarial-agent.ts';
import { POLICY_TRICKS, type Trick } from './adversarial-policy.ts';
import { createStandIn, type StandInPorts } from './offline-model.ts';

export const ADVERSARIAL_NAME = 'adversarial (hostile replies, no LM)';

export const ADVERSARIAL_TRICKS: Readonly<Record<'root' | 'policy' | 'sub', readonly Trick[]>> = {
  root: ROOT_TRICKS,
  policy: POLICY_TRICKS,
  sub: SUB_TRICKS,
};

/**
 * A model that answers with malformed and hostile replies.
 *
 * seed   where in each list it begins
 * Returns a model that remembers how far it has come; make a new one to begin again.
 */
export function createAdversarialModel(seed = 0, ports: StandInPorts = {}): ChatModel {
  const start = Number.isSafeInteger(seed) ? Math.abs(seed) : 0;
  const places = { root: start, policy: start, sub: start };
  return createStandIn(
    ADVERSARIAL_NAME,
    (request) => {
      const kind = kindOf(request);
      const tricks = ADVERSARIAL_TRICKS[kind];
      const trick = tricks[places[kind] % tricks.length];
      places[kind] += 1;
      return trick?.write(request) ?? '';
    },
    ports,
  );
}

function kindOf(request: ChatRequest): 'root' | 'policy' | 'sub' {
  if (readQuery(request.messages) !== null) return 'root';
  return request.role === 'sub' || request.role === 'root' ? 'sub' : 'policy';
}
