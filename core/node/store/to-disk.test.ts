import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createToDisk, type ToDisk } from './to-disk.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'peek-to-disk-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what is appended while the disk works reaches it by one more turn, however often that was asked for', async () => {
  const turns: (() => void)[] = [];
  const toDisk = createToDisk('log', () => new Promise((resolve) => turns.push(resolve)));
  toDisk.soon();
  toDisk.soon();
  toDisk.soon();
  expect(turns).toHaveLength(1);
  turns[0]?.();
  await vi.waitFor(() => expect(turns).toHaveLength(2));
  turns[1]?.();
  toDisk.soon();
  await vi.waitFor(() => expect(turns).toHaveLength(3));
});

describe('where a file stands in the place of the folder', () => {
  let inTheWay = '';
  let toDisk: ToDisk;
  beforeEach(async () => {
    inTheWay = join(folder, 'in the way');
    writeFileSync(inTheWay, 'no folder');
    toDisk = createToDisk(join(inTheWay, 'log'));
    toDisk.soon();
    await vi.waitFor(() => expect(toDisk.failed).toBe(true));
    rmSync(inTheWay);
  });

  test('a disk that could not be reached is known as such until it can be again', async () => {
    mkdirSync(inTheWay);
    writeFileSync(join(inTheWay, 'log'), 'written');
    toDisk.soon();
    await vi.waitFor(() => expect(toDisk.failed).toBe(false));
  });

  test('a log that is gone has nothing to bring', async () => {
    toDisk.soon();
    await vi.waitFor(() => expect(toDisk.failed).toBe(false));
  });
});
