// `npm run test:sandbox`: the attempts to get out of the sandbox, alone, in the real Electron. Each attempt is a line; the
// last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runScript } from './progress.mjs';
import { root, setUp } from './set-up.mjs';
import { displayWrapper } from './system-packages.mjs';

await runScript(() => {
  const electron = setUp({ forTests: true, quiet: true });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peek-test-'));
  const report = path.join(folder, 'report.json');
  const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const args = ['test', 'e2e/sandbox/escapes.spec.ts', '--reporter=list,json', ...process.argv.slice(2)];
  const [command, ...rest] = [...displayWrapper(), process.execPath, playwright, ...args];
  try {
    const run = spawnSync(command, rest, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ELECTRON_BIN: electron, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    if (run.error) throw run.error;
    const stats = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')).stats : undefined;
    const failed = stats?.unexpected ?? 0;
    // A run that ends badly counts at least one failure, whatever it reported.
    console.log(
      `${stats ? stats.expected + stats.flaky : 0} passed, ${run.status === 0 ? failed : Math.max(failed, 1)} failed`,
    );
    return run.status ?? 1;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
