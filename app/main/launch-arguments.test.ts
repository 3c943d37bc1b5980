import { expect, test } from 'vitest';
import { launchArguments } from './launch-arguments.ts';

test('without a separator the window opens', () => {
  expect(launchArguments(['electron', '--no-sandbox', '.'], false)).toEqual({ kind: 'window', args: [] });
});

test('a file after the separator is for the window', () => {
  expect(launchArguments(['electron', '.', '--', 'my study.peek'], false)).toEqual({
    kind: 'window',
    args: ['my study.peek'],
  });
});

test('cli after the separator takes all that follows, options and second separators included', () => {
  expect(launchArguments(['electron', '.', '--', 'cli', 'run', '--json', '--', 'cli'], false)).toEqual({
    kind: 'cli',
    args: ['run', '--json', '--', 'cli'],
  });
});

test('a packed app needs no separator, since a file manager gives none', () => {
  expect(launchArguments(['peek', '--no-sandbox', 'my.peek'], true)).toEqual({ kind: 'window', args: ['my.peek'] });
  expect(launchArguments(['peek', '--no-sandbox'], true)).toEqual({ kind: 'window', args: [] });
  expect(launchArguments(['peek', '--disable-gpu', 'cli', 'run', '--json'], true)).toEqual({
    kind: 'cli',
    args: ['run', '--json'],
  });
});
