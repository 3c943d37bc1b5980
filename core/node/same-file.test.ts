import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isSameFile } from './same-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek-same-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('knows one file by each of its names: itself, a path with dots, links of both kinds and a link to its folder', () => {
  const file = join(folder, 'a.peek');
  writeFileSync(file, 'a');
  symlinkSync(file, join(folder, 'link.peek'));
  linkSync(file, join(folder, 'twin.peek'));
  symlinkSync(folder, join(folder, 'here'));
  for (const name of ['a.peek', './a.peek', 'link.peek', 'twin.peek', 'here/a.peek'])
    expect(isSameFile(`${folder}/${name}`, file)).toBe(true);
});

it('tells two files apart, alike or not yet there', () => {
  const [a, b] = [join(folder, 'a'), join(folder, 'b')];
  writeFileSync(a, 'same');
  expect(isSameFile(a, b)).toBe(false);
  writeFileSync(b, 'same');
  expect(isSameFile(a, b)).toBe(false);
});
