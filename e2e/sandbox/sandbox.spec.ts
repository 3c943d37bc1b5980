import { expect, test } from '@playwright/test';
import { type LaunchedSandbox, launchSandbox } from './launch-sandbox.ts';

let sandbox: LaunchedSandbox;

test.beforeAll(async () => {
  sandbox = await launchSandbox();
});

test.afterAll(() => sandbox.close());

test('runs Python with the context, variables and sub-calls', async () => {
  const job = await sandbox.open({ context: 'one two three' });
  const first = await sandbox.run(job, 'words = context.split()\nprint(len(words), llm_query("hello"))');
  expect(first).toMatchObject({ stdout: '3 echo: hello\n', error: null, variables: [{ name: 'words', type: 'list' }] });
  const second = await sandbox.run(job, 'print(words[-1], llm_query_batched(["a", "b"]))\n1/0');
  expect(second).toMatchObject({
    stdout: "three ['echo: a', 'echo: b']\n",
    error: { type: 'ZeroDivisionError', message: 'division by zero', line: 2 },
  });
  await sandbox.closeJob(job);
});

test('stops an endless loop at once and keeps the variables', async () => {
  const job = await sandbox.open();
  await sandbox.run(job, 'x = 41');
  const stopped = await sandbox.run(job, 'while True: pass', 300);
  expect(stopped).toMatchObject({ limit: 'interrupted', stateLost: false });
  expect(stopped.wallMs).toBeLessThan(1_300);
  expect(await sandbox.run(job, 'print(x + 1)')).toMatchObject({ stdout: '42\n' });
  await sandbox.closeJob(job);
});
