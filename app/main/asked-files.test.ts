import { expect, it } from 'vitest';
import { askedFiles } from './asked-files.ts';

it('keeps the files that are asked for before anybody can open them, and hands on those that are asked for afterwards', () => {
  const files = askedFiles();
  files.ask('/a.peek');
  files.ask('/b.peek');
  const opened: string[] = [];
  expect(files.takeOver((path) => opened.push(path))).toEqual(['/a.peek', '/b.peek']);
  files.ask('/c.peek');
  expect(opened).toEqual(['/c.peek']);
});
