// Every attempt to get out of the sandbox fails, and the next block and the next job work all the same.

import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
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
  expect(await sandbox.app.evaluate(() => 'polluted' in {})).toBe(false);
}

for (const { group, escapes } of ESCAPES) {
  for (const escape of escapes) {
    test(`no way out by ${group}: ${escape.name}`, async () => {
      const job = await sandbox.open({
        context: 'mine',
        limits: { blockTimeoutMs: escape.endless ? 1_000 : 20_000, memoryMb: 1_024, outputChars: 100_000 },
      });
      const result = await sandbox.run(job, filled(escape.code));
      await expectNothingHappened(JSON.stringify(result));
      if (escape.endless) {
        expect(result.limit).toBe('time');
        expect(result.wallMs).toBeLessThan(6_000);
      }
      expect(await sandbox.run(job, 'print(context, 6 * 7)')).toMatchObject({ stdout: 'mine 42\n', error: null });
      await sandbox.closeJob(job);
    });
  }
}

for (const escape of PAGE_ESCAPES) {
  test(`no way out for JavaScript in the page: ${escape.name}`, async () => {
    const job = await sandbox.open({ context: 'mine' });
    const said = await sandbox.app.evaluate(async ({ webContents }, code) => {
      // The youngest page that a job uses: the spare behind it has not been started yet, or is still loading.
      const pages = webContents.getAllWebContents().filter((page) => page.getURL().startsWith('app://py/'));
      const answers = pages.map((page) =>
        page.executeJavaScript(code).catch((error: unknown) => `refused: ${String(error)}`),
      );
      const waited = new Promise((resolve) => setTimeout(resolve, 3_000, 'no answer'));
      return (await Promise.all(answers.map((answer) => Promise.race([answer, waited])))).map(String).join('\n');
    }, filled(escape.code));
    await expectNothingHappened(said);
    expect(await sandbox.run(job, 'print(context)')).toMatchObject({ stdout: 'mine\n' });
    await sandbox.closeJob(job);
  });
}
