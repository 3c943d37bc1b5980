import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGE_DATA_ID, readPage } from '#core/interop/index.ts';
import { createEngine } from '#core/study/index.ts';
import { fillStudy, scriptedPorts } from '#core/study/engine/testing.ts';
import { createStudyFile, hashText } from '../store/index.ts';
import { writeStudyPage } from './study-page.ts';

let folder: string;
let study: Parameters<typeof writeStudyPage>[0];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'peek-page-'));
  writeFileSync(join(folder, 'page.js'), 'start();');
  writeFileSync(join(folder, 'page.css'), 'body {}');
  const made = createStudyFile(join(folder, 'a.peek'));
  if (!made.ok) throw new Error(made.error.words);
  fillStudy(made.value, 3);
  study = { file: made.value, engine: createEngine({ ...scriptedPorts(made.value), hash: hashText }) };
  await study.engine.do({ do: 'run.all', untilQueryId: null }, 'user:ann');
});

afterAll(async () => {
  await study.engine.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the page holds every event of the study, packed', async () => {
  const page = await writeStudyPage(study, folder, 'a test');
  if (!page.ok) throw new Error(page.error.words);
  const html = [...page.value.pieces].join('');
  const data = new RegExp(`id="${PAGE_DATA_ID}">([^<]*)</script>`).exec(html)?.[1] ?? '';
  const read = readPage(JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString('utf8')));
  expect(read?.rows.map(({ seq }) => seq)).toEqual(study.file.read(0).map(({ seq }) => seq));
  expect(read?.madeBy).toBe('a test');
  expect(page.value.leftOut).toEqual([]);
});

it('a page that is stopped is none', async () => {
  const page = await writeStudyPage(study, folder, 'a test', { signal: AbortSignal.abort() });
  expect(page).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
});
