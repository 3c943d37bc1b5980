// Every attempt to get out of the sandbox fails, and the next block and the next job work all the same.

import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESCAPES, PAGE_ESCAPES } from './escapes.ts';
import { type LaunchedSandbox, launchSandbox } from './launch-sandbox.ts';

const secret = `secret-${randomUUID()}`;
const otherSecret = `other-job-secret-${randomUUID()}`;
let folder: string;
let port: number;
let server: Server;
let udp: Socket;
let contacts = 0;
let sandbox: LaunchedSandbox;
let otherJob: number;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peek-outside-'));
  await writeFile(join(folder, 'secret.py'), secret);
  server = createServer((socket) => {
    contacts++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  port = address.port;
  udp = createSocket('udp4').on('message', () => contacts++);
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  sandbox = await launchSandbox({ env: { PEEK_CANARY: secret } });
  otherJob = await sandbox.open({ context: otherSecret });
});

test.afterAll(async () => {
  expect(await sandbox.run(otherJob, 'print(context)')).toMatchObject({ stdout: `${otherSecret}\n`, stateLost: false });
  await sandbox.close();
  server.close();
  udp.close();
  await rm(folder, { recursive: true, force: true });
});

function filled(code: string): string {
  return code
    .replaceAll('SECRET_FILE', join(folder, 'secret.py'))
    .replaceAll('TARGET_FILE', join(folder, 'written'))
    .replaceAll('FOLDER', folder)
    .replaceAll('PORT', String(port));
}

async function expectNothingHappened(said: string): Promise<void> {
  expect(said).not.toContain('ESCAPED');
  expect(said).not.toContain(secret);
  expect(said).not.toContain(otherSecret);
  expect(contacts).toBe(0);
  expect(await readdir(folder)).toEqual(['secret.py']);
  expect(existsSync(join(folder, 'written'))).toBe(false);
  // Asked again when the debugger loses its own promise to the garbage collector, which it does now and then.
  await expect(async () => {
    expect(await sandbox.app.evaluate(() => 'polluted' in {})).toBe(false);
  }).toPass({ timeout: 5_000 });
}

test('the traps work: what is looked for after each attempt can be seen', async () => {
  const before = contacts;
  const reach = createConnection(port, '127.0.0.1').on('error', () => undefined);
  await expect.poll(() => contacts).toBe(before + 1);
  reach.destroy();
  udp.send('hi', port, '127.0.0.1');
  await expect.poll(() => contacts).toBe(before + 2);
  contacts = before;
  expect(await sandbox.app.evaluate(() => process.env['PEEK_CANARY'])).toBe(secret);
  expect(await readFile(join(folder, 'secret.py'), 'utf8')).toBe(secret);
});

/** Groups whose attempts leave the interpreter as it was. */
const SHARED: readonly string[] = ['files', 'processes', 'environment', 'network'];
/** Jobs to go on with, by time limit: their interpreter is as it was, or was lost and is new. */
const reusable = new Map<number, number>();

async function jobFor(blockTimeoutMs: number): Promise<number> {
  const job = reusable.get(blockTimeoutMs);
  reusable.delete(blockTimeoutMs);
  return job ?? sandbox.open({ context: 'mine', limits: { blockTimeoutMs, memoryMb: 1_024, outputChars: 100_000 } });
}

for (const { group, escapes } of ESCAPES) {
  for (const escape of escapes) {
    test(`no way out by ${group}: ${escape.name}`, async () => {
      const blockTimeoutMs = escape.endless ? 1_000 : 20_000;
      const job = await jobFor(blockTimeoutMs);
      const result = await sandbox.run(job, filled(escape.code));
      note(escape.name, JSON.stringify(result));
      await expectNothingHappened(JSON.stringify(result));
      if (escape.endless) {
        expect(result.limit).toBe('time');
        expect(result.wallMs).toBeLessThan(6_000);
      }
      expect(await sandbox.run(job, 'print(context, 6 * 7)')).toMatchObject({ stdout: 'mine 42\n', error: null });
      if (result.stateLost || SHARED.includes(group)) reusable.set(blockTimeoutMs, job);
      else await sandbox.closeJob(job);
    });
  }
}

test.describe('JavaScript in the page', () => {
  let job: number;

  test.beforeAll(async () => {
    job = await sandbox.open({ context: 'mine' });
  });

  for (const escape of PAGE_ESCAPES) {
    test(`no way out for JavaScript in the page: ${escape.name}`, async () => {
      const said = await sandbox.app.evaluate(async ({ webContents }, code) => {
        const pages = webContents.getAllWebContents().filter((page) => page.getURL().startsWith('app://py/'));
        const answers = pages.map((page) =>
          page.executeJavaScript(code).then(
            (value: unknown) => `said: ${String(value)}`,
            (error: unknown) => `refused: ${String(error)}`,
          ),
        );
        const waited = new Promise((resolve) => setTimeout(resolve, 3_000, 'no answer'));
        return (await Promise.all(answers.map((answer) => Promise.race([answer, waited])))).map(String).join('\n');
      }, filled(escape.code));
      note(escape.name, said);
      expect(said).toMatch(/^(said|refused|no answer)/);
      await expectNothingHappened(said);
      expect(await sandbox.run(job, 'print(context)')).toMatchObject({ stdout: 'mine\n', stateLost: false });
    });
  }
});

test('no attempt reached the outside late', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await expectNothingHappened('');
});

/** What became of each attempt, for whoever wants to see it: PEEK_SHOW=1. */
function note(name: string, said: string): void {
  if (process.env['PEEK_SHOW']) console.log(`${name}: ${said.slice(0, 400)}`);
}
