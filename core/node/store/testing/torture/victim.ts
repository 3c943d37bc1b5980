// The process that is killed. It works on a study as fast as it can and says, after each append, what is acknowledged: the
// last event's number and a hash of the state it gives. Lines go out at once, so that what was said was done before.

import { createEngine, stateText } from '#core/study/index.ts';
import type { Command, StudyState } from '#core/study/index.ts';
import { anEdit, fillStudy, quickHash, scriptedPorts, settingsWith } from '#core/study/engine/testing.ts';
import { existsSync, writeSync } from 'node:fs';
import { createStudyFile, hashText, openStudyFile } from '../../index.ts';
import type { StudyFile } from '../../index.ts';

const [path = '', scenario = 'mixed', seed = '1'] = process.argv.slice(2);
let random = Number(seed);

/** Park and Miller's generator: the same seed does the same. */
function below(limit: number): number {
  random = (random * 48_271) % 2_147_483_647;
  return random % limit;
}

function say(words: string): void {
  writeSync(1, `${words}\n`);
}

function open(): StudyFile {
  const isNew = !existsSync(path);
  const opened = isNew ? createStudyFile(path) : openStudyFile(path);
  if (!opened.ok) {
    // A study whose making was cut off holds nothing that was acknowledged.
    say(`refused ${opened.error.kind}`);
    process.exit(3);
  }
  if (isNew) fillStudy(opened.value, 4, settingsWith({ budgetTokens: 150 }));
  return opened.value;
}

say('begun');
const file = open();
say(`opened ${file.backupName ?? ''}`);
// Looking over what a format-1 study became is the whole of a migration.
if (scenario === 'migration') process.exit(0);

const long = 'a line of output that is long enough to be kept by reference\n'.repeat(80);
const engine = createEngine({
  ...scriptedPorts(file, {
    agent: (input) => ({ answer: `${input.query}: ${long}${below(1_000)}`, iterations: 1 + below(4) }),
    tags: (map) =>
      map.items.slice(0, 3).map((item) => ({ itemId: item.id, tag: below(2) === 0 ? 'helpful' : 'stale' })),
    edits: (runId, map) => [
      anEdit({ editId: `${runId}-e1`, section: 'cu', content: `learnt in ${runId} ${below(1_000)}` }),
      anEdit({
        editId: `${runId}-e2`,
        kind: 'REPLACE',
        itemId: map.items[0]?.id ?? 'cu-00001',
        content: `said anew ${below(9_999)}`,
      }),
    ],
  }),
  hash: hashText,
});
let acknowledged = 0;
/** The hash is that of the whole state, which takes its time: every third time will do. */
function acknowledge(state: StudyState): void {
  acknowledged += 1;
  say(`ack ${state.seq} ${acknowledged % 3 === 1 ? quickHash(stateText(state)).slice(0, 16) : '-'}`);
}
acknowledge(engine.state);
engine.listen({ events: (_, state) => acknowledge(state) });

const reason = null;
const byHand: readonly (() => Command)[] = [
  () => ({ do: 'item.add', section: 'cr', content: `by hand ${below(100_000)}`, reason }),
  () => ({ do: 'item.edit', itemId: `cr-0000${1 + below(9)}`, content: `changed ${below(100_000)}`, reason }),
  () => ({ do: 'item.delete', itemId: `cr-0000${1 + below(9)}`, reason }),
  () => ({ do: 'item.pin', itemId: `cu-0000${1 + below(9)}`, reason }),
  () => ({ do: 'operation.undo' }),
  () => ({ do: 'operation.redo' }),
  () => ({ do: 'branch.create', name: `b${below(1_000)}`, versionId: `v${below(engine.state.versions.size)}`, reason }),
  () => ({ do: 'map.rollback', versionId: `v${below(engine.state.versions.size)}`, reason }),
];
const running: readonly (() => Command)[] = [
  () => ({ do: 'queries.add', queries: [{ text: `asked ${below(1_000)} ${long}`, truth: null }] }),
  () => ({ do: 'run.all', untilQueryId: null }),
  () => ({ do: 'run.stage' }),
  () => ({ do: 'run.step' }),
];
const commands = scenario === 'hands' ? byHand : scenario === 'runs' ? running : [...byHand, ...running];
for (;;) {
  const make = commands[below(commands.length)];
  if (make !== undefined) await engine.do(make(), 'user:ann');
  await new Promise((resolve) => setImmediate(resolve));
}
