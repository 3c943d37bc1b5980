// Opening a study whose file gives way in the middle of it: what failed is told as what it is.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOfflineModel } from '#core/lm/offline/index.ts';
import { builtInPrices } from '#core/lm/index.ts';
import { anEvent, aVersion, created } from '#core/study/testing.ts';
import { createNativePython } from '../native-python/index.ts';
import { createStudyFile } from '../store/index.ts';
import { CANNOT_LOSE, loseFile } from '../testing/index.ts';
import { createStudies } from './studies.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek-open-'));
  path = join(folder, 'a.peek');
  const made = createStudyFile(path);
  if (!made.ok) throw new Error(made.error.words);
  made.value.append([created, aVersion()]);
  // More than is read at the first look.
  const queries = Array.from({ length: 2_000 }, (_, n) =>
    anEvent('query.added', { queryId: `q${n}`, text: 'What?', truth: null }),
  );
  made.value.append(queries);
  made.value.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Prices are asked for once the file is open and before its events are read. */
function studiesThatMeet(happening: () => void) {
  return createStudies({
    appVersion: '0.0.0',
    python: () => createNativePython(),
    model: () => createOfflineModel(),
    prices: () => {
      happening();
      return builtInPrices();
    },
  });
}

describe.each(['open', 'openGently'] as const)('a study whose file, while it is opened (%s),', (how) => {
  it.skipIf(CANNOT_LOSE !== null)('goes away with its drive is told as one that cannot be reached', async () => {
    const studies = studiesThatMeet(() => loseFile(path));
    expect(await studies[how](path)).toEqual({
      ok: false,
      error: {
        kind: 'failed',
        words: expect.stringMatching(/^a\.peek cannot be reached: .*connect the drive again/) as string,
      },
    });
  });

  it('is damaged is told as damaged', async () => {
    const studies = studiesThatMeet(() => writeFileSync(path, readFileSync(path).fill(7, 4_096)));
    expect(await studies[how](path)).toEqual({
      ok: false,
      error: { kind: 'damaged', words: expect.stringMatching(/^a\.peek is damaged/) as string },
    });
  });
});
