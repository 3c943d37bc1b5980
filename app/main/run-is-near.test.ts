import { expect, test, vi } from 'vitest';
import { aTrial } from '#core/study/engine/testing.ts';
import { DEFAULT_SETTINGS } from '#core/study/index.ts';
import { onceARunIsNear } from './run-is-near.ts';

const NATIVE = { ...DEFAULT_SETTINGS, agent: { ...DEFAULT_SETTINGS.agent, python: 'native' as const } };

test('a study with a query to answer has its run near at once', () => {
  const { engine } = aTrial({}, 1);
  const act = vi.fn();
  onceARunIsNear(engine, act);
  expect(act).toHaveBeenCalledOnce();
});

test('in a study that is answered, a run is near once there is work again', async () => {
  const { engine, act: does } = aTrial({}, 1);
  await does({ do: 'run.step' });
  const act = vi.fn();
  onceARunIsNear(engine, act);
  await does({ do: 'branch.create', name: 'aside', versionId: 'v1', reason: null });
  expect(act).not.toHaveBeenCalled();
  await does({ do: 'queries.add', queries: [{ text: 'one more', truth: null }] });
  expect(act).toHaveBeenCalledOnce();
  await does({ do: 'queries.add', queries: [{ text: 'and more', truth: null }] });
  expect(act).toHaveBeenCalledOnce();
});

test('Python on the host is no matter of the sandbox', () => {
  const { engine } = aTrial({}, 1, NATIVE);
  const act = vi.fn();
  onceARunIsNear(engine, act);
  expect(act).not.toHaveBeenCalled();
});
