import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hitsIn, soughtIn } from './search.ts';
import { anEvent, anIterationEvent, logged } from './testing.ts';
import { headOf } from './text.ts';
import type { SearchHit } from './search.ts';
import type { NewEvent } from './events.ts';

function hits(wanted: string, event: NewEvent): readonly SearchHit[] {
  const sought = soughtIn(wanted);
  if (sought === null) return [];
  return logged([event]).flatMap((each) => [...hitsIn(each, sought, headOf)].filter((hit) => hit !== null));
}

/** The match in brackets within the text around it; null where nothing was found. */
function found(wanted: string, text: string): string | null {
  const [hit] = hits(wanted, anEvent('query.added', { queryId: 'q1', text, truth: null }));
  return hit === undefined ? null : `${hit.before}[${hit.match}]${hit.after}`;
}

describe('what is looked for', () => {
  test('is found as it stands, whatever its case, in the middle of a word too', () => {
    expect(found('ARCH', 'Researcher')).toBe('Rese[arch]er');
    expect(found('archer ', 'Researcher')).toBe('Rese[archer]');
    expect(found('needle', 'hay')).toBeNull();
    expect(found('  ', 'hay')).toBeNull();
  });

  test('is found by its signs, of which none is a pattern', () => {
    expect(found('->', 'def f() -> int')).toBe('def f() [->] int');
    expect(found('==', 'a == b')).toBe('a [==] b');
    expect(found('df[', 'dfs, df, df["a"]')).toBe('dfs, df, [df[]"a"]');
    for (const sign of '\\^$.*+?()[]{}|/-&~!#%,:;<=>@`\'"')
      expect(found(`a${sign}b`, `ab a${sign}${sign}b (a${sign}b)`), sign).toBe(`ab a${sign}${sign}b ([a${sign}b])`);
  });

  test('may have other blanks, and between two words signs, but never letters', () => {
    expect(found('support tickets', 'the Support_Tickets')).toBe('the [Support_Tickets]');
    expect(found('x  == y', 'x\n== y')).toBe('[x\n== y]');
    expect(found('x == y', 'x==y')).toBeNull();
    expect(found('support tickets', 'support of tickets')).toBeNull();
    expect(found('tickets support', 'support tickets')).toBeNull();
  });

  test('is found with and without accents, written in one sign or two, and what was found is shown as it stands', () => {
    expect(found('resume', 'a Résumé here')).toBe('a [Résumé] here');
    expect(found('RÉSUMÉ', 'a resume here')).toBe('a [resume] here');
    expect(found('résumé', 'a re\u0301sume\u0301 here')).toBe('a [re\u0301sume\u0301] here');
    expect(found('re\u0301sume\u0301', 'a résumé here')).toBe('a [résumé] here');
    expect(found('Über ж', 'uber Ж')).toBe('[uber Ж]');
  });

  test('is found where a terminal colour touches it', () => {
    expect(found('red words', '\u001b[31mred\u001b[0m words')).toBe('[red words]');
  });

  test('is found wherever it begins in a long text', () => {
    for (const at of [0, 999_995, 1_000_000, 2_499_990]) {
      const text = `${'-'.repeat(at)}needle here${'-'.repeat(2_500_000 - at)}`;
      expect(found('needle here', text), String(at)).toContain('[needle here]');
    }
  });

  test('cannot break it, and is found in any text it was cut from', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        'b',
        ' ',
        'é',
        '\u0301',
        'ñ',
        '-',
        '_',
        '>',
        '[',
        ']',
        '\\',
        '.',
        '*',
        '^',
        '$',
        '\n',
        '\t',
        '日',
        '\u{1f600}',
        '\ud83d',
      ),
    });
    fc.assert(
      fc.property(text, text, text, (before, wanted, after) => {
        fc.pre(wanted.trim() !== '');
        expect(found(wanted, before + wanted.trim() + after)).not.toBeNull();
      }),
    );
  });
});

test('each text of an event counts once, and says where it stands', () => {
  const block = { code: 'x', stdout: 'needle, needle', stderr: 'a needle', shown: 'x' };
  const reply = 'I look for the needle.\n```repl\nfind(needle)\n```';
  const event = anIterationEvent({ number: 3, reply, blocks: [block] });
  expect(hits('needle', event).map(({ kind, before }) => [kind, before])).toEqual([
    ['reply', 'I look for the '],
    ['output', ''],
    ['output', 'a '],
  ]);
  expect(hits('find(', event)).toMatchObject([{ kind: 'code', runId: 'r1', iteration: 3, callId: null }]);
});

test('a place has its own id: a query, a note, a sub-agent’s iteration', () => {
  const target = { kind: 'study', id: 's' } as const;
  expect(hits('word', anEvent('query.added', { queryId: 'q4', text: 'word', truth: null }))).toMatchObject([
    { queryId: 'q4' },
  ]);
  expect(hits('word', anEvent('note.added', { noteId: 'n2', target, text: 'word' }))).toMatchObject([{ noteId: 'n2' }]);
  const own = anIterationEvent({ number: 1, depth: 1, parentCallId: 'c2', callId: 'c3', reply: 'word' });
  expect(hits('word', own)).toMatchObject([{ runId: 'r1', iteration: 1, callId: 'c3' }]);
});

test('what a query should be answered with, why a candidate is worth keeping, and what a reviewer wrote are found too', () => {
  const decision = { editId: 'e1', decision: 'change', content: 'my word', reason: 'a better word' } as const;
  const candidate = { candidateId: 'c', section: null, value: 'x', transferability: '', rationale: 'a word on it' };
  const spoken = { diagnosis: '', tags: [], ignoredTags: [], untagged: [], candidates: [candidate], warnings: [] };
  const events = [
    anEvent('query.added', { queryId: 'q1', text: 'x', truth: 'one word' }),
    anEvent('distiller.spoke', { runId: 'r1', callId: 'c1', ...spoken, trajectoryCut: null, sawTruth: false }),
    anEvent('review.decided', { runId: 'r1', decisions: [decision], closed: true }),
    anEvent('answer.judged', { runId: 'r1', callId: 'c2', modelName: 'm', score: 1, reason: 'the same word' }),
  ];
  expect(events.flatMap((event) => hits('word', event)).map(({ kind, before }) => [kind, before])).toEqual([
    ['query', 'one '],
    ['diagnosis', 'a '],
    ['edit', 'my '],
    ['edit', 'a better '],
    ['answer', 'the same '],
  ]);
});
