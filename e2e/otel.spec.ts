// The history of the map as OpenTelemetry spans, saved from the export dialog.
import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerSaveDialog, openWindow } from './study-window.ts';

interface Written {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[];
  }[];
}

test('the recorded study is saved as spans: a store, its records as they came, changed and went, and the calls behind them', async () => {
  const peek = await openWindow('{study}');
  const { page, folder } = peek;
  const path = join(folder, 'copy.otel.json');
  await answerSaveDialog(peek, path);
  await page.getByTestId('action-study.export').click();
  await page.getByTestId('export-otel').click();
  await expect(page.getByTestId('export-dialog')).toContainText('OpenTelemetry memory spans');
  await expect(page.getByTestId('export-copy')).toBeHidden();
  await page.getByTestId('export-save').click();
  await expect(page.getByRole('log')).toContainText('Saved as copy.otel.json.');
  const { resourceSpans } = JSON.parse(await readFile(path, 'utf8')) as Written;
  const names = resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)),
  );
  const operations = ['create_memory_store', 'create_memory', 'update_memory', 'delete_memory', 'invoke_agent peek'];
  for (const each of operations) expect(names).toContain(each);
  expect(names.some((name) => name.startsWith('chat '))).toBe(true);
  await peek.close();
});
