// Documents that name tests: every test they name exists, and the tables are whole.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Row {
  readonly cells: readonly string[];
}

function rowsOf(markdown: string): readonly Row[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*-/.test(line))
    .map((line) => ({
      cells: line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    }));
}

/** Short names of files, from the table that introduces them. */
function filesOf(rows: readonly Row[]): ReadonlyMap<string, string> {
  const named = rows.filter(({ cells }) => /\.(ts|tsx|mjs)$/.test(cells[1] ?? ''));
  return new Map(named.map(({ cells }) => [cells[0] ?? '', cells[1] ?? '']));
}

/** Every name in quotes must stand in the file that is named before it. */
function missing(markdown: string): readonly string[] {
  const files = filesOf(rowsOf(markdown));
  const named = [...markdown.matchAll(/([\w-]+) “([^”]+)”/g)].map(([, file = '', name = '']) => ({ file, name }));
  expect(named.length).toBeGreaterThan(10);
  return named.flatMap(({ file, name }) => {
    const path = files.get(file);
    if (path === undefined) return [`${file} is no short name of a file`];
    return read(path).includes(name.replaceAll('\\"', '"')) || read(path).includes(name.replaceAll('\\"', "'"))
      ? []
      : [`${path} has no “${name}”`];
  });
}

describe('the behaviours of the reference', () => {
  const markdown = read('docs/rlm-behaviours.md');
  const rows = rowsOf(markdown).filter(({ cells }) => /^\d+$/.test(cells[0] ?? ''));

  it('are all there, each with a test or a deviation', () => {
    expect(rows.map(({ cells }) => Number(cells[0]))).toEqual(Array.from({ length: 78 }, (_, index) => index + 1));
    expect(rows.filter(({ cells }) => !/“[^”]+”|deviation \d+/.test(cells[2] ?? ''))).toEqual([]);
  });

  it('name tests that exist', () => {
    expect(missing(markdown)).toEqual([]);
  });

  it('name deviations that are listed', () => {
    const listed = rowsOf(read('docs/rlm-deviations.md')).map(({ cells }) => cells[0]);
    const named = [...markdown.matchAll(/deviation (\d+)/g)].map(([, number]) => number);
    expect(named.filter((number) => !listed.includes(number))).toEqual([]);
  });
});

it('what the agent promises names tests that exist', () => {
  expect(missing(read('docs/agent.md'))).toEqual([]);
});
