// `npm test`: set-up, then every check. Each check says its result on one line, with its whole output where it failed;
// the last line is the sum, `N passed, N failed`: each test counts once, each check without tests counts once.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runScript, say, seconds } from './progress.mjs';
import { root, setUp } from './set-up.mjs';
import { displayWrapper, hasDisplay } from './system-packages.mjs';

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'peek-test-'));
const vitestReport = path.join(reports, 'vitest.json');

const bin = (...names) => path.join(root, 'node_modules', ...names);

const STILL_MS = 30_000;
/** What has ended, as reporters write it: a test (Playwright), a file of tests (vitest). */
const DONE_LINE = /^ +[✓✘-] /gmu;

/** Checks of one line run two at a time; the tests after them have the machine to themselves. */
const staticChecks = [
  { name: 'formatting (prettier)', args: [bin('prettier', 'bin', 'prettier.cjs'), '--check', '.'] },
  { name: 'lint (eslint)', args: [bin('eslint', 'bin', 'eslint.js'), '.'] },
  {
    name: 'import rules (dependency-cruiser)',
    args: [
      bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '{app,core,bench,e2e}',
    ],
  },
  { name: 'unused code (knip)', args: [bin('knip', 'bin', 'knip.js')] },
  { name: 'types of every layer (tsc)', args: [path.join(root, 'scripts', 'typecheck.mjs')], count: typecheckCounts },
];

await runScript(async () => {
  const started = Date.now();
  const electron = setUp({ forTests: true });
  const results = [];
  try {
    const queue = [...staticChecks];
    const worker = async () => {
      for (let check = queue.shift(); check; check = queue.shift()) results.push(await runCheck(check));
    };
    await Promise.all([worker(), worker()]);
    results.push(await runCheck(unitTests()));
    const display = hasDisplay() ? '' : ', under Xvfb';
    results.push(
      await runCheck(playwrightTests(`the real window (playwright${display})`, electron, ['window', 'no window'])),
    );
    results.push(await runCheck(playwrightTests(`what measures times${display}`, electron, ['window alone'])));
  } finally {
    fs.rmSync(reports, { recursive: true, force: true });
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\nall checks: ${seconds(started)}; tests skipped: ${sum('skipped')}`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
});

function unitTests() {
  return {
    name: 'unit and property tests (vitest)',
    args: [
      bin('vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
    env: {
      PEEK_PROPERTY_CASES: process.env.PEEK_PROPERTY_CASES ?? '100000',
      PEEK_TORTURE_TRIALS: process.env.PEEK_TORTURE_TRIALS ?? '50',
      PEEK_INTERLEAVINGS: process.env.PEEK_INTERLEAVINGS ?? '100',
    },
    count: () => {
      const report = readReport(vitestReport);
      return (
        report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
      );
    },
  };
}

/** Those projects' tests and none that would come before them, so that a fault there leaves these to be seen, too. */
function playwrightTests(name, electron, projects) {
  const report = path.join(reports, `${projects[0]}.json`);
  return {
    name,
    args: [
      bin('@playwright', 'test', 'cli.js'),
      'test',
      '--reporter=list,json',
      '--no-deps',
      ...projects.map((project) => `--project=${project}`),
    ],
    wrap: displayWrapper(),
    env: { ELECTRON_BIN: electron, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: () => {
      const stats = readReport(report)?.stats;
      return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  };
}

function typecheckCounts(output) {
  const lines = (pattern) => output.match(pattern)?.length ?? 0;
  return { passed: lines(/^ok {3}/gm), failed: lines(/^FAIL /gm), skipped: 0 };
}

function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** Runs one check and prints its line. A run that ends badly counts at least one failure, whatever it reported. */
async function runCheck({ name, args, wrap = [], env = {}, count }) {
  const started = Date.now();
  say(`checking: ${name} …`);
  const { code, output } = await runQuietly([...wrap, process.execPath, ...args], env, (soFar) => {
    const done = soFar.match(DONE_LINE)?.length ?? 0;
    say(`still checking: ${name}, ${seconds(started)}${done > 0 ? `, ${done} done` : ''} …`);
  });
  const counted = count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  const failed = code === 0 ? counted.failed : Math.max(counted.failed, 1);
  const numbers = count ? `  ${counted.passed} passed, ${failed} failed, ${counted.skipped} skipped` : '';
  if (failed > 0) console.log(output);
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}${numbers}  ${seconds(started)}`);
  return { ...counted, failed };
}

/** Keeps what the command says for the one who needs it; every half minute `onStill` hears what there is so far. */
function runQuietly([command, ...args], env, onStill) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const still = setInterval(() => onStill(output), STILL_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => (output += text));
    }
    const end = (ended) => {
      clearInterval(still);
      resolve(ended);
    };
    child.on('error', (error) => end({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => {
      end({ code: code ?? 1, output: signal ? `${output}\nended by ${signal}\n` : output });
    });
  });
}
