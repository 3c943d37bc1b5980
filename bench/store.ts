// The study file: appending, growth, searching, and memory over a thousand queries. Files are made in the system's temporary
// folder and removed.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { aReply } from '#core/lm/testing.ts';
import { ok } from '#core/result.ts';
import { createEngine } from '#core/study/index.ts';
import type { NewEvent } from '#core/study/index.ts';
import { anEdit, fillStudy, scriptedPorts, settingsWith } from '#core/study/engine/testing.ts';
import { anEvent, anIterationEvent, aVersion, created } from '#core/study/testing.ts';
import { createStudyFile, hashText } from '#core/node/store/index.ts';
import type { StudyFile } from '#core/node/store/index.ts';
import { msFigure, timed } from './figure.ts';
import type { Bench, Figure } from './figure.ts';
import { chance } from './made-up.ts';
import { madeUpText } from './long-study.ts';

export const storeAppend: Bench = {
  name: 'store-append',
  run() {
    return inFolder((folder) => {
      const file = newFile(join(folder, 'append.peek'));
      const small = (n: number): NewEvent =>
        anEvent('note.added', { noteId: `n${n}`, target: { kind: 'study', id: '' }, text: 'so it is' });
      const inHundreds = once(() => {
        for (let at = 0; at < 100_000; at += 100) file.append(Array.from({ length: 100 }, (_, n) => small(at + n)));
      });
      // An iteration, as it is appended while an agent works: alone, and not forced to the disk at once.
      const alone = timed((n) => file.append([anIterationEvent({ number: n })]), 1_000, 20);
      const random = chance(3);
      const texts = Array.from({ length: 1_000 }, () => madeUpText(random, 20_000));
      const large = once(() => {
        for (const text of texts) file.append([anIterationEvent({ reply: file.keep(text) })]);
      });
      const decisions = timed((n) => file.append([small(200_000 + n)]), 100, 5);
      file.close();
      return [
        msFigure('append 100,000 small events, 100 at a time', inHundreds),
        msFigure('append one small event, median', alone.medianMs),
        msFigure('append one small event, p95', alone.p95Ms),
        msFigure('append 1,000 events of 20 KB', large),
        msFigure('append one decision, forced to the disk, median', decisions.medianMs),
      ];
    });
  },
};

export const storeSearch: Bench = {
  name: 'store-search',
  run() {
    return inFolder(async (folder) => {
      const file = newFile(join(folder, 'search.peek'));
      const random = chance(5);
      for (let mb = 0; mb < 100; mb += 1) {
        const events = Array.from({ length: 20 }, (_, n) => {
          const rare = mb === 31 && n === 7 ? 'the heliotrope wombat' : '';
          return anIterationEvent({ reply: file.keep(madeUpText(random, 50_000) + rare) });
        });
        file.append(events);
      }
      const indexed = once(() => file.indexSaid(600_000));
      const searches = ['heliotrope wombat', 'record field', 'nothing like this anywhere', 'reg', 'egiste', '->'];
      const figures: Figure[] = [];
      for (const text of searches) {
        const first = await once(() => file.search(text, { limit: 50, forMs: 0 }));
        figures.push(msFigure(`search 100 MB for "${text}", what the index knows`, first, 200));
        const whole = await once(() => file.search(text, { limit: 50 }));
        figures.push(msFigure(`search 100 MB for "${text}", first 50 hits`, whole));
      }
      const { ahead } = await file.search('heliotrope wombat', { limit: 1, forMs: 0 });
      if (ahead[0]?.match !== 'heliotrope wombat') throw new Error('the search found something else');
      file.close();
      return [msFigure('index 100 MB (done little by little, at rest)', indexed), ...figures];
    });
  },
};

export const storeGrowth: Bench = {
  name: 'store-1000-queries',
  async run() {
    return inFolder(async (folder) => {
      const path = join(folder, 'growth.peek');
      const made = createStudyFile(path);
      if (!made.ok) throw new Error(made.error.words);
      fillStudy(made.value, 1_000, settingsWith({ budgetTokens: 1_024 }));
      const random = chance(7);
      const engine = createEngine({
        ...scriptedPorts(made.value, {
          agent: () => ({ answer: madeUpText(random, 100), iterations: 4 }),
          tags: (map) => map.items.map((item, at) => ({ itemId: item.id, tag: at % 3 === 0 ? 'helpful' : 'neutral' })),
          edits: (runId) =>
            [0, 1].map((n) => anEdit({ editId: `${runId}-e${n}`, section: 'cu', content: madeUpText(random, 200) })),
        }),
        hash: hashText,
        // The scripted model of tests remembers every request; this one does not.
        model: () => ({
          name: 'bench',
          complete: () => Promise.resolve(ok(aReply({ text: madeUpText(random, 600) }))),
        }),
      });
      const heap: number[] = [];
      const resident: number[] = [];
      for (const until of [200, 400, 600, 800, 1_000]) {
        await engine.do({ do: 'run.all', untilQueryId: `q${until}` }, 'user:bench');
        collectGarbage();
        const { heapUsed, rss } = process.memoryUsage();
        heap.push(heapUsed / 1e6);
        resident.push(rss / 1e6);
      }
      const versions = engine.state.versions.size;
      await engine.close();
      const growth = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
      return [
        { name: 'versions', value: versions, unit: 'count', limit: null },
        {
          name: 'file per version, 4 iterations each',
          value: round(statSync(path).size / versions / 1e6),
          unit: 'MB',
          limit: null,
        },
        { name: 'heap after 200 queries', value: round(heap[0] ?? 0), unit: 'MB', limit: null },
        { name: 'heap after 1,000 queries', value: round(heap.at(-1) ?? 0), unit: 'MB', limit: null },
        { name: 'heap growth from query 200 to 1,000', value: round(growth), unit: 'MB', limit: null },
        { name: 'resident after 200 queries', value: round(resident[0] ?? 0), unit: 'MB', limit: null },
        { name: 'resident after 1,000 queries', value: round(resident.at(-1) ?? 0), unit: 'MB', limit: null },
      ] satisfies Figure[];
    });
  },
};

/** Node shows its collector only where it is asked to. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

function newFile(path: string): StudyFile {
  const made = createStudyFile(path);
  if (!made.ok) throw new Error(made.error.words);
  made.value.append([created, aVersion()]);
  return made.value;
}

function once(act: () => Promise<unknown>): Promise<number>;
function once(act: () => unknown): number;
function once(act: () => unknown): number | Promise<number> {
  const start = performance.now();
  const done = act();
  if (!(done instanceof Promise)) return performance.now() - start;
  return done.then(() => performance.now() - start);
}

function inFolder<T>(act: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'peek-bench-'));
  const tidy = () => rmSync(folder, { recursive: true, force: true });
  const result = act(folder);
  if (result instanceof Promise) return result.finally(tidy) as T;
  tidy();
  return result;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
