// Killing a process at a random moment, over and over, and looking at what it left: every acknowledged event is there, the
// state they give is the one that was acknowledged, the file is whole and one file, the study can be gone on with.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { createEngine, emptyState, reduceAll, stateText } from '#core/study/index.ts';
import { quickHash, scriptedPorts } from '#core/study/engine/testing.ts';
import { hashText, openStudyFile } from '../../index.ts';

export interface TortureReport {
  readonly trials: number;
  /** Acknowledged events that were not there afterwards. */
  readonly lostEvents: number;
  /** Studies that did not open, did not reduce to the acknowledged state, or could not be gone on with. */
  readonly brokenStudies: number;
  readonly acknowledged: number;
  readonly words: readonly string[];
}

type Scenario = 'runs' | 'hands' | 'mixed' | 'migration' | 'offline';
const SCENARIOS: readonly Scenario[] = ['runs', 'hands', 'mixed', 'migration'];

/** Every so many trials the real agent works with the offline model and real Python; the others are scripted, and so faster. */
const OFFLINE_EVERY = 10;

/** A study is tortured so many times before a new one is begun. */
const TRIALS_PER_STUDY = 8;

/** Killed at the latest so long after it was waited for. */
const LONGEST_LIFE_MS = 300;
const LONGEST_OFFLINE_LIFE_MS = 3_000;

export interface TortureOptions {
  readonly trials: number;
  /** How many processes are tortured at a time; 1 when absent. */
  readonly jobs?: number;
  readonly onTrial?: (done: number, report: TortureReport) => void;
}

export async function torture({ trials, jobs = 1, onTrial }: TortureOptions): Promise<TortureReport> {
  const folder = mkdtempSync(join(tmpdir(), 'peek-torture-'));
  const report = { trials: 0, lostEvents: 0, brokenStudies: 0, acknowledged: 0, words: [] as string[] };
  let begun = 0;
  let victim: string | null = null;

  /** One after another, on studies of its own. */
  async function work(victim: string): Promise<void> {
    const paths = new Map<Scenario, string>();
    while (begun < trials) {
      const trial = begun;
      begun += 1;
      // Four trials in a row are one round of all scenarios, whichever job takes them.
      const scenario =
        trial % OFFLINE_EVERY === OFFLINE_EVERY - 1 ? 'offline' : (SCENARIOS[trial % SCENARIOS.length] ?? 'mixed');
      const path = studyFor(scenario, trial, folder, paths);
      const said = await liveAndDie(victim, path, scenario, trial + 1);
      const found = await lookAt(path, scenario, said, trial);
      report.trials += 1;
      report.acknowledged += found.acknowledged;
      report.lostEvents += found.lost;
      if (found.words !== null) {
        report.brokenStudies += 1;
        report.words.push(`trial ${trial + 1} (${scenario}): ${found.words}`);
        paths.delete(scenario);
      }
      onTrial?.(report.trials, report);
    }
  }

  try {
    const bundled = await bundleVictim();
    victim = bundled;
    await Promise.all(Array.from({ length: jobs }, () => work(bundled)));
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (victim !== null) rmSync(dirname(victim), { recursive: true, force: true });
  }
}

/** One file for the victim, so that it starts at once. */
async function bundleVictim(): Promise<string> {
  const root = resolve(import.meta.dirname, '../../../../..');
  // One folder for each torturer, since several may be at work.
  const outDir = join(root, 'node_modules', '.cache', 'peek', 'torture', String(process.pid));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(import.meta.dirname, 'victim.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        external: ['@photostructure/sqlite', /^tiktoken/, 'openai'],
        output: { entryFileNames: 'victim.mjs' },
      },
    },
    ssr: { noExternal: true, external: ['@photostructure/sqlite', 'tiktoken', 'openai'] },
  });
  return join(outDir, 'victim.mjs');
}

/** A study takes TRIALS_PER_STUDY trials; its folder's name carries the number of the first. */
function studyFor(scenario: Scenario, trial: number, folder: string, paths: Map<Scenario, string>): string {
  const known = paths.get(scenario);
  const first = Number(/-(\d+)\W+study\.peek$/.exec(known ?? '')?.[1] ?? 0);
  const isFull = trial - first >= TRIALS_PER_STUDY * SCENARIOS.length;
  if (known !== undefined && scenario !== 'migration' && !isFull) return known;
  const path = join(folder, `${scenario}-${trial}`, 'study.peek');
  mkdirSync(dirname(path));
  if (scenario === 'migration') copyFileSync(FORMAT_1, path);
  paths.set(scenario, path);
  return path;
}

const FORMAT_1 = join(import.meta.dirname, '..', 'format-1.peek');

/** What the victim said before it was killed, whole lines only. */
async function liveAndDie(victim: string, path: string, scenario: Scenario, seed: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [victim, path, scenario, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: dirname(dirname(path)) }, // what it leaves there when it is killed goes with the trials
  });
  // Making, opening and migrating a study are moments, too; but most of a study's life is work.
  const awaited = scenario === 'migration' || seed % 6 === 0 ? 'begun' : 'ack';
  let text = '';
  const begun = new Promise<void>((resume) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(awaited)) resume();
    });
  });
  const ended = once(child, 'exit');
  const closed = once(child.stdout, 'close');
  await Promise.race([begun, ended]);
  const longest = scenario === 'offline' ? LONGEST_OFFLINE_LIFE_MS : LONGEST_LIFE_MS;
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() ** 2 * longest);
  await ended;
  clearTimeout(timer);
  await closed;
  return text.split('\n').slice(0, -1);
}

interface Found {
  readonly acknowledged: number;
  readonly lost: number;
  /** What is broken; null when nothing is. */
  readonly words: string | null;
}

async function lookAt(path: string, scenario: Scenario, said: readonly string[], trial: number): Promise<Found> {
  if (scenario === 'migration') return { acknowledged: 0, lost: 0, words: await lookAtMigrated(path) };
  const acks = said.flatMap((line) => {
    const [word, seq = '', hash = ''] = line.split(' ');
    return word === 'ack' ? [{ seq: Number(seq), hash }] : [];
  });
  const acknowledged = acks.at(-1)?.seq ?? 0;
  const hashed = acks.filter(({ hash }) => hash !== '-');
  const broken = (words: string, lost = 0): Found => ({ acknowledged, lost, words });
  if (acks.length === 0 && !existsSync(path)) return { acknowledged, lost: 0, words: null };
  const opened = openStudyFile(path);
  if (!opened.ok) {
    // Before the first acknowledgement a new study may be unfinished, and says so.
    const isUnfinished =
      acks.length === 0 && (opened.error.kind === 'unfinished' || opened.error.kind === 'not-a-study');
    if (isUnfinished) rmSync(path);
    return isUnfinished ? { acknowledged, lost: 0, words: null } : broken(`it did not open: ${opened.error.words}`);
  }
  const file = opened.value;
  if (file.readOnlyWords !== null) return broken(`it could not be written: ${file.readOnlyWords}`);
  const events = file.read(0);
  if (events.length < acknowledged) {
    file.close();
    return broken('acknowledged events are missing', acknowledged - events.length);
  }
  const gap = events.findIndex((event, at) => event.seq !== at + 1);
  let words = gap >= 0 ? `event ${gap + 1} is missing` : null;
  let state = emptyState;
  const looked = [hashed[0], hashed[Math.floor(hashed.length / 2)], hashed.at(-1)].filter((ack) => ack !== undefined);
  for (const { seq, hash } of looked) {
    state = reduceAll(state, events.slice(state.seq, seq));
    if (quickHash(stateText(state)).slice(0, 16) !== hash)
      words ??= `the state at event ${seq} is not the acknowledged one`;
  }
  if (trial % 5 === 0)
    words ??= (await file.check()).problems.filter((problem) => !problem.startsWith('context')).join('; ') || null;
  words ??= await goOn(file);
  file.close();
  const left = readdirSync(dirname(path)).filter((name) => name !== basename(path));
  if (left.length > 0) words ??= `beside the closed study lies ${left.join(', ')}`;
  return { acknowledged, lost: 0, words };
}

/** One more step must be possible, whatever was under way. */
async function goOn(file: Parameters<typeof scriptedPorts>[0]): Promise<string | null> {
  const engine = createEngine({ ...scriptedPorts(file), hash: hashText });
  const cut = engine.state.runs.get([...engine.state.runs.keys()].at(-1) ?? '');
  if (cut !== undefined && cut.endedAt === null && cut.status !== 'review')
    return `${cut.id} is not marked interrupted`;
  const answer = await engine.do({ do: 'run.step' }, 'user:ann');
  if (answer.ok || /All queries|no query/.test(answer.error.words)) return null;
  return `it could not be gone on with: ${answer.error.words}`;
}

/** Either of the old format and untouched, or brought up with its copy kept. */
async function lookAtMigrated(path: string): Promise<string | null> {
  const before = readFileSync(FORMAT_1);
  const copy = join(dirname(path), 'study (format 1).peek');
  if (existsSync(copy) && !readFileSync(copy).equals(before)) return 'the copy of the old study is not what it was';
  const opened = openStudyFile(path);
  if (!opened.ok) return `it did not open: ${opened.error.words}`;
  const file = opened.value;
  const events = file.read(0);
  const report = await file.check();
  file.close();
  if (!existsSync(copy)) return 'no copy of the old study was kept';
  if (events.length !== 23 || events.some((event) => event.type === 'unknown')) return 'events were lost';
  const problems = report.problems.filter((problem) => !problem.startsWith('context'));
  return problems.length === 0 ? null : problems.join('; ');
}
