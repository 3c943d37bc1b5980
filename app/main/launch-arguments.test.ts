import { expect, test } from 'vitest';
import { launchArguments } from './launch-arguments.ts';

test('without a separator the window opens', () => {
  expect(launchArguments(['electron', '--no-sandbox', '.'])).toEqual({ kind: 'window', args: [] });
});

test('a file after the separator is for the window', () => {
  expect(launchArguments(['electron', '.', '--', 'my study.peek'])).toEqual({
    kind: 'window',
    args: ['my study.peek'],
  });
});

test('cli after the separator takes all that follows, options and second separators included', () => {
  expect(launchArguments(['electron', '.', '--', 'cli', 'run', '--json', '--', 'cli'])).toEqual({
    kind: 'cli',
    args: ['run', '--json', '--', 'cli'],
  });
});
