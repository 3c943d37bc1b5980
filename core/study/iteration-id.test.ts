import { expect, test } from 'vitest';
import { iterationId, iterationNamed } from './iteration-id.ts';

test('iterations of one number have different names in an agent and its sub-agents, and each is read back', () => {
  const own = iterationId('r3', { number: 2, depth: 0, callId: 'c9' });
  const child = iterationId('r3', { number: 2, depth: 1, callId: 'c17' });
  expect([own, child]).toEqual(['r3/2', 'r3/c17']);
  expect(iterationNamed(own)).toEqual({ runId: 'r3', at: 2 });
  expect(iterationNamed(child)).toEqual({ runId: 'r3', at: { callId: 'c17' } });
  expect(iterationNamed('r3/odd/call')).toEqual({ runId: 'r3', at: { callId: 'odd/call' } });
});
