// Native Python: python3 as a child process, for users who need numpy and the like. It is not a sandbox (code runs with
// the user's rights) and is marked so wherever it shows. What it does have: a process group of its own, limits on memory,
// a clean environment, a temporary folder, and an end for the whole tree.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import {
  MAX_FRAME_BYTES,
  type PythonError,
  type PythonFactory,
  type PythonLimits,
  REPL_PROGRAM,
} from '#core/agents/index.ts';
import { type Result, err, ok } from '#core/result.ts';
import {
  type Gone,
  IncomingQueue,
  type InterpreterLink,
  type RawOutput,
  openReplSession,
} from '../python-host/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type FoundPython, findPython } from './find-python.ts';
import { createFrameReader, frame } from './frame-reader.ts';
import { JOB_MARK, killTree, signalQuietly } from './kill-tree.ts';

/** Kept of what lands on descriptors 1 and 2 between two blocks (ours). */
const RAW_OUTPUT_CHARS = 1_000_000;
/** SIGKILL cannot be ignored; a child that has not ended by then is stuck in the kernel and is left behind. */
const EXIT_WAIT_MS = 2_000;

/** Limits and ties that only a real process has; runs before any code of the model's. */
const NATIVE_SETUP = String.raw`
def limit_process(memory_bytes):
    os.set_inheritable(3, False)
    os.set_inheritable(4, False)
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = memory_bytes if most == resource.RLIM_INFINITY else min(memory_bytes, most)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))
    if sys.platform == "linux":
        import ctypes
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG: ends with the host, however that ends
`;

/** command   the python to start; see findPython */
export function createNativePython(command?: string): PythonFactory {
  let found: Promise<Result<FoundPython, PythonError>> | null = null;
  return {
    kind: 'native',
    open: (job, signal) => openReplSession('native', start, job, signal),
  };

  async function start(limits: PythonLimits): Promise<Result<InterpreterLink, PythonError>> {
    found ??= findPython(command);
    const python = await found;
    if (python.ok) return startChild(python.value, limits);
    found = null; // it may be installed meanwhile
    return python;
  }
}

async function startChild(python: FoundPython, limits: PythonLimits): Promise<Result<InterpreterLink, PythonError>> {
  const made = await temporaryFolder('peek-python-');
  if (!made.ok) return err({ kind: 'start-failed', words: `Native Python cannot be started. ${made.error.words}` });
  const folder = made.value;
  const mark = randomUUID();
  const program = `${REPL_PROGRAM}\n${NATIVE_SETUP}\nlimit_process(${limits.memoryMb * 1024 * 1024})\nstart(3, 4)\n`;
  const child = spawn(python.executable, ['-X', 'utf8', '-c', program], {
    cwd: folder,
    env: cleanEnvironment(folder, python, mark),
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const spawned = await new Promise<string | null>((resolve) => {
    child.once('spawn', () => resolve(null));
    child.once('error', (error) => resolve(error.message));
  });
  if (spawned !== null) {
    await rm(folder, { recursive: true, force: true });
    return err({ kind: 'start-failed', words: `${python.executable} could not be started: ${spawned}.` });
  }
  const link = new ChildLink(child, folder, mark);
  const first = await link.next();
  if (first.kind === 'frame') return ok(link);
  await link.kill();
  return err({ kind: 'start-failed', words: `${python.executable} did not start: ${first.gone.words}.` });
}

/** Nothing of the user's environment but the way to programs: keys and tokens live in there. */
function cleanEnvironment(folder: string, python: FoundPython, mark: string): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SYSTEMROOT', 'SystemRoot', 'LD_LIBRARY_PATH'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    HOME: folder,
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
    LANG: 'C.UTF-8',
    PYTHONUSERBASE: python.userBase,
    PYTHONHASHSEED: '0',
    [JOB_MARK]: mark,
  };
}

class ChildLink implements InterpreterLink {
  private readonly child: ChildProcess;
  private readonly folder: string;
  private readonly mark: string;
  private readonly incoming = new IncomingQueue();
  private readonly toPython: Writable;
  private readonly exited: Promise<void>;
  private awaitsAnswer = false;
  private raw = { stdout: '', stderr: '' };
  private killed: Promise<void> | null = null;

  constructor(child: ChildProcess, folder: string, mark: string) {
    this.child = child;
    this.folder = folder;
    this.mark = mark;
    const [, stdout, stderr, toPython, fromPython] = child.stdio;
    this.toPython = toPython as Writable;
    // A child that died is told by its exit; a broken pipe on the way there is no news.
    this.toPython.on('error', () => this.end({ kind: 'crashed', words: 'the python3 process stopped listening' }));
    const read = createFrameReader(MAX_FRAME_BYTES);
    (fromPython as Readable).on('data', (piece: Buffer) => {
      const frames = read(piece);
      if (frames === null) void this.kill({ kind: 'crashed', words: 'it sent more than can be taken' });
      else for (const payload of frames) this.hear(payload);
    });
    collect(stdout as Readable, (piece) => (this.raw.stdout = keepShort(this.raw.stdout + piece)));
    collect(stderr as Readable, (piece) => (this.raw.stderr = keepShort(this.raw.stderr + piece)));
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.end({
          kind: 'crashed',
          words: `the python3 process ended (${signal ?? `exit code ${String(code)}`})${lastLine(this.raw.stderr)}`,
        });
        resolve();
      });
    });
  }

  next(): ReturnType<InterpreterLink['next']> {
    return this.incoming.next();
  }

  send(payload: Uint8Array): void {
    this.awaitsAnswer = false;
    this.toPython.write(frame(payload));
  }

  async takeRawOutput(): Promise<RawOutput> {
    // What was written before the block's last frame is readable by now and read within this turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    const { raw } = this;
    this.raw = { stdout: '', stderr: '' };
    return raw;
  }

  interrupt(): Promise<void> {
    const { pid } = this.child;
    if (pid === undefined || this.child.exitCode !== null) return Promise.resolve();
    // The group, as Ctrl-C in a terminal does, so that programs the code waits for end too.
    if (process.platform !== 'win32') signalQuietly(-pid, 'SIGINT');
    return Promise.resolve();
  }

  kill(gone: Gone = { kind: 'ended', words: 'it was ended' }): Promise<void> {
    this.killed ??= this.endTree(gone);
    return this.killed;
  }

  private async endTree(gone: Gone): Promise<void> {
    this.end(gone);
    killTree(this.child, this.mark);
    await Promise.race([this.exited, new Promise((resolve) => setTimeout(resolve, EXIT_WAIT_MS).unref())]);
    killTree(this.child, this.mark); // what was being forked meanwhile
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** A second frame before the answer to the first would be taken for the answer to whatever is asked next. */
  private hear(payload: Uint8Array): void {
    if (this.awaitsAnswer) return void this.kill({ kind: 'crashed', words: 'it spoke out of turn' });
    this.awaitsAnswer = true;
    this.incoming.push({ kind: 'frame', payload });
  }

  private end(gone: Gone): void {
    this.incoming.push({ kind: 'gone', gone });
  }
}

function collect(stream: Readable, take: (piece: string) => void): void {
  stream.setEncoding('utf8').on('data', take);
}

function keepShort(text: string): string {
  return text.length <= RAW_OUTPUT_CHARS ? text : text.slice(0, RAW_OUTPUT_CHARS);
}

function lastLine(stderr: string): string {
  const line = stderr.trimEnd().split('\n').at(-1) ?? '';
  return line === '' ? '' : `: ${line.slice(0, 300)}`;
}
