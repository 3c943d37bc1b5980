// docs/policy.md says where everything stands; this holds that it stands there.

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), 'utf8');
const document = text('docs/policy.md');

test('every file that docs/policy.md names is there', () => {
  const paths = [...document.matchAll(/`((?:core|examples|app)\/[^`\s]+\.(?:ts|mjs))`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test('every test that docs/policy.md names is in the file it names', () => {
  const named = [...document.matchAll(/`([^`]+\.test\.ts)`: "([^"]+)"/g)].map(([, path = '', name = '']) => ({
    path,
    name,
  }));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path, name }) => !text(path).includes(name))).toEqual([]);
});

test('every row of the tables has code and test', () => {
  const tables = document.slice(document.indexOf('### The map'), document.indexOf('## What the paper leaves open'));
  const rows = tables
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| the paper') && !line.startsWith('| -'));
  for (const row of rows) expect(row).toMatch(/^\| .+ \| .*`core\/.*\| `.+\.test\.ts`: ".+" +\|$/);
});
