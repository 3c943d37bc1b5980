import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { PythonJob, PythonSession } from '#core/agents/index.ts';
import { BEHAVIOUR_LIMITS, echoFunctions } from '#core/agents/repl/testing/index.ts';
import { err } from '#core/result.ts';
import { NO_SMALL_DISK, smallDisk } from '../testing/index.ts';
import { createFrameReader, frame } from './frame-reader.ts';
import { createNativePython } from './index.ts';

// Each starts interpreters of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const open: PythonSession[] = [];

// Of its own, so that the folders of tests beside this one are not seen.
process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'peek-native-'));

afterAll(() => rmSync(tmpdir(), { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
});

function aJob(overrides: {
  readonly text?: string;
  readonly format?: PythonJob['context']['format'];
  readonly memoryMb?: number;
}): PythonJob {
  const bytes = new TextEncoder().encode(overrides.text ?? '');
  return {
    context: { name: 'data.txt', format: overrides.format ?? 'text', bytes: () => Promise.resolve(bytes) },
    functions: echoFunctions,
    limits: { ...BEHAVIOUR_LIMITS, memoryMb: overrides.memoryMb ?? BEHAVIOUR_LIMITS.memoryMb },
    protocol: 'final',
  };
}

async function start(): Promise<PythonSession> {
  const opened = await createNativePython().open(aJob({}), never);
  if (!opened.ok) throw new Error(opened.error.words);
  open.push(opened.value);
  return opened.value;
}

/** A process that has ended but was not collected yet (a zombie) is not alive. */
function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

describe('native Python', () => {
  test('says what is wrong where its temporary folder cannot be made, and where to make room', async (context) => {
    const own = tmpdir();
    const disk = smallDisk(4_096, 0);
    try {
      process.env['TMPDIR'] = join(own, 'not there');
      const missing = await createNativePython().open(aJob({}), never);
      expect(missing).toMatchObject({
        error: {
          kind: 'start-failed',
          words: expect.stringMatching(
            /^Native Python cannot be started\. There is no temporary folder .*Make it, or/,
          ) as string,
        },
      });
      if (disk === null) return context.skip(NO_SMALL_DISK);
      process.env['TMPDIR'] = disk.path;
      const full = await createNativePython().open(aJob({}), never);
      expect(full).toEqual(
        err({
          kind: 'start-failed',
          words: `Native Python cannot be started. There is no room in the temporary folder ${disk.path}: its disk is full. Make room there, or start Peek with TMPDIR naming a folder on another disk.`,
        }),
      );
    } finally {
      process.env['TMPDIR'] = own;
      disk?.remove();
    }
  });

  test('sees nothing of the environment but the way to programs', async () => {
    process.env['PEEK_TEST_SECRET'] = 'hidden';
    const session = await start();
    delete process.env['PEEK_TEST_SECRET'];
    const { stdout } = await session.run('import os\nprint(sorted(os.environ))', never);
    expect(stdout).not.toContain('SECRET');
    expect(stdout).not.toContain('KEY');
    expect(stdout).toContain("'HOME'");
  });

  test('works in a temporary folder of its own, which is gone afterwards', async () => {
    const session = await start();
    const { stdout } = await session.run(
      'import os, tempfile\nprint(os.getcwd() == os.environ["HOME"] == tempfile.gettempdir())\nopen("left", "w").close()\nprint(os.getcwd())',
      never,
    );
    const [same, folder] = stdout.trim().split('\n');
    expect(same).toBe('True');
    expect(readdirSync(folder ?? '')).toEqual(['left']);
    await session.close();
    expect(() => readdirSync(folder ?? '')).toThrow('ENOENT');
  });

  test('two sessions see nothing of each other', async () => {
    const [first, second] = [await start(), await start()];
    await first.run('x = 1\nimport sys\nsys.modules["shared"] = 1', never);
    expect((await second.run('import sys\nprint("x" in globals(), "shared" in sys.modules)', never)).stdout).toBe(
      'False False\n',
    );
  });

  test('closing twice is harmless', async () => {
    const session = await start();
    await session.close();
    await session.close();
  });

  test('ends with everything it started, also what left its process group', async () => {
    const session = await start();
    const { stdout } = await session.run(
      'import subprocess\na = subprocess.Popen(["sleep", "300"])\nb = subprocess.Popen(["sleep", "300"], start_new_session=True)\nimport os\nprint(os.getpid(), a.pid, b.pid)',
      never,
    );
    const pids = stdout.trim().split(' ').map(Number);
    expect(pids.map(isAlive)).toEqual([true, true, true]);
    await session.close();
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false, false]);
  });

  test.runIf(process.platform === 'linux')('ends with the host, even one that is killed', async () => {
    const program = `
      import { createNativePython } from '#core/node/native-python/index.ts';
      import { BEHAVIOUR_LIMITS, echoFunctions } from '#core/agents/repl/testing/index.ts';
      const context = { name: 'context', format: 'text', bytes: () => Promise.resolve(new Uint8Array()) };
      const job = { context, functions: echoFunctions, limits: BEHAVIOUR_LIMITS, protocol: 'final' };
      const never = new AbortController().signal;
      const { value } = await createNativePython().open(job, never);
      process.stdout.write((await value.run('import os; print(os.getpid())', never)).stdout);
      await value.run('while True: pass', never);`;
    const host = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: join(import.meta.dirname, '../../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) => {
      host.stdout.setEncoding('utf8').once('data', (text: string) => resolve(Number(text)));
    });
    expect(isAlive(pid)).toBe(true);
    host.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('a program it waits for ends with the block', async () => {
    const session = await start();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const result = await session.run('import subprocess\nsubprocess.run(["sleep", "300"])', stop.signal);
    expect(result).toMatchObject({ limit: 'interrupted', stateLost: false });
  });

  test('an interrupt that comes between two blocks stops neither', async () => {
    const session = await start();
    const { stdout } = await session.run('import os\nprint(os.getpid())', never);
    process.kill(Number(stdout), 'SIGINT');
    expect(await session.run('print("went on")', never)).toMatchObject({ stdout: 'went on\n', error: null });
  });

  test('makes no core files', async () => {
    const session = await start();
    const { stdout } = await session.run('import resource\nprint(resource.getrlimit(resource.RLIMIT_CORE))', never);
    expect(stdout).toBe('(0, 0)\n');
  });

  test('the output of a program it runs is output', async () => {
    const session = await start();
    expect(await session.run('import os\nos.system("echo from sh; echo err >&2")', never)).toMatchObject({
      stdout: 'from sh\n',
      stderr: 'err\n',
    });
  });

  test('a crash of the process is told with its cause', async () => {
    const session = await start();
    const result = await session.run('import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)', never);
    expect(result).toMatchObject({
      stateLost: true,
      error: { type: 'InterpreterLost', message: expect.stringContaining('SIGSEGV') as string },
    });
  });

  test('garbage on its channel costs it its interpreter and nothing else', async () => {
    const session = await start();
    expect(await session.run('import os\nos.write(4, b"\\xff" * 8)', never)).toMatchObject({ stateLost: true });
    expect(await session.run('print(1)', never)).toMatchObject({ stdout: '1\n' });
  });
});

describe('opening fails in words', () => {
  test('where there is no Python', async () => {
    const opened = await createNativePython('/no/such/python').open(aJob({}), never);
    expect(opened).toMatchObject({
      ok: false,
      error: { kind: 'unavailable', words: expect.stringContaining('/no/such/python') as string },
    });
  });

  test('when the run is stopped already', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await createNativePython().open(aJob({}), stop.signal)).toMatchObject({
      ok: false,
      error: { kind: 'cancelled' },
    });
  });

  test('for JSON that is none, with the line where lines count', async () => {
    const python = createNativePython();
    expect(await python.open(aJob({ text: '{"a": ', format: 'json' }), never)).toMatchObject({
      ok: false,
      error: { kind: 'context-not-json' },
    });
    expect(await python.open(aJob({ text: '{"a": 1}\n{oops}\n', format: 'jsonl' }), never)).toMatchObject({
      ok: false,
      error: { kind: 'context-not-json', words: expect.stringContaining('line 2') as string },
    });
  });

  test('for a context that cannot be read, and leaves no folder behind', async () => {
    const before = leftFolders();
    const job = aJob({});
    const unreadable = { ...job.context, bytes: () => Promise.reject(new Error('a.peek cannot be reached.')) };
    expect(await createNativePython().open({ ...job, context: unreadable }, never)).toEqual(
      err({ kind: 'context-unreadable', words: 'data.txt could not be read. a.peek cannot be reached.' }),
    );
    expect(leftFolders()).toEqual(before);
  });

  test('for a context that does not fit in memory, and leaves no folder behind', async () => {
    const before = leftFolders();
    const opened = await createNativePython().open(aJob({ text: 'x'.repeat(60_000_000), memoryMb: 100 }), never);
    expect(opened).toMatchObject({ ok: false, error: { kind: 'context-too-large' } });
    expect(leftFolders()).toEqual(before);
  });
});

function leftFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('peek-python-'));
}

test('frames are cut right wherever the stream is', () => {
  const sent = [new Uint8Array(), new Uint8Array([1]), new Uint8Array(300).fill(7)];
  const stream = Buffer.concat(sent.map(frame));
  for (const step of [1, 2, 3, 5, 64, 1_000]) {
    const read = createFrameReader(1_000);
    const got: Uint8Array[] = [];
    for (let at = 0; at < stream.length; at += step) got.push(...(read(stream.subarray(at, at + step)) ?? []));
    expect(got.map((payload) => [...payload])).toEqual(sent.map((payload) => [...payload]));
  }
  expect(createFrameReader(10)(frame(new Uint8Array(11)))).toBeNull();
});
