import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PeekFolder {
  readonly path: string;
  file(name: string): string;
  /** Runs `peek` to its end in this folder, with settings of its own. */
  run(...args: readonly string[]): Promise<Ended>;
  /** The same with this on stdin. */
  runWith(stdin: string, ...args: readonly string[]): Promise<Ended>;
  /** Starts `peek` and calls back with each line of stdout. */
  start(args: readonly string[], onLine: (line: string, child: ChildProcess) => void): Promise<Ended>;
  /** Ends with SIGKILL the process that has this study open to write. */
  killWriter(study: string): void;
  remove(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/** A folder for studies, thrown away at the end. Its name has a space in it, as a user's may. */
export async function peekFolder(): Promise<PeekFolder> {
  const path = await mkdtemp(join(tmpdir(), 'peek cli '));
  const start = (
    args: readonly string[],
    onLine: (line: string, child: ChildProcess) => void,
    stdin = '',
  ): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(root, 'scripts', 'peek.mjs'), ...args], {
        cwd: path,
        env: {
          ...process.env,
          INIT_CWD: path,
          DISPLAY: '',
          WAYLAND_DISPLAY: '',
          XDG_CONFIG_HOME: join(path, 'config'),
          PEEK_WARM_AFTER_MS: '600000', // one Python for each run, none that nobody takes
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child.stdin.on('error', () => undefined); // whoever reads nothing may be gone before all is written
      child.stdin.end(stdin);
      let [stdout, stderr, rest] = ['', '', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) onLine(line, child);
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr }));
    });
  return {
    path,
    file: (name) => join(path, name),
    killWriter(study) {
      const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && hasOpen(name, join(path, study)));
      for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
    },
    run: (...args) => start(args, () => undefined),
    runWith: (stdin, ...args) => start(args, () => undefined, stdin),
    start,
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** True when that process has the file open (Linux). */
function hasOpen(pid: string, file: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === file);
  } catch (error) {
    // It ended meanwhile, or belongs to somebody else.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
