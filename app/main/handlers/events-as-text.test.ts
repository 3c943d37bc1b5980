import { expect, it } from 'vitest';
import { hashText } from '#core/node/index.ts';
import { createMemoryLog } from '#core/study/index.ts';
import { anEvent, created } from '#core/study/testing.ts';
import { ENOUGH_CHARS, eventsAsText } from './events-as-text.ts';

/** A study of a thousand queries of so many characters each. */
function aLog(chars: number) {
  const log = createMemoryLog({ hash: hashText, at: () => '2026-01-02T03:04:05.000Z' });
  log.append([created]);
  const text = 'x'.repeat(chars);
  log.append(Array.from({ length: 999 }, (_, n) => anEvent('query.added', { queryId: `q${n}`, text, truth: null })));
  return log;
}

async function seqsAfter(log: ReturnType<typeof aLog>, seq: number, limit: number): Promise<readonly number[]> {
  const events = JSON.parse(await eventsAsText(log, seq, limit)) as readonly { readonly seq: number }[];
  return events.map((event) => event.seq);
}

const from = (first: number, to: number) => Array.from({ length: to - first + 1 }, (_, at) => first + at);

it('gives as many events as were asked for where they are short, and none at the end', async () => {
  const log = aLog(10);
  expect(await seqsAfter(log, 3, 250)).toEqual(from(4, 253));
  expect(await seqsAfter(log, 900, 2_000)).toEqual(from(901, 1_000));
  expect(await seqsAfter(log, 1_000, 2_000)).toEqual([]);
});

it('ends an answer early where events are long, so that the window takes in little at once; who asks on gets all', async () => {
  const log = aLog(3_900);
  const seen: number[] = [];
  let answers = 0;
  for (let seqs = await seqsAfter(log, 0, 2_000); seqs.length > 0; seqs = await seqsAfter(log, seen.length, 2_000)) {
    seen.push(...seqs);
    answers += 1;
    // A page more than enough at most.
    expect(seqs.length * 3_900).toBeLessThan(2 * ENOUGH_CHARS);
  }
  expect(seen).toEqual(from(1, 1_000));
  expect(answers).toBeGreaterThan(4);
});
