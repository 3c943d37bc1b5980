import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { countWords } from '#core/map/testing/index.ts';
import { aStudyLog, quickHash, scriptedPorts } from '#core/study/engine/testing.ts';
import {
  createEngine,
  diffStates,
  emptyState,
  readPatch,
  reduceAll,
  stateText,
  writePatch,
} from '#core/study/index.ts';
import type { StatePatch, StudyEvent, StudyState } from '#core/study/index.ts';
import { setHost } from '../host/current-host.ts';
import { createMemoryHost } from '../host/memory-host.ts';
import { forget, remember, setOut, stateAt } from './time-machine.ts';

let events: readonly StudyEvent[] = [];
/** One per event, the first before any. */
const told: StudyState[] = [emptyState];
let patches: readonly StatePatch[] = [];
let readings = 0;

beforeAll(async () => {
  const log = aStudyLog(60);
  const engine = createEngine(scriptedPorts(log));
  await engine.do({ do: 'run.all', untilQueryId: null }, 'user:ann');
  await engine.do({ do: 'branch.create', name: 'other', versionId: 'v3', reason: null }, 'user:ann');
  events = log.read(0).filter((event) => event.type !== 'unknown');
  for (const event of events) told.push(reduceAll(told.at(-1) ?? emptyState, [event]));
  patches = [200, 400, 600].map((seq) => {
    const { head, details } = writePatch(diffStates(told[seq - 200] ?? emptyState, told[seq] ?? emptyState));
    return readPatch(head, () => details);
  });
});

/** A host that knows the first so many events. */
function knowing(count: number): void {
  const recording = { events: events.slice(0, count), texts: new Map(), prompts: new Map() };
  const host = createMemoryHost({ recording, count: countWords });
  setHost({
    ...host,
    request(name, input) {
      if (name === 'study.events') readings += 1;
      return host.request(name, input);
    },
  });
}

beforeEach(() => {
  forget();
  readings = 0;
  knowing(events.length);
});

const textOf = (state: StudyState | undefined) => quickHash(stateText(state ?? emptyState));

async function textAt(seq: number): Promise<string> {
  const state = await stateAt('memory', seq);
  if (!state.ok) throw new Error(state.error.words);
  return textOf(state.value);
}

it('gives at any moment what all events up to it tell, with keyframes and without, in whatever order one travels', async () => {
  expect(events.length).toBeGreaterThan(700);
  const moment = fc.integer({ min: 1, max: events.length });
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 8 }), fc.boolean(), async (moments, isLong) => {
      setOut('memory', isLong ? patches : [], events.length);
      for (const seq of moments) expect(await textAt(seq)).toBe(textOf(told[seq]));
    }),
    { numRuns: 30 },
  );
});

it('reads one stretch of events wherever it goes in a study with keyframes, and none of it again for a step', async () => {
  setOut('memory', patches, events.length);
  await textAt(555);
  expect(readings).toBe(1);
  for (const seq of [550, 554, 590, 401, 555]) expect(await textAt(seq)).toBe(textOf(told[seq]));
  expect(readings).toBe(1);
  await textAt(230);
  expect(readings).toBe(2);
});

it('a step over a keyframe keeps the runs whole that were so before it', async () => {
  const wholeAt = async (seq: number) => {
    const state = await stateAt('memory', seq);
    return state.ok ? [...state.value.runs.values()].filter((run) => !run.folded).map((run) => run.id) : [];
  };
  setOut('memory', patches, events.length);
  const before = await wholeAt(395);
  expect(before.length).toBeGreaterThan(10);
  expect(await wholeAt(405)).toEqual(expect.arrayContaining(before));
  expect(await textAt(405)).toBe(textOf(told[405]));
  expect((await wholeAt(595)).length).toBeGreaterThan(10);
  // From far away it is the keyframe that is quick.
  expect(await wholeAt(405)).not.toEqual(expect.arrayContaining(before));
});

it('goes on from kept states in a study without keyframes, so that going back reads one stretch at most', async () => {
  setOut('memory', [], events.length);
  await textAt(700);
  readings = 0;
  for (const seq of [650, 350, 120]) await textAt(seq);
  expect(readings).toBe(0);
});

it('remembers what arrives while the reader looks at the past', async () => {
  knowing(640);
  setOut('memory', patches, 640);
  await textAt(630);
  remember('memory', events.slice(640, 650));
  remember('memory', events.slice(650, 700));
  for (const seq of [700, 655, 641]) expect(await textAt(seq)).toBe(textOf(told[seq]));
  expect(readings).toBe(1);
});

it('says in words that a study is not open any more', async () => {
  setOut('memory', patches, events.length);
  expect(await stateAt('another', 3)).toMatchObject({ ok: false, error: { kind: 'not-found' } });
});
