import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createOfflineModel } from '#core/lm/offline/index.ts';
import { DEFAULT_SETTINGS } from '#core/study/index.ts';
import { openContext } from '../context-file/index.ts';
import { createNativePython } from '../native-python/index.ts';
import { tokenCounter } from '../tokenizer/index.ts';
import { createStudies } from './studies.ts';

const folder = mkdtempSync(join(tmpdir(), 'peek-asides-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the exact messages of a call that no run made are there to be looked at, also after opening anew', async () => {
  writeFileSync(join(folder, 'log.txt'), 'one line\n');
  const context = await openContext(join(folder, 'log.txt'));
  if (!context.ok) throw new Error(context.error.words);
  const studies = createStudies({
    appVersion: 'test',
    python: () => createNativePython(),
    model: () => createOfflineModel({ count: tokenCounter('o200k_base') }),
  });
  const path = join(folder, 'a.peek');
  const wanted = {
    name: 'a',
    label: null,
    settings: DEFAULT_SETTINGS,
    context: context.value,
    queries: [],
    actor: 'user:ann' as const,
  };
  const made = await studies.create(path, wanted);
  if (!made.ok) throw new Error(made.error.words);
  const { engine } = made.value;
  const contents = ['Lines hold one record each.', 'Each line is one record.'];
  for (const content of contents) await engine.do({ do: 'item.add', section: 'cu', content, reason: null }, 'user:ann');
  const versionId = engine.state.branches.get('main')?.head ?? '';
  await engine.do({ do: 'items.measure', versionId }, 'user:ann');
  await engine.do({ do: 'item.add', section: 'cr', content: 'Later.', reason: null }, 'user:ann');
  const callId = engine.state.versions.get(versionId)?.measured?.callId ?? '';
  const messages = contents.map((content) => ({ role: 'user', content }));
  expect(made.value.messagesOf(callId)).toEqual(messages);
  await made.value.close();
  const again = studies.open(path, { readOnly: true });
  if (!again.ok) throw new Error(again.error.words);
  expect(again.value.messagesOf(callId)).toEqual(messages);
  expect(again.value.messagesOf('c99')).toBeNull();
  await again.value.close();
});
