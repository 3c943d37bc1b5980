import { expect, test } from 'vitest';
import { withoutAnsi } from './ansi.ts';

test('terminal colours and titles are taken out, nothing else', () => {
  expect(withoutAnsi('\u001b[31mred\u001b[0m \u001b]0;title\u0007[31m')).toBe('red [31m');
});
