import { describe, expect, it } from 'vitest';
import { createReplyScript, readReplyScript } from './reply-script.ts';

const SCRIPT = `A remark.
%% root
first

  indented
%% sub
labels
%% root
second
`;

function read(text: string) {
  const result = readReplyScript(text);
  if (!result.ok) throw new Error(result.error.words);
  return result.value;
}

describe('a reply script', () => {
  it('gives out each role’s replies in order, and null when none is left', () => {
    const script = createReplyScript(read(SCRIPT));
    expect([script.next('root'), script.next('sub'), script.next('root'), script.next('root')]).toEqual([
      'first\n\n  indented',
      'labels',
      'second',
      null,
    ]);
  });

  it('goes on where an earlier sitting stopped', () => {
    expect(createReplyScript(read(SCRIPT), { root: 1 }).next('root')).toBe('second');
  });

  it('names the line of a heading that is no role', () => {
    expect(readReplyScript('%% root\nx\n%% rooot\n')).toMatchObject({
      ok: false,
      error: { words: expect.stringContaining('line 3') as string },
    });
  });

  it('keeps a line of percent signs that is not at the beginning of a line', () => {
    expect(read('%% root\n50 %% of it\n')).toEqual([{ role: 'root', text: '50 %% of it' }]);
  });
});
