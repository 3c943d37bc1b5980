import { expect, it } from 'vitest';
import { coloured, visible } from './terminal.ts';

it('shows control characters as pictures, so that no text can move the cursor or clear the screen', () => {
  expect(visible('a\u001b[2Jb\u0007c\u009bd\n\te')).toBe('a\u241b[2Jb\u2407c\ufffdd\n\te');
});

it('lets our own colours through', () => {
  expect(visible(coloured('red', 'stop'))).toBe('\u001b[31mstop\u001b[39m');
});
