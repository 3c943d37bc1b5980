// The review gate: what the Cartographer proposed waits for a person; `peek review` shows it, previews and decides.

import type { OpenStudy } from '#core/node/index.ts';
import type { Decision, Run } from '#core/study/index.ts';
import { carryOn } from '../carry-on.ts';
import { CliExit } from '../cli-exit.ts';
import { clip } from '../narrate.ts';
import { actorOf, openToRead, openToWrite, perform, withStudy, type PeekVerb, type Tools } from '../tools.ts';
import type { VerbInput } from '../verb.ts';

export const review: PeekVerb = {
  name: 'review',
  summary: 'show the edits that wait for review, and accept, change or refuse them',
  details: [
    'Without a decision it shows what waits. Once every edit has a decision the update is applied.',
    'EDIT is an id such as r1-e2; --accept all and --refuse all decide whatever has no decision yet.',
  ].join('\n'),
  positionals: [{ name: 'STUDY', required: true, words: 'a .peek file' }],
  options: {
    accept: { type: 'string', value: 'EDIT', multiple: true, words: 'accept this edit, or all' },
    refuse: { type: 'string', value: 'EDIT', multiple: true, words: 'refuse this edit, or all' },
    change: { type: 'string', value: 'EDIT=TEXT', multiple: true, words: 'accept this edit with another text' },
    reason: { type: 'string', value: 'TEXT', words: 'why, for the record' },
    on: { type: 'boolean', words: 'from now on edits wait for review' },
    off: { type: 'boolean', words: 'from now on edits are applied at once' },
  },
  examples: [
    'peek review logs.peek --on',
    'peek review logs.peek',
    'peek review logs.peek --accept r1-e1 --refuse r1-e2 --reason "too vague"',
    'peek review logs.peek --change "r1-e1=One record a line." --accept all',
  ],
  async run(input, tools) {
    if (input.flag('on') || input.flag('off')) return setGate(input, tools);
    const decides = ['accept', 'refuse', 'change'].some((name) => input.texts(name).length > 0);
    if (!decides)
      return withStudy(openToRead(input.argument('STUDY'), tools), (study) => showPending(study, input, tools));
    return withStudy(openToWrite(input.argument('STUDY'), tools), (study) => {
      const run = pendingRun(study);
      const decisions = decisionsOf(input, run);
      const command = { do: 'review.decide', runId: run.id, decisions } as const;
      return carryOn(study, command, actorOf(input, tools), { json: input.flag('json') }, tools);
    });
  },
};

async function setGate(input: VerbInput, tools: Tools): Promise<number> {
  return withStudy(openToWrite(input.argument('STUDY'), tools), async (study) => {
    const on = input.flag('on');
    const seq = await perform(study, { do: 'review.set', on }, actorOf(input, tools));
    if (input.flag('json')) tools.terminal.printJson({ seq, reviewEdits: on });
    else tools.terminal.print(on ? 'edits wait for review' : 'edits are applied at once');
    return 0;
  });
}

function pendingRun(study: OpenStudy): Run {
  const run = [...study.engine.state.runs.values()].findLast((each) => each.status === 'review');
  if (run === undefined) throw new CliExit(1, 'No edits wait for review.');
  return run;
}

function showPending(study: OpenStudy, input: VerbInput, { terminal }: Tools): number {
  const run = pendingRun(study);
  const edits = run.proposed?.edits ?? [];
  const decided = new Map(run.decisions.map((decision) => [decision.editId, decision.decision]));
  if (input.flag('json')) {
    terminal.printJson({
      runId: run.id,
      edits: edits.map((edit) => ({ ...edit, decision: decided.get(edit.editId) ?? null })),
    });
    return 0;
  }
  terminal.print(`${run.id}: ${edits.length} edits`);
  for (const edit of edits) {
    const what = `${edit.editId}  ${(edit.kind ?? '?').padEnd(7)} ${edit.itemId ?? edit.section ?? '?'}`;
    const state = edit.refusal !== null ? `unusable: ${edit.refusal.words}` : (decided.get(edit.editId) ?? 'waits');
    terminal.print(`  ${what}  ${clip(edit.content ?? edit.raw, terminal.width - 50)}  (${state})`);
  }
  return 0;
}

function decisionsOf(input: VerbInput, run: Run): Decision[] {
  const reason = input.text('reason');
  const usable = (run.proposed?.edits ?? []).filter((edit) => edit.refusal === null).map((edit) => edit.editId);
  const decisions = new Map<string, Decision>();
  const check = (editId: string) => {
    if (!usable.includes(editId))
      throw new CliExit(2, `There is no edit ${editId} to decide. There are: ${usable.join(', ')}.`);
    return editId;
  };
  for (const change of input.texts('change')) {
    const at = change.indexOf('=');
    if (at < 1) throw new CliExit(2, '--change needs EDIT=TEXT, e.g. --change "r1-e2=One record a line."');
    const editId = check(change.slice(0, at));
    decisions.set(editId, { editId, decision: 'change', content: change.slice(at + 1), reason });
  }
  const before = new Set(run.decisions.map(({ editId }) => editId));
  for (const decision of ['accept', 'refuse'] as const) {
    for (const editId of input.texts(decision).filter((each) => each !== 'all')) {
      decisions.set(check(editId), { editId, decision, content: null, reason });
    }
  }
  for (const decision of ['accept', 'refuse'] as const) {
    if (!input.texts(decision).includes('all')) continue;
    for (const editId of usable) {
      if (!before.has(editId) && !decisions.has(editId))
        decisions.set(editId, { editId, decision, content: null, reason });
    }
  }
  return [...decisions.values()];
}
