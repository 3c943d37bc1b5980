import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { err, ok } from '#core/result.ts';
import { replacing } from './replacing.ts';

const all = mkdtempSync(join(tmpdir(), 'peek-replacing-'));
afterAll(() => rmSync(all, { recursive: true, force: true }));
const folder = () => mkdtempSync(join(all, 'each-'));

function anOldFile(): string {
  const path = join(folder(), 'a.peek');
  writeFileSync(path, 'old');
  writeFileSync(`${path}-wal`, 'of the old one');
  return path;
}

const contents = (path: string) =>
  Object.fromEntries(readdirSync(join(path, '..')).map((name) => [name, readFileSync(join(path, '..', name), 'utf8')]));

it('leaves the new file alone in its place', async () => {
  const path = anOldFile();
  const made = await replacing(path, () => {
    expect(contents(path)).not.toHaveProperty(['a.peek-wal']);
    writeFileSync(path, 'new');
    return Promise.resolve(ok('made'));
  });
  expect(made).toEqual(ok('made'));
  expect(contents(path)).toEqual({ 'a.peek': 'new' });
});

it('has the old one back when the new one could not be made', async () => {
  const path = anOldFile();
  const made = await replacing(path, () => {
    writeFileSync(path, 'half');
    writeFileSync(`${path}-shm`, 'of the half one');
    return Promise.resolve(err('full'));
  });
  expect(made).toEqual(err('full'));
  expect(contents(path)).toEqual({ 'a.peek': 'old', 'a.peek-wal': 'of the old one' });
});

it('has the old one back when the making fails by a bug', async () => {
  const path = anOldFile();
  await expect(replacing(path, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect(contents(path)).toEqual({ 'a.peek': 'old', 'a.peek-wal': 'of the old one' });
});

it('only makes where nothing was', async () => {
  const path = join(folder(), 'a.peek');
  expect(await replacing(path, () => Promise.resolve(err('no')))).toEqual(err('no'));
  expect(contents(path)).toEqual({});
});
