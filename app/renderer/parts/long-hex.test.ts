import { expect, test } from 'vitest';
import { longHex } from './long-hex.ts';

test('a short colour is written out, with or without its alpha, and every other is left alone', () => {
  expect(['#fff', '#1aF', '#1a28', '#1a2b3c', '#1a2b3c4d', 'rgb(1 2 3)', ''].map(longHex)).toEqual([
    '#ffffff',
    '#11aaFF',
    '#11aa2288',
    '#1a2b3c',
    '#1a2b3c4d',
    'rgb(1 2 3)',
    '',
  ]);
});
