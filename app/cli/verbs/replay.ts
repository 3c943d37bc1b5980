// The verb replay: a study derived again from its own recording, at no cost. As it is, to see that it holds; or under other
// settings, to see what would have become of it.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCassette } from '#core/lm/index.ts';
import type { CassetteCall } from '#core/lm/index.ts';
import { freshStudyFile, hashText, removeStudyFile } from '#core/node/index.ts';
import type { OpenStudy } from '#core/node/index.ts';
import { createMemoryLog } from '#core/study/index.ts';
import type { StudyLog } from '#core/study/index.ts';
import { recordedSettings, rederive, replayChanged } from '#core/study/replay/index.ts';
import type { QueryOutcome, Rederived, RederiveProgress, ReplayedStudy } from '#core/study/replay/index.ts';
import { createAsker } from '../ask.ts';
import { CliExit } from '../cli-exit.ts';
import { asksForSettings, settingsOf, STUDY_OPTIONS } from '../study-options.ts';
import { openToRead, withStudy, type PeekVerb, type Tools } from '../tools.ts';
import type { VerbInput } from '../verb.ts';
import { readText } from './steer.ts';

export const replay: PeekVerb = {
  name: 'replay',
  summary: 'derive a study again from its recorded model calls, and compare',
  details: [
    'As it is: every decision is made again with the recorded replies, Python runs again, and each result is held beside',
    'the recorded one. No model is called. Exit 0 when all is equal, 1 with the first difference when it is not.',
    'With any setting changed: the same queries under the new settings; calls that match a recorded one are replayed,',
    'others refused, asked about or made anew, as --unmatched says. What people did to the map is left out.',
  ].join('\n'),
  positionals: [{ name: 'STUDY', required: true, words: 'a .peek file' }],
  options: {
    unmatched: {
      type: 'string',
      choices: ['refuse', 'ask', 'call'],
      words: 'calls that were not recorded: refuse them (default), ask about each (y or n on stdin), or call the model',
    },
    cassette: { type: 'string', value: 'FILE', words: 'replay the calls of this cassette instead of the own ones' },
    out: { type: 'string', value: 'STUDY', words: 'keep the replay as this study' },
    ...STUDY_OPTIONS,
  },
  examples: [
    'peek replay logs.peek',
    'peek replay logs.peek --json',
    'peek replay logs.peek --budget 512 --unmatched call --out smaller.peek',
  ],
  async run(input, tools) {
    return withStudy(openToRead(input.argument('STUDY'), tools), async (study) => {
      const stop = new AbortController();
      const stopListening = tools.host.onInterrupt(() => stop.abort());
      try {
        const changed = asksForSettings(input) || (input.choice('unmatched') ?? 'refuse') !== 'refuse';
        return changed
          ? await underChanges(study, input, tools, stop.signal)
          : await asItIs(study, input, tools, stop.signal);
      } finally {
        stopListening();
      }
    });
  },
};

async function asItIs(study: OpenStudy, input: VerbInput, tools: Tools, signal: AbortSignal): Promise<number> {
  const { terminal } = tools;
  return withFreshLog(study, input, async (fresh) => {
    const onProgress = ({ seq }: RederiveProgress): void => terminal.progress(`replaying event ${String(seq)}`);
    const options = { signal, onProgress, ...(await cassetteCalls(input)) };
    const result = await rederive(study.file, fresh, study.ports, options);
    if (signal.aborted) throw new CliExit(130, 'Stopped.');
    if (input.flag('json')) terminal.printJson({ study: study.engine.state.name, ...result });
    else tellRederived(result, tools);
    return result.equal ? 0 : 1;
  });
}

function tellRederived(result: Rederived, { terminal }: Tools): void {
  const { paint } = terminal;
  const { calls, versions, firstDifference } = result;
  const reached = versions.filter(({ rederived }) => rederived !== null);
  terminal.print(`${String(calls.replayed)} of ${String(calls.recorded)} recorded calls replayed, no model called`);
  for (const { versionId, recorded, rederived } of versions) {
    const mark = rederived === null ? 'not reached' : rederived === recorded ? 'equal' : paint('red', 'differs');
    terminal.print(`${versionId.padEnd(6)} ${recorded.slice(0, 16)}  ${mark}`);
  }
  if (firstDifference === null) terminal.print(`All ${String(reached.length)} versions came again, equal.`);
  else
    terminal.print(paint('red', `First difference, at event ${String(firstDifference.seq)}: ${firstDifference.words}`));
}

async function underChanges(study: OpenStudy, input: VerbInput, tools: Tools, signal: AbortSignal): Promise<number> {
  const { terminal, host } = tools;
  const { state } = study.engine;
  const unmatched = unmatchedOf(input);
  const asker = createAsker(process.stdin, process.stderr);
  return withFreshLog(study, input, async (fresh) => {
    const result = await replayChanged(study.file, fresh, study.ports, {
      settings: settingsOf(input, recordedSettings(study.file)),
      name: `${state.name} (replayed)`,
      appVersion: host.version,
      unmatched,
      model: (settings) => study.ports.model(settings),
      ask: (_request, why) => asker.ask(`${why} Make this call anew?`, signal),
      signal,
      onProgress: ({ words }) => terminal.progress(words),
      ...(await cassetteCalls(input)),
    }).finally(() => asker.close());
    if (input.flag('json')) terminal.printJson({ study: state.name, ...result });
    else tellReplayed(result, tools);
    if (signal.aborted) return 130;
    return result.stopped === null ? 0 : 1;
  });
}

function unmatchedOf(input: VerbInput): 'refuse' | 'ask' | 'call' {
  const chosen = input.choice('unmatched');
  return chosen === 'ask' || chosen === 'call' ? chosen : 'refuse';
}

function tellReplayed(result: ReplayedStudy, { terminal }: Tools): void {
  const { calls, queries, leftOut, stopped, firstUnmatched } = result;
  for (const { queryId, recorded, replayed } of queries) {
    const same = recorded !== null && replayed !== null && recorded.hash === replayed.hash;
    const made = replayed === null ? '' : `${replayed.calls.replayed} replayed, ${replayed.calls.anew} anew`;
    terminal.print(
      `${queryId.padEnd(5)} ${outcomeWords(recorded).padEnd(34)} → ${outcomeWords(replayed).padEnd(34)} ${made}${same ? ', same map' : ''}`,
    );
  }
  terminal.print(
    `${String(calls.replayed)} calls replayed, ${String(calls.madeAnew)} made anew, ${String(calls.refused)} refused (${String(calls.recorded)} recorded)`,
  );
  if (firstUnmatched !== null) terminal.say(`First difference: ${firstUnmatched.why}`);
  if (leftOut > 0) terminal.say(`Left out: ${String(leftOut)} things people did to the recorded map.`);
  if (stopped !== null) terminal.say(terminal.paint('red', stopped));
}

function outcomeWords(outcome: QueryOutcome | null): string {
  if (outcome === null) return 'not run';
  const score = outcome.score === null ? '' : `, score ${outcome.score.toFixed(2)}`;
  return `${outcome.status}, ${outcome.versionId} of ${String(outcome.tokens)} tokens${score}`;
}

/** A log for the replay: the study that --out names, or memory. */
async function withFreshLog(
  study: OpenStudy,
  input: VerbInput,
  work: (fresh: StudyLog) => Promise<number>,
): Promise<number> {
  const out = input.text('out');
  if (out === null) return work(createMemoryLog({ hash: hashText, at: () => new Date().toISOString() }));
  const path = resolve(out);
  if (existsSync(path)) throw new CliExit(2, `${out} is there already. Choose another name.`);
  const made = await freshStudyFile(path, study.file);
  if (!made.ok) throw new CliExit(2, made.error.words);
  const file = made.value;
  let isKept = false;
  try {
    const code = await work(file);
    isKept = file.read(0, 1).length > 0;
    return code;
  } finally {
    file.close();
    if (!isKept) removeStudyFile(path);
  }
}

/** What --cassette names; null without it: then the study's own recording is replayed. */
async function cassetteCalls(input: VerbInput): Promise<{ readonly calls?: readonly CassetteCall[] }> {
  const path = input.text('cassette');
  if (path === null) return {};
  const read = readCassette(await readText(path));
  if (!read.ok) throw new CliExit(2, `${path}: ${read.error.words}`);
  return { calls: read.value.calls };
}
