// What is no study, no text, or no answer: each is named in words, and the window, the study and the file stay as they were.
import { expect, test } from '@playwright/test';
import { copyFile, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerOpenDialog,
  answerSaveDialog,
  expectIdle,
  mapOnScreen,
  openWindow,
  queryRow,
  recorded,
  step,
  type StudyWindow,
} from './study-window.ts';

let folder: string;
let peek: StudyWindow;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peek bad '));
});
test.afterEach(async () => {
  await peek.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);

/** The place of the format's number in a study's file, an SQLite database. */
const FORMAT_OFFSET = 60;

const notStudies: readonly (readonly [string, (path: string) => Promise<void>, RegExp])[] = [
  ['a text', (path) => writeFile(path, 'hello '.repeat(50)), /not a Peek study/],
  ['an empty file', (path) => writeFile(path, ''), /empty|not a Peek study/],
  [
    'a study that was cut off',
    async (path) => {
      await copyFile(recorded, path);
      await truncate(path, 500_000);
    },
    /cut off|damaged/,
  ],
  [
    'a study of a newer Peek',
    async (path) => {
      await copyFile(recorded, path);
      const file = await open(path, 'r+');
      await file.write(Buffer.from([0, 0, 0, 99]), 0, 4, FORMAT_OFFSET);
      await file.close();
    },
    /newer Peek .*Update Peek/,
  ],
];

test('files that are no studies are named for what they are; the study that is open stays open, the files as they are', async () => {
  peek = await openWindow('{study}');
  const { page } = peek;
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
  const before = await mapOnScreen(page);
  for (const [title, make, words] of notStudies) {
    await test.step(title, async () => {
      const path = at(`${title}.peek`);
      await make(path);
      const bytes = await readFile(path);
      await answerOpenDialog(peek, path);
      await page.keyboard.press('Control+o');
      await expect(page.getByTestId('notice-bad')).toContainText(words);
      await page.getByTestId('notice-bad').getByRole('button', { name: 'Dismiss' }).click();
      expect((await readFile(path)).equals(bytes)).toBe(true);
      expect(await mapOnScreen(page)).toEqual(before);
    });
  }
  await page.keyboard.press('f');
  await expect(page.getByTestId('action-map.freeze')).toHaveAttribute('aria-pressed', 'true');
});

test('started with a file that is not there, the window says so and offers to begin', async () => {
  peek = await openWindow(at('nowhere.peek'));
  await expect(peek.page.getByTestId('notice-bad')).toContainText('nowhere.peek');
  await expect(peek.page.getByTestId('start-demo')).toBeVisible();
});

test('a context that is no text is named, and what was typed for the new study stays', async () => {
  peek = await openWindow();
  const { page } = peek;
  await page.getByTestId('start-new').click();
  await page.getByTestId('new-queries').fill('How many lines are there?');
  const files: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['empty.txt', new Uint8Array(), /empty\.txt is empty/],
    ['picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), /PNG image/],
  ];
  for (const [name, bytes, words] of files) {
    await writeFile(at(name), bytes);
    await answerOpenDialog(peek, at(name));
    await page.getByTestId('choose-file').click();
    await expect(page.getByTestId('notice-bad').last()).toContainText(words);
  }
  await writeFile(at('wide.txt'), Buffer.from('\ufeffline\n'.repeat(1_000), 'utf16le'));
  await answerOpenDialog(peek, at('wide.txt'));
  await page.getByTestId('choose-file').click();
  await expect(page.getByTestId('context-chosen')).toContainText('wide.txt');
  await expect(page.getByTestId('new-queries')).toHaveValue('How many lines are there?');
});

test('a context of 60 MB is read with its progress shown, can be stopped, becomes a study, and is queried', async () => {
  peek = await openWindow();
  const { page } = peek;
  const lines = Array.from(
    { length: 10_000 },
    (_, at) => `${at % 3 === 0 ? 'spam' : 'ham'}\tmessage ${at} `.padEnd(60) + '\n',
  );
  await writeFile(at('long.tsv'), lines.join('').repeat(100));
  await page.getByTestId('start-new').click();
  await answerOpenDialog(peek, at('long.tsv'));
  await page.getByTestId('choose-file').click();
  const line = page.getByTestId('work-line');
  await expect(line).toContainText(/(Reading|Measuring) long\.tsv/);
  await line.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByTestId('choose-file')).toBeVisible();
  await expect(line).toBeHidden();
  await expect(page.getByTestId('context-chosen')).toBeHidden();

  await page.getByTestId('choose-file').click();
  await expect(page.getByTestId('context-chosen')).toContainText('61,000,000 characters');
  await page.getByTestId('new-queries').fill('Which label is more common?');
  await answerSaveDialog(peek, at('long.peek'));
  await page.getByTestId('new-study-create').click();
  // Python reads a million lines several times: 15 s on a quiet machine, a multiple of it beside other tests.
  await step(page, 1, { timeout: 180_000 });
  await expect(page.getByTestId('query-summary')).toContainText('ham');
});

test('a wrong key and a server that is gone fail the run with words; the map stays and the run can go on', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  peek = await openWindow('{study}');
  const { page } = peek;
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
  const before = await mapOnScreen(page);

  const useServer = async (url: string) => {
    await page.keyboard.press('Control+,');
    await page.getByTestId('provider-openai').click();
    await page.getByTestId('preset').selectOption('custom');
    await page.getByTestId('base-url').fill(url);
    await page.getByTestId('settings-save').click();
    await expect(page.getByTestId('settings-dialog')).toBeHidden();
  };
  await useServer(`http://127.0.0.1:${port}/v1`);
  await page.keyboard.press('s');
  await expect(queryRow(page, 11)).toHaveAttribute('data-status', 'failed');
  await expect(page.getByTestId('run-failure')).toContainText(/key/i);
  expect(asked).toBeGreaterThan(0);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });

  await expectIdle(page);
  await page.keyboard.press('s');
  await expect(page.getByTestId('run-failure')).toContainText(`127.0.0.1:${port}`);
  await expect(page.getByTestId('run-failure')).toContainText(/Nothing listens .* Start the server/);
  await expectIdle(page);
  await page.keyboard.press('Control+,');
  await page.getByTestId('provider-offline').click();
  await page.getByTestId('settings-save').click();
  await expect(page.getByTestId('settings-dialog')).toBeHidden();
  expect(await mapOnScreen(page)).toEqual(before);
  await step(page, 11);
});
