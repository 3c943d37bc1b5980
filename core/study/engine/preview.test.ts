import { describe, expect, it } from 'vitest';
import { headVersion } from '../selectors/index.ts';
import { previewCommand, previewReview } from './preview.ts';
import { anEdit, aTrial, countWords, quickHash, settingsWith } from './testing.ts';

const ports = { count: countWords, hash: quickHash };

describe('a preview', () => {
  it('is what the command then does, and changes nothing by itself', async () => {
    const { engine, act } = aTrial();
    await act({ do: 'run.step' });
    const command = { do: 'item.add', section: 'rr', content: 'by hand', reason: null } as const;
    const before = engine.state;
    const preview = previewCommand(before, command, ports);
    expect(engine.state).toBe(before);
    await act(command);
    const head = headVersion(engine.state);
    expect(preview).toMatchObject({
      ok: true,
      value: { tokens: head?.tokens, tokensBySection: head?.tokensBySection },
    });
  });

  it('tells what a smaller budget would evict, and a refusal with its numbers', async () => {
    const { engine, act } = aTrial();
    await act({ do: 'item.add', section: 'ps', content: 'word '.repeat(40), reason: null });
    const change = (budgetTokens: number) =>
      previewCommand(
        engine.state,
        { do: 'settings.change', settings: settingsWith({ budgetTokens }), reason: null },
        ports,
      );
    expect(change(130)).toMatchObject({
      ok: true,
      value: { budgetTokens: 130, refusals: [], eviction: { removed: [{ itemId: 'ps-00001' }] } },
    });
    expect(change(5)).toMatchObject({
      ok: true,
      value: { refusals: [{ editId: null, refusal: { kind: 'over-budget' } }] },
    });
  });

  it('of a review is what deciding then gives', async () => {
    const edits = (runId: string) => [
      anEdit({ editId: `${runId}-e1`, content: 'one' }),
      anEdit({ editId: `${runId}-e2`, content: 'two' }),
    ];
    const { engine, act } = aTrial({ edits }, 1, settingsWith({}, { reviewEdits: true }));
    await act({ do: 'run.step' });
    const decisions = [
      { editId: 'r1-e1', decision: 'refuse' as const, content: null, reason: null },
      { editId: 'r1-e2', decision: 'change' as const, content: 'two, changed', reason: null },
    ];
    const preview = previewReview(engine.state, 'r1', decisions, ports);
    await act({ do: 'review.decide', runId: 'r1', decisions });
    expect(preview).toMatchObject({
      ok: true,
      value: {
        tokens: headVersion(engine.state)?.tokens,
        refusals: [{ editId: 'r1-e1', refusal: { kind: 'refused-by-reviewer' } }],
      },
    });
    expect(preview.ok && preview.value.text).toContain('[cr-00001] two, changed');
  });
});
