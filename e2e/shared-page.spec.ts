// A study shared as one HTML file: opened as a browser opens a file, without Peek behind it and without a network.
import { expect, test, type Page } from '@playwright/test';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { violations } from './access-check.ts';
import { writeHostileStudy } from './hostile-study.ts';
import { peekFolder } from './run-peek.ts';
import { answerSaveDialog, openWindow, recorded, type StudyWindow } from './study-window.ts';

interface OpenedPage {
  readonly page: Page;
  readonly faults: readonly string[];
  readonly requests: readonly string[];
}

/** A window of its own with nothing of Peek in it, on the file. */
async function openPage(peek: StudyWindow, path: string): Promise<OpenedPage> {
  const arriving = peek.app.waitForEvent('window');
  await peek.app.evaluate(({ BrowserWindow }) => {
    void new BrowserWindow({ width: 1300, height: 840, webPreferences: { sandbox: true } }).loadURL('about:blank');
  });
  const page = await arriving;
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url());
  });
  await peek.app.evaluate(({ BrowserWindow }, file) => {
    void BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL() === 'about:blank')
      ?.loadFile(file);
  }, path);
  await expect(page.getByTestId('timeline-chart')).toBeVisible();
  return { page, faults, requests };
}

test('the demo, exported as one page from the window, is read in a browser with everything in it', async () => {
  const peek = await openWindow('{study}');
  const path = join(peek.folder, 'shared page.html');
  await answerSaveDialog(peek, path);
  await peek.page.getByTestId('action-study.export').click();
  await peek.page.getByTestId('export-html').click();
  await peek.page.getByTestId('export-save').click();
  await expect(peek.page.getByTestId('notice-good')).toContainText('Saved as shared page.html.');
  expect((await stat(path)).size).toBeLessThan(3_000_000);

  const { page, faults, requests } = await openPage(peek, path);
  await test.step('it says that it is a copy to read, and nothing in it can be changed', async () => {
    await expect(page.getByTestId('read-only-banner')).toContainText('Read only: a copy of this study');
    for (const action of ['run.step', 'run.all', 'map.freeze', 'map.rollback'])
      await expect(page.getByTestId(`action-${action}`)).toHaveAttribute('aria-disabled', 'true');
  });
  await test.step('queries, tabs, prompts, items, text and times are there', async () => {
    await page.locator('[data-testid="query-row"][data-query-id="q6"]').click();
    await expect(page.getByTestId('map-version')).toHaveText('v7');
    await page.getByTestId('tab-evictor').click();
    expect(await page.getByTestId('rank-row').count()).toBeGreaterThan(1);
    await page.getByTestId('tab-prompts').click();
    await expect(page.getByText('You answer a query about a long context').first()).toBeVisible();
    await page.getByTestId('map-tab-text').click();
    await expect(page.getByTestId('monaco-text')).toContainText('## CONTEXT ROADMAP');
    await page.keyboard.press('/');
    await page.getByTestId('search-field').fill('export');
    await expect(page.getByTestId('search-hits').getByRole('listitem').first()).toContainText(/export/i);
    await page.getByTestId('search-field').fill('=~q=');
    await expect(page.getByTestId('side')).toContainText(
      '“=~q=” stands in no query, reply, output, diagnosis, edit, item, note or answer on this page.',
    );
    await page.getByTestId('search-field').fill('ontext.spl');
    await expect(page.getByTestId('search-hits').locator('mark').first()).toHaveText('ontext.spl');
  });
  await test.step('axe finds nothing wrong in it', async () => {
    for (const tab of ['cartographer', 'evictor']) {
      await page.getByTestId(`tab-${tab}`).click();
      expect.soft(await violations(page, `shared page, ${tab}`), tab).toEqual([]);
    }
  });
  expect(faults).toEqual([]);
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
  await page.close();
  await peek.close();
});

test('hostile text of a study runs nothing in the page and is shown as it is', async () => {
  const folder = await peekFolder();
  writeHostileStudy(folder.file('hostile.peek'));
  const made = await folder.run('export', 'hostile.peek', '--format', 'html', '-o', 'hostile.html');
  expect(made.stderr + made.stdout).toContain('html written to hostile.html');
  expect(made.code).toBe(0);
  const html = await readFile(folder.file('hostile.html'), 'utf8');
  expect(html.match(/<script/gi)).toHaveLength(2);
  expect(html.match(/<img/gi)).toBeNull();

  const peek = await openWindow();
  const { page, faults, requests } = await openPage(peek, folder.file('hostile.html'));
  for (const tab of ['trajectory', 'distiller', 'cartographer', 'evictor', 'prompts'])
    await page.getByTestId(`tab-${tab}`).click();
  for (const tab of ['text', 'json', 'items']) await page.getByTestId(`map-tab-${tab}`).click();
  await expect(page.getByTestId('query-title')).toContainText('</script><script>');
  await expect(page.getByTestId('map-items')).toContainText('<img src=x onerror=');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  // Not even a script that found a way in could make code of text.
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; /);
  expect(policy).not.toContain('unsafe-eval');
  expect(faults).toEqual([]);
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
  await page.close();
  await peek.close();
  await folder.remove();
});

test('the command line prints the page, and says on stderr what it left out', async () => {
  const folder = await peekFolder();
  const made = await folder.run('export', recorded, '--format', 'html');
  expect(made.code).toBe(0);
  expect(made.stdout.slice(0, 15)).toBe('<!doctype html>');
  expect(made.stdout).toContain('Support tickets');
  await folder.remove();
});
