// The process that is killed. It works on a study as fast as it can and says, after each append, what is acknowledged: the
// last event's number and a hash of the state it gives. Lines go out at once, so that what was said was done before.

import { createOfflineModel } from '#core/lm/offline/index.ts';
import { createEngine, DEFAULT_SETTINGS, stateText } from '#core/study/index.ts';
import type { Command, Engine, StudyState } from '#core/study/index.ts';
import { anEdit, fillStudy, quickHash, scriptedPorts, settingsWith } from '#core/study/engine/testing.ts';
import { existsSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createNativePython, createStudies, openContext, tokenCounter } from '#core/node/index.ts';
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

const long = 'a line of output that is long enough to be kept by reference\n'.repeat(80);

/** The engine with a scripted agent and policy, which work as fast as can be. */
function scripted(): Engine {
  const file = open();
  say(`opened ${file.backupName ?? ''}`);
  // Looking over what a format-1 study became is the whole of a migration.
  if (scenario === 'migration') process.exit(0);
  return createEngine({
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
}

/** The real agent and policy over real Python, answered by the offline model. */
async function offline(): Promise<Engine> {
  const python = createNativePython();
  const model = createOfflineModel({ count: tokenCounter('o200k_base'), now: () => performance.now() });
  const studies = createStudies({ appVersion: 'torture', python: () => python, model: () => model });
  if (existsSync(path)) {
    const opened = studies.open(path);
    if (opened.ok) return opened.value.engine;
    say(`refused ${opened.error.kind}`);
    process.exit(3);
  }
  const text = join(dirname(path), '..', 'log.txt');
  writeFileSync(
    text,
    Array.from({ length: 300 }, (_, at) => `2026-01-0${1 + (at % 9)} | user${at % 7} | ok\n`).join(''),
  );
  const context = await openContext(text);
  if (!context.ok) throw new Error(context.error.words);
  const settings = settingsWith({ budgetTokens: 300 }, { agent: { ...DEFAULT_SETTINGS.agent, python: 'native' } });
  const queries = ['How many lines are there?', 'How many lines name user3?', 'Which user is named most often?'];
  const made = await studies.create(path, {
    name: 'tortured',
    label: null,
    settings,
    context: context.value,
    queries: queries.map((query) => ({ text: query, truth: null })),
    actor: 'user:ann',
  });
  if (!made.ok) throw new Error(made.error.words);
  return made.value.engine;
}

say('begun');
const engine = scenario === 'offline' ? await offline() : scripted();
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
