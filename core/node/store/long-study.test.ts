import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWords } from '#core/map/testing/index.ts';
import {
  createEngine,
  emptyState,
  ghostsOf,
  headVersion,
  LazyMap,
  receivedState,
  reduceAll,
  stateText,
  whatIf,
} from '#core/study/index.ts';
import { lastForm } from '#core/study/selectors/index.ts';
import type { NewEvent, StudyState } from '#core/study/index.ts';
import { scriptedPorts } from '#core/study/engine/testing.ts';
import { playStudy, quickHash } from '#core/study/insight/testing/index.ts';
import type { PlayedStep } from '#core/study/insight/testing/index.ts';
import { anEdit } from '#core/study/engine/testing.ts';
import { createStudyFile, hashText, openStudyFile } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'peek-long-'));
const path = join(folder, 'long.peek');
afterAll(() => rmSync(folder, { recursive: true }));

const BY_ADA = { kind: 'hand', by: 'Ada' } as const;

/** Updates that add, rewrite and evict, and now and then a hand. */
function steps(): readonly PlayedStep[] {
  return Array.from({ length: 420 }, (_, at): PlayedStep => {
    if (at % 9 === 8)
      return {
        kind: 'hand',
        changes: [{ do: 'add', section: 'cu', content: `by hand ${at}`, origin: BY_ADA, beforeItemId: null }],
      };
    const edits = [0, 1].map((n) =>
      anEdit({ section: n === 0 ? 'cr' : 'rr', content: `learnt ${at} ${n} and some words more` }),
    );
    return { kind: 'update', tags: ['helpful', 'stale', 'neutral', 'harmful'], edits };
  });
}

let told: StudyState;

beforeAll(() => {
  const made = createStudyFile(path);
  if (!made.ok) throw new Error(made.error.words);
  const file = made.value;
  const { events } = playStudy(steps(), { budgetTokens: 200 }, { count: countWords, hash: quickHash });
  file.append(events.map(({ type, actor, payload }) => ({ type, actor, payload }) as NewEvent));
  createEngine({ ...scriptedPorts(file), hash: hashText });
  told = reduceAll(emptyState, file.read(0));
  file.close();
});

describe('a study of some thousand events', { timeout: 60_000 }, () => {
  it('is opened from its keyframes, tells the same after it was closed, and crosses to a window whole', async () => {
    const opened = openStudyFile(path, { readOnly: true });
    if (!opened.ok) throw new Error(opened.error.words);
    const file = opened.value;
    await file.readAhead();
    const { state } = createEngine({ ...scriptedPorts(file), hash: hashText });
    const sent = file.packedState();
    expect(sent?.keyframes.length).toBeGreaterThan(10);
    const received = receivedState(structuredClone(sent ?? state), (bytes) => inflateRawSync(bytes).toString()).state;
    expect((await file.check()).problems.filter((words) => words.startsWith('keyframes'))).toEqual([]);
    file.close();
    expect(state.versions).toBeInstanceOf(LazyMap);
    expect(stateText(state)).toBe(stateText(told));
    expect(stateText(received)).toBe(stateText(told));
  });

  it('gives the same what-if from its keyframes as from its events, hand edits carried over', () => {
    const opened = openStudyFile(path, { readOnly: true });
    if (!opened.ok) throw new Error(opened.error.words);
    const { state } = createEngine({ ...scriptedPorts(opened.value), hash: hashText });
    opened.value.close();
    const rules = { ...told.settings.method, budgetTokens: 160 };
    expect(whatIf(state, 'main', rules, countWords)).toEqual(whatIf(told, 'main', rules, countWords));
  });

  it('counts its ghosts and finds one of them again without unpacking all its keyframes', () => {
    const opened = openStudyFile(path, { readOnly: true });
    if (!opened.ok) throw new Error(opened.error.words);
    const sent = opened.value.packedState();
    opened.value.close();
    if (sent === null) throw new Error('a long study is sent packed');
    let unpacked = 0;
    const { state } = receivedState(sent, (bytes) => {
      unpacked += 1;
      return inflateRawSync(bytes).toString();
    });
    const head = headVersion(state)?.id ?? '';
    const ghosts = ghostsOf(state, head);
    expect(ghosts.map(({ itemId }) => itemId)).toEqual(ghostsOf(told, head).map(({ itemId }) => itemId));
    expect(unpacked).toBeLessThan(3);
    const oldest = ghosts.at(-1);
    expect(lastForm(state, oldest?.itemId ?? '')).toEqual(oldest?.item);
    expect(unpacked).toBeLessThan(6);
  });
});
