import { expect, test } from 'vitest';
import { withQueries } from './queries-text.ts';

test.each([
  ['', 'How many?\nWhich?', 'How many?\nWhich?'],
  ['  \n', '[{"query":"How many?"}]', '[{"query":"How many?"}]'],
  ['How many?\n', '  Which?\r\nWhen?\n', 'How many?\nWhich?\nWhen?'],
  ['How "many"?', '{"query":"Which?","truth":"a"}', '{"query":"How \\"many\\"?"}\n{"query":"Which?","truth":"a"}'],
  ['{"query":"Which?"}', 'How many?', '{"query":"Which?"}\n{"query":"How many?"}'],
  [
    'How many?',
    '[{"query":"Which?"},\n{"query":"When?"}]',
    '{"query":"How many?"}\n{"query":"Which?"}\n{"query":"When?"}',
  ],
  ['[sic] how many?', 'Which?', '[sic] how many?\nWhich?'],
])('what was typed (%j) stands before what a file brings (%j), in one kind of list', (typed, more, both) => {
  expect(withQueries(typed, more)).toBe(both);
});
