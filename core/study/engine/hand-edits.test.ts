import { describe, expect, it } from 'vitest';
import { renderMap } from '#core/map/index.ts';
import type { Engine } from '../engine.ts';
import { ghostsOf, headVersion } from '../selectors/index.ts';
import { anEdit, aTrial, settingsWith, when } from './testing.ts';

const contents = (engine: Engine) => headVersion(engine.state)?.map.items.map((item) => item.content);

describe('by hand', () => {
  const add = (content: string) => ({ do: 'item.add', section: 'cu', content, reason: null }) as const;

  it('adds, edits, moves, pins, deletes and returns items, one version each, with author and reason', async () => {
    const { engine, act } = aTrial();
    await act(add('alpha'));
    await act(add('beta'));
    await act({ do: 'item.edit', itemId: 'cu-00001', content: 'alpha two', reason: 'clearer' });
    await act({ do: 'item.move', itemId: 'cu-00002', section: 'cu', beforeItemId: 'cu-00001', reason: null });
    await act({ do: 'item.pin', itemId: 'cu-00001', reason: 'keep' });
    await act({ do: 'item.delete', itemId: 'cu-00002', reason: null });
    expect(contents(engine)).toEqual(['alpha two']);
    expect(
      ghostsOf(engine.state, engine.state.branches.get('main')?.head ?? '').map((ghost) => ghost.item?.id),
    ).toEqual(['cu-00002']);
    await act({ do: 'item.return', itemId: 'cu-00002', reason: null });
    expect(contents(engine)).toEqual(['alpha two', 'beta']);
    expect(headVersion(engine.state)?.map.items[0]?.pin).toMatchObject({ by: 'ann', reason: 'keep' });
    expect(
      [...engine.state.versions.values()].map((version) => [version.cause, version.actor, version.reason]),
    ).toEqual([
      ['created', 'user:ann', null],
      ['hand-edit', 'user:ann', null],
      ['hand-edit', 'user:ann', null],
      ['hand-edit', 'user:ann', 'clearer'],
      ['hand-edit', 'user:ann', null],
      ['pin', 'user:ann', 'keep'],
      ['hand-edit', 'user:ann', null],
      ['return', 'user:ann', null],
    ]);
  });

  it('takes an edited text as one edit', async () => {
    const { engine, act, refusal } = aTrial();
    await act(add('alpha'));
    const text = renderMap(headVersion(engine.state)?.map ?? { sections: [], headers: 'all', items: [] });
    await act({ do: 'map.edit-text', text: text.replace('alpha', 'alpha and omega'), reason: null });
    expect(contents(engine)).toEqual(['alpha and omega']);
    expect(
      await refusal({ do: 'map.edit-text', text: text.replace('alpha', 'alpha and omega'), reason: null }),
    ).toMatch(/nothing was changed/);
  });

  it('refuses with the numbers what does not fit, and puts that on record', async () => {
    const small = settingsWith({ budgetTokens: 130 });
    const { engine, act, refusal } = aTrial({}, 1, small);
    expect(await refusal(add('word '.repeat(90)))).toMatch(/over the budget of 130/);
    expect(engine.state.operations.at(-1)?.words).toMatch(/^refused: .*130/);
    expect(engine.state.versions.size).toBe(1);
    await act(add('short'));
    expect(contents(engine)).toEqual(['short']);
  });

  it('waits for an update under way, and is done right after it', async () => {
    const { engine, act } = aTrial();
    await act({ do: 'run.stage' });
    const waiting = act(add('by hand'));
    expect(engine.status.queued).toBe(1);
    await act({ do: 'run.step' });
    await waiting;
    expect(contents(engine)).toEqual(['learnt in r1', 'by hand']);
    expect(engine.status.queued).toBe(0);
  });

  it('is done at once while the agent works; the run keeps the text it was given', async () => {
    const { engine, act } = aTrial({ agent: () => ({ answer: 'x', iterations: 5 }) });
    const running = act({ do: 'run.step' });
    await when(engine, () => engine.state.runs.get('r1')?.iterationCount === 2);
    await act(add('by hand'));
    await running;
    expect(contents(engine)).toEqual(['by hand', 'learnt in r1']);
    expect(engine.state.runs.get('r1')?.mapText).not.toContain('by hand');
  });

  it('never lets the policy touch a pinned item', async () => {
    const { engine, act } = aTrial({
      edits: (runId) => [
        anEdit({ editId: `${runId}-e1`, kind: 'DELETE', itemId: 'cu-00001', section: null, content: null }),
      ],
    });
    await act(add('alpha'));
    await act({ do: 'item.pin', itemId: 'cu-00001', reason: null });
    await act({ do: 'run.step' });
    expect(contents(engine)).toEqual(['alpha']);
    expect(engine.state.runs.get('r1')?.applied?.outcomes[0]).toMatchObject({ refusal: { kind: 'pinned' } });
  });

  it('evicts to make room, and shows the ghosts', async () => {
    const { engine, act } = aTrial();
    await act({ do: 'item.add', section: 'ps', content: 'split at the comma', reason: null });
    const budgetTokens = (headVersion(engine.state)?.tokens ?? 0) + 2;
    await act({ do: 'settings.change', settings: settingsWith({ budgetTokens }), reason: null });
    await act(add('four words of it'));
    const head = headVersion(engine.state);
    expect(head?.map.items.map((item) => item.id)).toEqual(['cu-00001']);
    expect(head?.ghosts.map((item) => item.id)).toEqual(['ps-00001']);
    expect(head?.tokens).toBeLessThanOrEqual(budgetTokens);
  });
});

describe('settings on a living study', () => {
  it('a smaller budget evicts at once, or is refused with the numbers', async () => {
    const { engine, act, refusal } = aTrial();
    await act({ do: 'item.add', section: 'ps', content: 'word '.repeat(40), reason: null });
    const change = (budgetTokens: number) =>
      ({ do: 'settings.change', settings: settingsWith({ budgetTokens }), reason: null }) as const;
    await act(change(130));
    expect(headVersion(engine.state)).toMatchObject({ cause: 'budget', budgetTokens: 130, evicted: ['ps-00001'] });
    expect(await refusal(change(5))).toMatch(/^refused: .*over the budget of 5/);
    expect(engine.state.settings.method.budgetTokens).toBe(130);
  });

  it('a section that holds items is not switched off', async () => {
    const { engine, act, refusal } = aTrial();
    await act({ do: 'item.add', section: 'ps', content: 'split', reason: null });
    const without = settingsWith({ sections: ['cr', 'cu'] });
    expect(await refusal({ do: 'settings.change', settings: without, reason: null })).toMatch(/ps-00001/);
    await act({ do: 'item.delete', itemId: 'ps-00001', reason: null });
    await act({ do: 'settings.change', settings: without, reason: null });
    expect(headVersion(engine.state)?.map.sections).toEqual(['cr', 'cu']);
  });

  it('another m freezes or thaws', async () => {
    const { engine, act } = aTrial();
    await act({ do: 'run.all', untilQueryId: 'q2' });
    const change = (evolveSteps: number | null) =>
      act({ do: 'settings.change', settings: settingsWith({ evolveSteps }), reason: null });
    await change(1);
    expect(engine.state.branches.get('main')?.frozen?.cause).toBe('evolve-steps');
    await change(3);
    expect(engine.state.branches.get('main')?.frozen).toBeNull();
  });
});
