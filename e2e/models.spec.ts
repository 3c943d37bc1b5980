// Language models in the real window: a server that is there, one that is not, keys, caps, prices, replies typed by hand.
import { expect, test, type Page } from '@playwright/test';
import { status } from '#core/node/testing/index.ts';
import { startModelServer, type ModelServer } from './model-server.ts';
import { expectIdle, openWindow, queryRow, step, type StudyWindow } from './study-window.ts';

let peek: StudyWindow;
let server: ModelServer;
test.beforeEach(async () => {
  server = await startModelServer();
});
test.afterEach(async () => {
  await peek.close();
  await server.close();
});

const shot = async (page: Page, name: string) => {
  const folder = process.env['PEEK_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

async function openRecorded(): Promise<Page> {
  peek = await openWindow('{study}');
  await expect(peek.page.getByTestId('queries-progress')).toHaveText('10 / 12');
  return peek.page;
}

async function openModelSettings(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByTestId('provider-openai').click();
}

async function useServer(page: Page, model: string, url = server.baseUrl): Promise<void> {
  await openModelSettings(page);
  await page.getByTestId('preset').selectOption('custom');
  await page.getByTestId('base-url').fill(url);
  await page.getByTestId('model-root').fill(model);
  await saveSettings(page);
}

async function saveSettings(page: Page): Promise<void> {
  await page.getByTestId('settings-save').click();
  await expect(page.getByTestId('settings-dialog')).toBeHidden();
}

test('each call shows our count beside the provider’s, the map’s share, what was cached, its price and its times', async () => {
  const page = await openRecorded();
  await useServer(page, 'gpt-5-mini');
  await step(page, 11);
  await page.getByTestId('tab-prompts').click();
  const facts = page.getByTestId('call-facts');
  await expect(facts).toContainText('prompt, our count');
  await expect(facts).toContainText('of the prompt');
  await expect(facts).toContainText(/from the cache.*33 % of the prompt/);
  await expect(facts).toContainText(/price\s*\$0\.\d+/);
  await expect(facts).toContainText('first words after');
  await expect(page.getByTestId('call-origin')).toHaveText('real call');
  await expect(page.getByTestId('call-total')).toContainText(/[\d,]+ by our count, [\d,]+ by the provider/);
  await expect(page.getByTestId('status')).toContainText('$');
  await shot(page, 'call-facts');
});

test('a model without a price is named, and the total says that it misses something', async () => {
  const page = await openRecorded();
  await openModelSettings(page);
  await page.getByTestId('model-root').fill('unheard-of');
  await expect(page.getByTestId('prices')).toContainText(
    /No price is known for unheard-of.*Prices of \d{4}-\d\d-\d\d/s,
  );
  await shot(page, 'prices');
  await page.keyboard.press('Escape');
  await useServer(page, 'unheard-of');
  await step(page, 11);
  await page.getByTestId('tab-prompts').click();
  await expect(page.getByTestId('call-facts')).toContainText(/price\s*not known/);
  await expect(page.getByTestId('status')).toContainText('at least');
  await expect(page.getByTitle(/No price is known for .*; the total misses those calls/)).toBeVisible();
  await shot(page, 'unpriced');
});

test('a cap warns at 80 %, stops before the call that would pass it, and is raised to go on', async () => {
  const page = await openRecorded();
  await useServer(page, 'gpt-5-mini');
  const capCalls = async (calls: string) => {
    await page.keyboard.press('Control+,');
    await page.getByTestId('settings-caps').click();
    await page.getByRole('group', { name: 'Each run' }).getByLabel('Calls').fill(calls);
    await shot(page, 'caps');
    await saveSettings(page);
  };
  await capCalls('2');
  await step(page, 11);
  await expect(page.getByTestId('answer')).toContainText('by a limit: what there was by then');
  await expect(page.getByTestId('answer')).toContainText(/run's cap of 2 calls.*Raise the cap in the settings/s);
  expect(server.requests).toHaveLength(2);
  await page.getByTestId('warnings-button').click();
  await expect(page.getByText(/of the run's cap of 2 calls are spent/)).toBeVisible();
  await shot(page, 'cap-stopped');
  await capCalls('');
  await step(page, 12);
  await expect(page.getByTestId('answer')).toContainText('by FINAL');
});

test('a server that is not there, a wrong key and a missing model each say what to do, and the run goes on from there', async () => {
  const page = await openRecorded();
  const gone = await startModelServer();
  await gone.close();
  const fails = async (number: number, words: RegExp, name: string) => {
    await page.keyboard.press('s');
    await expect(queryRow(page, number)).toHaveAttribute('data-status', 'failed');
    await expect(page.getByTestId('run-failure')).toContainText(words);
    await expectIdle(page);
    await shot(page, name);
  };
  await useServer(page, 'gpt-5-mini', gone.baseUrl);
  await fails(11, /Nothing listens at.*Start the server there.*correct the base URL/s, 'unreachable');
  server.failWith(status(401, 'Incorrect API key provided.'));
  await useServer(page, 'gpt-5-mini');
  await fails(11, /did not accept the key \(401\).*Incorrect API key provided.*key/s, 'unauthorized');
  server.failWith(
    status(404, { error: { message: 'The model `gpt-5-mini` does not exist', code: 'model_not_found' } }),
  );
  await fails(11, /has no model gpt-5-mini \(404\).*Test connection/s, 'model-not-found');
  server.failWith(null);
  await step(page, 11);
});

test('testing the connection lists the models or says exactly what is wrong', async () => {
  const page = await openRecorded();
  await openModelSettings(page);
  await page.getByTestId('preset').selectOption('custom');
  const says = async (url: string, words: RegExp) => {
    await page.getByTestId('base-url').fill(url);
    await page.getByTestId('test-connection').click();
    await expect(page.getByTestId('test-report')).toContainText(words);
  };
  await page.getByTestId('model-root').fill('gpt-5-mini');
  await says(server.baseUrl, /answers and has 2 models.*gpt-5-mini/);
  await shot(page, 'test-good');
  await page.getByTestId('model-root').fill('gpt-9');
  await says(server.baseUrl, /but gpt-9 is not among them/);
  const gone = await startModelServer();
  await gone.close();
  await says(gone.baseUrl, /Nothing listens at/);
  await says('http://peek-test.invalid/v1', /cannot be resolved/);
  await says('not an address', /no http address/);
  server.failWith(status(401, 'Incorrect API key provided.'));
  await says(server.baseUrl, /did not accept the key/);
  server.failWith(status(404, 'Not Found'));
  await says(server.baseUrl, /knows no such address/);
  server.failWith({ kind: 'raw', headers: { 'content-type': 'text/html' }, chunks: ['<html>hello</html>'] });
  await says(server.baseUrl, /a web page/);
  server.failWith({ kind: 'raw', chunks: ['{"half": '] });
  await says(server.baseUrl, /something else where a list of models should be/);
  await shot(page, 'test-bad');
});

test('a key goes to main and never comes back; where the store is weak or missing, that is said and memory is offered', async () => {
  const page = await openRecorded();
  await openModelSettings(page);
  await page.getByTestId('preset').selectOption('custom');
  await page.getByTestId('base-url').fill(server.baseUrl);
  await page.getByTestId('model-root').fill('gpt-5-mini');
  await expect(page.getByTestId('key-store')).toContainText(/key store|memory|readable/);
  await shot(page, 'key-store');
  await page.getByTestId('key-keep').uncheck();
  await page.getByTestId('key-field').fill('sk-window-1234567890');
  await page.getByTestId('key-save').click();
  await expect(page.getByTestId('key-state')).toHaveText('A key is held until Peek is closed.');
  await expect(page.getByTestId('key-field')).toHaveValue('');
  await shot(page, 'key-memory');
  await saveSettings(page);
  await step(page, 11);
  expect(server.requests.at(-1)?.headers['authorization']).toBe('Bearer sk-window-1234567890');
  expect(await page.content()).not.toContain('sk-window-1234567890');
});

test('the manual model shows its prompt, takes a pasted reply and has it on record', async () => {
  const page = await openRecorded();
  await page.keyboard.press('Control+,');
  await page.getByTestId('provider-manual').click();
  await saveSettings(page);
  await page.keyboard.press('s');
  const dialog = page.getByTestId('manual-dialog');
  await expect(dialog).toContainText('You are the root model');
  await expect(dialog.getByTestId('message').first()).toContainText('context');
  await shot(page, 'manual');
  await page.evaluate(() => navigator.clipboard.writeText('It is clear already.\n\nFINAL(forty-two)'));
  await page.getByTestId('manual-text').click();
  await page.keyboard.press('Control+v');
  await expect(page.getByTestId('manual-text')).toHaveValue(/FINAL\(forty-two\)/);
  await page.getByTestId('manual-send').click();
  await expect(queryRow(page, 11)).toHaveAttribute('data-status', 'done');
  await expect(dialog).toBeHidden();
  await expectIdle(page);
  await page.getByTestId('tab-trajectory').click();
  await expect(page.getByTestId('answer')).toContainText('forty-two');
  await page.getByTestId('tab-prompts').click();
  await expect(page.getByTestId('call-origin')).toHaveText('manual');
  await expect(page.getByTestId('call-facts')).toContainText('typed by a person');
  await shot(page, 'manual-recorded');
});

test('a judge is asked by hand, its verdict stands beside the score, its call is priced under its own role', async () => {
  const page = await openRecorded();
  await useServer(page, 'gpt-5-mini');
  await page.getByTestId('tab-trajectory').click();
  await expect(page.getByTestId('judged')).toContainText('not yet');
  await page.getByTestId('judge-answer').click();
  await expect(page.getByTestId('judged')).toContainText(/1\.00 by gpt-5-mini\. By rule/);
  expect(server.requests).toHaveLength(1);
  await shot(page, 'judged');
  await page.getByTestId('tab-prompts').click();
  await page.getByRole('button', { name: /^Judge/ }).click();
  await expect(page.getByTestId('call-facts')).toContainText(/price\s*\$0\.\d+/);
  await expect(page.getByTestId('message').last()).toContainText('REFERENCE');
});

test('the nearest items are measured by the embedding model; without one, the window says which to set', async () => {
  const page = await openRecorded();
  await useServer(page, 'gpt-5-mini');
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-field').fill('near the items');
  await page.keyboard.press('Enter');
  await page.getByTestId('near-measure').click();
  await expect(page.getByTestId('notice-bad')).toContainText('No embedding model is set');
  await page.getByTestId('notice-bad').getByRole('button', { name: 'Dismiss' }).click();
  await page.keyboard.press('Control+,');
  await page.getByTestId('model-embedding').fill('text-embedding-3-small');
  await shot(page, 'roles');
  await saveSettings(page);
  await page.getByTestId('near-measure').click();
  await expect(page.getByTestId('near-summary')).toContainText('by text-embedding-3-small');
  expect(server.requests.at(-1)?.path).toBe('/v1/embeddings');
  await page.getByTestId('near-messages').locator('summary').click();
  await expect(page.getByTestId('near-messages').getByTestId('message').first()).toContainText('user');
  await shot(page, 'near');
});
