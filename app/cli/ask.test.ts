import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createAsker } from './ask.ts';

const { signal } = new AbortController();

function piped(text: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(text);
  return { asker: createAsker(input, output), output };
}

describe('asking on stdin', () => {
  it('takes a line an answer, in order, also when several ask at once', async () => {
    const { asker, output } = piped('y\nno\nYES\n');
    const answers = await Promise.all(['One?', 'Two?', 'Three?'].map((question) => asker.ask(question, signal)));
    expect(answers).toEqual([true, false, true]);
    expect(String(output.read())).toBe('One? [y/N] Two? [y/N] Three? [y/N] ');
    asker.close();
  });

  it('takes the end of the lines for a no', async () => {
    const { asker } = piped('');
    expect(await asker.ask('Go on?', signal)).toBe(false);
    asker.close();
  });

  it('waits no longer once it is stopped', async () => {
    const stop = new AbortController();
    const asker = createAsker(new PassThrough(), new PassThrough());
    const answer = asker.ask('Go on?', stop.signal);
    stop.abort();
    expect(await answer).toBe(false);
    asker.close();
  });
});
