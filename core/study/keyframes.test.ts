import { describe, expect, it } from 'vitest';
import { createEngine } from './engine/create-engine.ts';
import { aStudyLog, fillStudy, quickHash, scriptedPorts, settingsWith } from './engine/testing.ts';
import type { Keyframes, StudyLog } from './log.ts';
import { createMemoryLog } from './memory-log.ts';
import { emptyState, reduceAll } from './reducer/index.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { StudySettings } from './settings.ts';
import type { StudyState } from './state.ts';
import { readPatch, writePatch } from './patch-text.ts';
import { diffStates, patchStates, stateText } from './state-patch.ts';
import type { StatePatch } from './state-patch.ts';
import { createTimeline } from './timeline.ts';

/** Keyframes as a file keeps them: as text. */
function keyframesInMemory(onDetails: () => void = () => undefined): Keyframes {
  const rows: { readonly seq: number; readonly head: string; readonly details: string }[] = [];
  return {
    get lastSeq() {
      return rows.at(-1)?.seq ?? 0;
    },
    read: (after, upTo) =>
      rows
        .filter(({ seq }) => seq > after && seq <= upTo)
        .map(({ head, details }) =>
          readPatch(head, () => {
            onDetails();
            return details;
          }),
        ),
    put(patch) {
      rows.push({ seq: patch.seq, ...writePatch(patch) });
      return true;
    },
  };
}

/** Equal for equal states, however they were come by; short, so that a difference can be read. */
const folded = (state: StudyState): string => quickHash(stateText(state));

async function aLongStudy(
  queries: number,
  settings?: StudySettings,
): Promise<StudyLog & { readonly keyframes: Keyframes }> {
  const log = createMemoryLog({ hash: quickHash, at: () => '2026-01-02T03:04:05.000Z' });
  fillStudy(log, queries, settings);
  const kept = Object.assign(log, { keyframes: keyframesInMemory() });
  const engine = createEngine(scriptedPorts(kept));
  await engine.do({ do: 'run.all', untilQueryId: null }, 'user:ann');
  await engine.do({ do: 'branch.create', name: 'other', versionId: 'v3', reason: null }, 'user:ann');
  await engine.do({ do: 'branch.rename', from: 'main', to: 'first' }, 'user:ann');
  await engine.do({ do: 'note.add', target: { kind: 'study', id: '' }, text: 'done' }, 'user:ann');
  return kept;
}

describe('keyframes', { timeout: 60_000 }, () => {
  it('tell of old runs too that their Python was not sandboxed', async () => {
    const native = settingsWith({}, { agent: { ...DEFAULT_SETTINGS.agent, python: 'native' } });
    const log = await aLongStudy(230, native);
    const opened = createEngine(scriptedPorts(log)).state;
    expect(new Set([...opened.runs.values()].map(({ python }) => python))).toEqual(new Set(['native']));
    expect(folded(opened)).toBe(folded(reduceAll(emptyState, log.read(0))));
  });

  it('tell what the events tell, and opening by them gives the same study', async () => {
    const log = await aLongStudy(230);
    expect(log.keyframes.lastSeq).toBeGreaterThan(3_000);
    const told = reduceAll(emptyState, log.read(0));
    const opened = createEngine(scriptedPorts(log)).state;
    expect(folded(opened)).toBe(folded(told));
    // The runs looked at first are there whole, the others are read when somebody looks.
    expect(opened.runs.get('r230')).toEqual(told.runs.get('r230'));
    expect(opened.runs.get('r1')).toMatchObject({ folded: true, iterationCount: 2, iterations: [] });
  });

  it('leave the maps, tags and edits of old versions unread until somebody looks, also through a renaming', async () => {
    const log = await aLongStudy(230);
    let read = 0;
    const counted = keyframesInMemory(() => (read += 1));
    for (const patch of log.keyframes.read(0, log.keyframes.lastSeq)) counted.put(patch);
    read = 0;
    const engine = createEngine(scriptedPorts({ ...log, keyframes: counted }));
    await engine.do({ do: 'branch.rename', from: 'first', to: 'again' }, 'user:ann');
    const afterOpening = read;
    expect(afterOpening).toBeLessThanOrEqual(2);
    expect(engine.state.versions.get('v7')?.branch).toBe('again');
    expect(read).toBe(afterOpening);
    expect(engine.state.versions.get('v7')?.map.items.length).toBeGreaterThan(0);
    expect(read).toBe(afterOpening + 1);
  });

  it('that cannot be read are passed over', async () => {
    const log = await aLongStudy(230);
    const told = folded(reduceAll(emptyState, log.read(0)));
    const damaged = { ...log.keyframes, lastSeq: log.keyframes.lastSeq, put: () => false };
    for (const read of [() => [], () => JSON.parse('[{"seq": 3500}]') as StatePatch[]]) {
      const opened = createEngine(scriptedPorts({ ...log, keyframes: { ...damaged, read } }));
      expect(folded(opened.state)).toBe(told);
    }
  });

  it('lead to any earlier moment', async () => {
    const log = await aLongStudy(230);
    const timeline = createTimeline(log);
    for (const seq of [0, 1, 777, 1_500, 2_001, 3_333, log.read(0).length, 99_999]) {
      expect(folded(timeline.at(seq))).toBe(folded(reduceAll(emptyState, log.read(0, seq))));
    }
  });

  it('of a difference and its application give the later state, from any moment to any later one', async () => {
    const log = aStudyLog(3);
    const engine = createEngine(scriptedPorts(log));
    const states = [emptyState, engine.state];
    engine.listen({ events: (_, state) => states.push(state) });
    await engine.do({ do: 'run.all', untilQueryId: null }, 'user:ann');
    await engine.do({ do: 'item.delete', itemId: 'cu-00002', reason: null }, 'user:ann');
    await engine.do({ do: 'operation.undo' }, 'user:ann');
    for (const [at, before] of states.entries()) {
      for (const after of states.slice(at)) {
        const { head, details } = writePatch(diffStates(before, after));
        const patch = readPatch(head, () => details);
        expect(folded(patchStates(before, [patch]))).toBe(folded(after));
      }
    }
  });
});
