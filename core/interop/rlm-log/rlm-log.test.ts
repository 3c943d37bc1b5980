import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryLog, emptyState, eventSchemas, reduceAll } from '#core/study/index.ts';
import type { EventPayload, EventType, NewEvent, StudyState } from '#core/study/index.ts';
import { aVersion, created } from '#core/study/testing.ts';
import { isRlmLog } from './is-rlm-log.ts';
import { createRlmLogReader, type RlmLogReader } from './rlm-log.ts';
import { aBlock, aCallOf, aFirstPrompt, aLog, aMetadataLine, anIterationLine, CONTEXT, usageOf } from './testing.ts';

interface Read {
  readonly reader: RlmLogReader;
  readonly steps: readonly { readonly at: string | null; readonly events: readonly NewEvent[] }[];
  readonly events: readonly NewEvent[];
  readonly of: <T extends EventType>(type: T) => readonly EventPayload<T>[];
  /** Without what every log of the library is told: that its times have no zone. */
  readonly warnings: readonly string[];
}

function read(log: string): Read {
  const reader = createRlmLogReader({
    fileName: 'owls.jsonl',
    keep: (text) => text,
    decode: (bytes, from, to) => Buffer.from(bytes.subarray(from, to)).toString('utf8'),
  });
  const steps = [...splitLines(Buffer.from(log)).flatMap((line, at) => reader.take(line, at + 1)), ...reader.end()];
  const events = steps.flatMap((step) => step.events);
  const of = <T extends EventType>(type: T) =>
    events.filter((event) => event.type === type).map((event) => event.payload as EventPayload<T>);
  const warnings = of('warning.raised')
    .map(({ place, words }) => `${place}: ${words}`)
    .filter((each) => !each.includes('time zone'));
  return { reader, steps, events, of, warnings };
}

function splitLines(bytes: Buffer): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    lines.push(bytes.subarray(from, end < 0 ? bytes.length : end));
    from = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}

/** What the study then is: the events must fit their schemas and say nothing that the reducer objects to. */
function studyOf({ steps }: Read): StudyState {
  const log = createMemoryLog({ hash: () => '0'.repeat(64), at: () => '2026-11-30T00:00:00.000Z' });
  log.append([created, aVersion()]);
  for (const { at, events } of steps) log.append(events, at ?? undefined);
  return reduceAll(emptyState, log.read(0));
}

const answered = anIterationLine({
  iteration: 2,
  timestamp: '2026-07-01T09:15:21.5',
  prompt: [],
  code_blocks: [aBlock({ final_answer: '2', locals: { answer: { content: '2', ready: true } } })],
  final_answer: '2',
});

describe('a log of one completion', () => {
  const log = read(aLog(aMetadataLine(), anIterationLine(), answered));

  it('is one query with one run that is over and changed no map', () => {
    const state = studyOf(log);
    expect(state.queries.map(({ text }) => text)).toEqual(['How many owls are there?']);
    expect([...state.runs.values()]).toMatchObject([
      {
        status: 'done',
        evolves: false,
        mapText: null,
        versionId: 'v0',
        python: 'native',
        iterationCount: 2,
        answer: { answer: '2', source: 'answer-dict', iterations: 2, elapsedMs: 5_000 },
      },
    ]);
    expect([...state.versions.keys()]).toEqual(['v0']);
    expect(state.totals).toMatchObject({ calls: 2, uncounted: 2, unpriced: [] });
  });

  it('keeps what was said, run and printed, and how long it took', () => {
    expect(log.of('iteration.finished')[0]).toEqual({
      runId: 'r1',
      number: 1,
      depth: 0,
      parentCallId: null,
      callId: 'c1',
      reply: 'Let me look.\n```repl\nprint(len(context))\n```',
      blocks: [
        {
          code: 'print(len(context))',
          stdout: '30\n',
          stderr: '',
          outputChars: 3,
          shown: '30\n',
          error: null,
          variables: [],
          durationMs: 500,
          limit: null,
          stateLost: false,
          callIds: [],
        },
      ],
      finalRefused: null,
      answer: null,
      elapsedMs: 2_500,
    });
    expect(log.of('call.finished')[0]).toMatchObject({ role: 'root', model: 'acme-large', latencyMs: 2_000 });
  });

  it('reads times without a zone as times of this computer, says so once, and begins the run when it began', () => {
    const local = new Date(2026, 6, 1, 9, 15, 5).getTime();
    const times = log.steps.map(({ at }) => at);
    expect(times.slice(0, 2)).toEqual([new Date(local - 2_500).toISOString(), new Date(local).toISOString()]);
    const words = log.of('warning.raised').filter((each) => each.words.includes('time zone'));
    expect(words).toEqual([
      { place: 'owls.jsonl', words: 'Its times name no time zone; they were read as times of this computer.' },
    ]);
  });

  it('takes a time with a zone as it is and then says nothing', () => {
    const { steps, of } = read(aLog(aMetadataLine(), { ...answered, timestamp: '2026-07-01T09:15:21.5+02:00' }));
    expect(steps.at(-1)?.at).toBe('2026-07-01T07:15:21.500Z');
    expect(of('warning.raised').some(({ words }) => words.includes('zone'))).toBe(false);
  });

  it('tells the context, the model, the limits and the way of ending, and never an address of a server', () => {
    expect(log.reader.facts).toEqual({
      metadata: {
        rootModel: 'acme-large',
        backend: 'openai',
        environment: 'local',
        maxDepth: 2,
        maxIterations: 6,
      },
      context: { text: CONTEXT, format: 'text' },
      protocol: 'answer',
    });
  });

  it('has nothing else to warn of', () => {
    expect(log.warnings).toEqual([]);
  });
});

describe('the question of a completion', () => {
  const asked = (prompt: unknown) => read(aLog(anIterationLine({ prompt }))).of('query.added')[0]?.text;

  it('is the root prompt, blank lines of its own included', () => {
    expect(asked(aFirstPrompt('First this.\n\nThen that?'))).toBe('First this.\n\nThen that?');
  });

  it('is what older versions repeat in quotes in the instruction', () => {
    const turn = 'Think step by step to answer the original prompt: "How many owls?". Use the REPL.';
    expect(
      asked([
        { role: 'system', content: 'S' },
        { role: 'assistant', content: 'M' },
        { role: 'user', content: turn },
      ]),
    ).toBe('How many owls?');
  });

  it('is the whole prompt where that is one message, or a text', () => {
    expect(asked([{ role: 'user', content: 'How many letters mention rain?' }])).toBe('How many letters mention rain?');
    expect(asked('How many?')).toBe('How many?');
  });

  it.each([
    [[]],
    [null],
    [7],
    [
      [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'Turn 1/6:' },
      ],
    ],
    [[null]],
  ])('is named by its place where %j does not show it', (prompt) => {
    expect(asked(prompt)).toBe('completion 1 of owls.jsonl');
  });
});

describe('several completions in one file', () => {
  it('and a gap in the numbers of one of them are two things: a gap is told', () => {
    const log = read(aLog(aMetadataLine(), anIterationLine(), { ...answered, iteration: 4 }));
    expect(log.reader.completions).toBe(1);
    expect(log.warnings).toEqual(['line 3: Iteration 4 follows iteration 1: what was between is not in the log.']);
  });

  it('are told apart where the iteration does not rise', () => {
    const other = { iteration: 1, prompt: aFirstPrompt('And jays?') };
    const log = read(
      aLog(aMetadataLine(), anIterationLine(), answered, anIterationLine({ ...other, final_answer: '1' })),
    );
    expect(log.of('query.added').map(({ text }) => text)).toEqual(['How many owls are there?', 'And jays?']);
    expect(log.of('run.answered').map(({ runId, answer }) => [runId, answer])).toEqual([
      ['r1', '2'],
      ['r2', '1'],
    ]);
    expect(log.warnings).toEqual([]);
  });

  it('without an answer are given up, so that a step does not go on with them, and that is said', () => {
    const log = read(aLog(aMetadataLine(), anIterationLine(), anIterationLine({ response: 'Anew.' })));
    const runs = [...studyOf(log).runs.values()];
    expect(runs).toMatchObject([
      { status: 'interrupted', abandoned: true, partial: null },
      { status: 'interrupted', abandoned: true, partial: null },
    ]);
    expect(log.warnings).toEqual([
      'line 2: Completion 1 ends here without an answer: it was stopped or failed, or the log was cut off.',
      'line 3: Completion 2 ends here without an answer: it was stopped or failed, or the log was cut off.',
    ]);
  });

  it('about different contexts keep the first, and that is said', () => {
    const other = anIterationLine({ code_blocks: [aBlock({ locals: { context: ['a', 'b'] } })], final_answer: 'x' });
    const log = read(aLog(aMetadataLine(), { ...anIterationLine(), final_answer: 'x' }, other));
    expect(log.reader.facts.context).toEqual({ text: CONTEXT, format: 'text' });
    expect(log.warnings).toEqual([
      'line 3: Completion 2 is about another context; the study keeps that of the first one.',
    ]);
  });
});

describe('a final answer', () => {
  const run = (over: Record<string, unknown>) =>
    read(aLog(aMetadataLine(), anIterationLine(over))).of('run.answered')[0];

  it('of the old pair form is its text', () => {
    expect(run({ final_answer: ['FINAL', '2 owls'], response: 'FINAL(2 owls)', code_blocks: [] })).toMatchObject({
      answer: '2 owls',
      source: 'final',
    });
  });

  it('may be the empty text', () => {
    expect(run({ final_answer: '' })?.answer).toBe('');
  });

  it('of a run out of iterations is told as such', () => {
    expect(run({ final_answer: 'two?', response: 'two?', code_blocks: [], iteration_time: null })?.source).toBe(
      'exhausted',
    );
  });

  it('by FINAL_VAR, in the text or in the code, is told as such', () => {
    const block = aBlock({ final_answer: '2', locals: {} });
    expect(run({ final_answer: '2', response: 'FINAL_VAR(n)', code_blocks: [] })?.source).toBe('final-var');
    expect(run({ final_answer: '2', code_blocks: [block] })?.source).toBe('final-var');
  });
});

describe('sub-calls', () => {
  it('stand under the reply and the block that made them, with their tokens', () => {
    const calls = [
      aCallOf(),
      aCallOf({ response: 'Error: LM query failed', usage_summary: { model_usage_summaries: {} } }),
    ];
    const log = read(aLog(aMetadataLine(), anIterationLine({ code_blocks: [aBlock(), aBlock({ rlm_calls: calls })] })));
    const place = { iteration: 1, block: 1, depth: 1, parentCallId: 'c1', role: 'sub', model: 'acme-small' };
    expect(log.of('call.finished').slice(1)).toMatchObject([
      {
        ...place,
        callId: 'c2',
        reply: '2',
        prompt: { add: [{ role: 'user', content: 'count owls' }] },
        usage: { input: 900, output: 40 },
        usageSource: 'provider',
        latencyMs: 1_500,
        error: null,
      },
      { ...place, callId: 'c3', reply: null, usage: null, error: { words: 'Error: LM query failed' } },
    ]);
    expect(log.of('iteration.finished')[0]?.blocks.map(({ callIds }) => callIds)).toEqual([[], ['c2', 'c3']]);
  });

  it('of December 2025 hold two numbers of tokens', () => {
    const call = { ...aCallOf({ prompt_tokens: 7, completion_tokens: 3 }), usage_summary: undefined };
    const log = read(aLog(anIterationLine({ code_blocks: [aBlock({ rlm_calls: [call] })] })));
    expect(log.of('call.finished')[1]?.usage).toEqual({ input: 7, output: 3, cached: 0, reasoning: 0 });
  });

  it('keep a cost as whole millionths of a dollar', () => {
    const call = aCallOf({ usage_summary: { ...usageOf(1, 1, 1), total_cost: 0.0012345 } });
    const log = read(aLog(anIterationLine({ code_blocks: [aBlock({ rlm_calls: [call] })] })));
    expect(log.of('call.finished')[1]?.costMicroUsd).toBe(1_235);
  });

  it('that were sub-agents bring their iterations, named by their first call, and count each call once', () => {
    const leaf = aCallOf({ usage_summary: usageOf(1, 100, 10) });
    const iterations = [
      anIterationLine({ prompt: [], code_blocks: [aBlock({ rlm_calls: [leaf] })] }),
      anIterationLine({ iteration: 2, prompt: [], code_blocks: [], final_answer: null }),
    ];
    const child = aCallOf({ metadata: { run_metadata: {}, iterations }, usage_summary: usageOf(3, 1_000, 60) });
    const log = read(aLog(aMetadataLine(), anIterationLine({ code_blocks: [aBlock({ rlm_calls: [child] })] })));
    const calls = log.of('call.finished').map(({ callId, depth, parentCallId, iteration, block, usage }) => ({
      callId,
      depth,
      parentCallId,
      at: [iteration, block],
      input: usage?.input ?? null,
    }));
    expect(calls).toEqual([
      { callId: 'c1', depth: 0, parentCallId: null, at: [1, null], input: null },
      { callId: 'c2', depth: 1, parentCallId: 'c1', at: [1, null], input: 900 },
      { callId: 'c3', depth: 2, parentCallId: 'c2', at: [1, 0], input: 100 },
      { callId: 'c4', depth: 1, parentCallId: 'c2', at: [2, null], input: null },
    ]);
    expect(log.of('call.finished')[1]).toMatchObject({
      prompt: { add: [{ role: 'user', content: 'count owls' }] },
      warnings: ['Its tokens are those of all 2 calls of this sub-agent together.'],
    });
    expect(
      log
        .of('iteration.finished')
        .map(({ number, depth, parentCallId, answer }) => [number, depth, parentCallId, answer]),
    ).toEqual([
      [1, 1, 'c2', null],
      [2, 1, 'c2', '2'],
      [1, 0, null, null],
    ]);
  });
});

describe('traps of the format', () => {
  it('bare NaN and Infinity are no values, wherever they stand, and cost nothing else', () => {
    const line = JSON.stringify(anIterationLine({ iteration_time: '@', final_answer: 'NaN is a word, -Infinity too' }));
    const text = line.replace('"@"', '-Infinity').replace('"execution_time":0.5', '"execution_time": NaN');
    const log = read(aLog(aMetadataLine(), text.replace('"ready":false', '"ready":[NaN,Infinity]')));
    expect(log.warnings).toEqual([]);
    expect(log.of('run.answered')[0]).toMatchObject({ answer: 'NaN is a word, -Infinity too', elapsedMs: 0 });
    expect(log.reader.facts.context?.text).toBe(CONTEXT);
  });

  it('lone surrogates stay what they are', () => {
    const log = read(
      aLog(aMetadataLine(), String.raw`{"type":"iteration","iteration":1,"response":"a\ud800b","code_blocks":[]}`),
    );
    expect(log.of('iteration.finished')[0]?.reply).toBe('a\ud800b');
  });

  it.each([
    String.raw`\ "locals": {"prompt": [ \\` + '\\',
    'he said "NaN}] and left',
    '"',
    String.raw`\"`,
    '{"prompt":',
  ])(
    'strings that end in backslashes or hold quotes, brackets and the names of fields do not lead astray: %s',
    (odd) => {
      const locals = { context: odd, prompt: { locals: [odd] } };
      const block = aBlock({ code: odd, stdout: odd, locals });
      const iteration = anIterationLine({
        prompt: [{ role: 'user', content: odd }],
        code_blocks: [block],
        final_answer: odd,
      });
      const log = read(aLog(aMetadataLine(), iteration));
      expect(log.of('iteration.finished')[0]?.blocks[0]).toMatchObject({ code: odd, stdout: odd });
      expect(log.of('run.answered')[0]?.answer).toBe(odd);
      expect(log.reader.facts.context?.text).toBe(odd);
      expect(log.of('query.added')[0]?.text).toBe(odd.trim());
      expect(log.warnings).toEqual([]);
    },
  );

  it('a prompt of a sub-call that is a list of messages is kept, unlike that of an iteration', () => {
    const messages = [{ role: 'user', content: 'hi' }];
    const log = read(aLog(anIterationLine({ code_blocks: [aBlock({ rlm_calls: [aCallOf({ prompt: messages })] })] })));
    expect(log.of('call.finished')[1]?.prompt.add[0]?.content).toBe(JSON.stringify(messages));
  });

  it('files without types of lines are read as iterations', () => {
    const log = read(aLog({ ...anIterationLine({ final_answer: 'x' }), type: undefined }));
    expect(log.of('run.answered')).toHaveLength(1);
    expect(log.warnings).toEqual(['owls.jsonl: It does not begin with a line of metadata, so the model is unknown.']);
  });

  it('an exception is told in the last line of stderr', () => {
    const block = aBlock({ stderr: 'warned\nZeroDivisionError: division by zero' });
    const log = read(aLog(anIterationLine({ code_blocks: [block] })));
    expect(log.of('iteration.finished')[0]?.blocks[0]?.error).toEqual({
      type: 'ZeroDivisionError',
      message: 'division by zero',
      line: null,
    });
  });

  it('a long output is kept whole, and its cut shown as the library cuts it, by code points', () => {
    const stdout = '🦉'.repeat(20_005);
    const block = read(aLog(anIterationLine({ code_blocks: [aBlock({ stdout })] }))).of('iteration.finished')[0]
      ?.blocks[0];
    expect(block?.stdout).toBe(stdout);
    expect(block?.outputChars).toBe(20_005);
    expect(block?.shown).toBe(`${'🦉'.repeat(20_000)}... + [5 chars...]`);
  });
});

describe('what does not fit', () => {
  it('is a warning with its line, and the rest is read', () => {
    const lines = [
      aMetadataLine(),
      '{"type": "iteration", "iteration": 1, "resp',
      '[1]',
      { type: 'summary', words: 'x' },
      '['.repeat(100_000),
      '',
      anIterationLine({ iteration: 3, code_blocks: [{ code: 'x' }, 7], cost: 1, final_answer: 'x' }),
    ];
    const log = read(aLog(...lines));
    expect(log.warnings).toEqual([
      'line 2: It is not JSON, as a line that was cut off is not, and was left out.',
      'line 3: It is not an object and was left out.',
      'line 4: Lines of the type "summary" are not known to Peek; it was left out.',
      'line 5: It is nested too deeply to be read and was left out.',
      'line 7: "cost" of an iteration is not known to Peek and was left out.',
      'line 7: Not all of code_blocks has the shape that it should have.',
      'line 7: A code block has no result; it is shown without one.',
      'line 7: Completion 1 begins with iteration 3: what was before is not in the log.',
    ]);
    expect(log.of('run.answered')).toHaveLength(1);
  });

  it('a hundred thousand times over is told as a number', () => {
    const log = read(`${aLog(aMetadataLine())}${'x\n'.repeat(100_000)}${aLog(anIterationLine({ final_answer: '' }))}`);
    expect(log.warnings).toHaveLength(201);
    expect(log.warnings.at(-1)).toBe('owls.jsonl: There are 99800 more warnings like the ones above.');
  });

  it('never makes it throw, and what comes of it always fits the format of a study', () => {
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('NaN', '-1', '2026-07-01T09:15:05', 1e300, -1, 0.5, [], {}, [{}], [[]], '\ud800', '__proto__'),
    );
    const names = [
      'type',
      'iteration',
      'timestamp',
      'prompt',
      'response',
      'code_blocks',
      'final_answer',
      'iteration_time',
    ];
    const spoilt = (base: Record<string, unknown>, keys: readonly string[]) =>
      fc.dictionary(fc.constantFrom(...keys), odd, { maxKeys: 3 }).map((over) => ({ ...base, ...over }));
    const call = spoilt(aCallOf({ metadata: { iterations: [anIterationLine()] } }), [
      'root_model',
      'prompt',
      'response',
      'usage_summary',
      'execution_time',
      'metadata',
    ]);
    const result = ['stdout', 'stderr', 'locals', 'execution_time', 'rlm_calls', 'final_answer'];
    const block = call.chain((each) =>
      spoilt(aBlock({ rlm_calls: [each] })['result'] as Record<string, unknown>, result).map((spoiltResult) => ({
        code: 'x',
        result: spoiltResult,
      })),
    );
    const iteration = block.chain((each) => spoilt(anIterationLine({ code_blocks: [each] }), names));
    const metadata = spoilt(aMetadataLine(), ['type', 'root_model', 'max_depth', 'environment_type']);
    const text = fc.oneof(iteration, metadata, odd).map((value) => JSON.stringify(value));
    const cut = fc.tuple(text, fc.nat(400)).map(([whole, at]) => whole.slice(0, at));
    const mixed = fc
      .tuple(text, fc.nat(400), fc.string())
      .map(([whole, at, more]) => whole.slice(0, at) + more + whole.slice(at));
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 3, arbitrary: text }, cut, mixed, fc.string()), { maxLength: 6 }),
        (lines) => {
          const log = read(lines.join('\n'));
          for (const { type, payload } of log.events)
            expect(eventSchemas[type].safeParse(payload).error).toBeUndefined();
          expect(studyOf(log).warnings).toHaveLength(log.of('warning.raised').length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('how a file begins', () => {
  it('tells a log from other lines of JSON', () => {
    expect(isRlmLog(aLog(aMetadataLine(), anIterationLine()))).toBe(true);
    expect(isRlmLog(aLog(anIterationLine()))).toBe(true);
    expect(isRlmLog(aLog(anIterationLine()).slice(0, 60))).toBe(true);
    for (const other of [
      '',
      '{"query": "What?", "truth": "4"}\n',
      'type: metadata',
      '{"type":"metadata"}',
      '[]',
      '{"type":"iteration"',
    ])
      expect(isRlmLog(other)).toBe(false);
  });
});
