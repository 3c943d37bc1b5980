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
  expect(first).toMatchObject({ stdout: '3 llm<hello>\n', error: null, variables: [{ name: 'words', type: 'list' }] });
  const second = await sandbox.run(job, 'print(words[-1], llm_query_batched(["a", "b"]))\n1/0');
  expect(second).toMatchObject({
    stdout: "three ['llm<a>', 'llm<b>']\n",
    error: { type: 'ZeroDivisionError', message: 'division by zero', line: 2 },
  });
  await sandbox.closeJob(job);
});

test('replies of any length arrive whole, and a short one after a long one', async () => {
  const job = await sandbox.open();
  // Below and above what is fetched, and longer than the first room for an answer.
  const code = `for n in (1, 63_000, 65_000, 6_000_000, 1):
    text = "x" * n + "é"
    print(n, llm_query(text) == f"llm<{text}>")`;
  expect(await sandbox.run(job, code)).toMatchObject({
    stdout: '1 True\n63000 True\n65000 True\n6000000 True\n1 True\n',
    error: null,
  });
  await sandbox.closeJob(job);
});

test('replaces an interpreter that does not react, and says that variables were lost', async () => {
  const job = await sandbox.open({ context: 'still here' });
  await sandbox.run(job, 'x = 1');
  const deaf = 'while True:\n    try:\n        for i in range(10**6): pass\n    except BaseException: pass';
  const stopped = await sandbox.run(job, deaf, 200);
  expect(stopped).toMatchObject({ limit: 'interrupted', stateLost: true, error: { type: 'InterpreterLost' } });
  expect(await sandbox.run(job, 'print(context)')).toMatchObject({
    stdout: 'still here\n',
    stateLost: true,
    variables: [],
  });
  await sandbox.closeJob(job);
});

test('a page that took a session over serves its own job', async () => {
  for (const text of ['first', 'second', 'third', 'fourth']) {
    const job = await sandbox.open({ context: text });
    // Nothing of the one before is there.
    expect(await sandbox.run(job, 'print(context, "left" in globals())\nleft = 1')).toMatchObject({
      stdout: `${text} False\n`,
    });
    await sandbox.closeJob(job);
  }
});

test('what a page left in its browser session is gone for the page that takes the session over', async () => {
  const writers = new Map<number, number>();
  let takenOver = 0;
  for (let round = 0; round < 6; round++) {
    const job = await sandbox.open();
    const pages = await sandbox.app.evaluate(async ({ webContents }) => {
      const sessions = ((globalThis as { sessions?: object[] }).sessions ??= []);
      const readAndWrite = `(async () => {
        const found = [localStorage.length, (await caches.keys()).length, (await indexedDB.databases()).length];
        localStorage.setItem('left', 'x');
        await caches.open('left');
        await new Promise((done, fail) => Object.assign(indexedDB.open('left'), { onsuccess: done, onerror: fail }));
        return found.join();
      })()`;
      const all = webContents.getAllWebContents().filter((page) => page.getURL().startsWith('app://py/'));
      return Promise.all(
        all.map(async (page) => {
          if (!sessions.includes(page.session)) sessions.push(page.session);
          const found = (await page.executeJavaScript(readAndWrite)) as string;
          return { page: page.id, session: sessions.indexOf(page.session), found };
        }),
      );
    });
    for (const { page, session, found } of pages) {
      const writer = writers.get(session);
      if (writer !== page) expect(found).toBe('0,0,0');
      if (writer !== undefined && writer !== page) takenOver++;
      writers.set(session, page);
    }
    await sandbox.closeJob(job);
  }
  expect(takenOver).toBeGreaterThan(0);
});

test('runs without a display', async () => {
  const headless = await launchSandbox({ headless: true });
  const job = await headless.open({ context: 'no window' });
  expect(await headless.run(job, 'print(context.upper())')).toMatchObject({ stdout: 'NO WINDOW\n' });
  await headless.close();
});

test('a context that cannot be read is told in words and leaves no page behind', async () => {
  const fresh = await launchSandbox();
  const pages = () => fresh.app.evaluate(({ webContents }) => webContents.getAllWebContents().length);
  await expect(fresh.open({ readable: false })).rejects.toThrow('context could not be read. a.peek cannot be reached.');
  // The one that is kept warm for the next run, once it is there.
  await fresh.run(await fresh.open(), 'x = 1');
  await expect.poll(pages).toBe(2);
  await fresh.close();
});

test('the page for the next run waits until the context is there', async () => {
  const fresh = await launchSandbox();
  const pages = () => fresh.app.evaluate(({ webContents }) => webContents.getAllWebContents().length);
  const most = await fresh.app.evaluate(async ({ webContents }) => {
    let seen = 0;
    const look = setInterval(() => (seen = Math.max(seen, webContents.getAllWebContents().length)), 5);
    await sandboxHost.open({ context: 'a line of a text\n'.repeat(5_000_000) });
    clearInterval(look);
    return seen;
  });
  expect(most).toBe(1);
  await expect.poll(pages).toBe(2);
  await fresh.close();
});

test('stops an endless loop and keeps the variables', async () => {
  const job = await sandbox.open();
  await sandbox.run(job, 'x = 41');
  const stopped = await sandbox.run(job, 'while True: pass', 300);
  expect(stopped).toMatchObject({ limit: 'interrupted', stateLost: false });
  expect(await sandbox.run(job, 'print(x + 1)')).toMatchObject({ stdout: '42\n' });
  await sandbox.closeJob(job);
});
