// A store that gives way under a study: a full disk, a folder where nothing may be written, a file that is moved away, another
// program that has it open. Each is said in words, on the command line and in the window, and nothing is lost.
import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { peekFolder, type PeekFolder } from './run-peek.ts';
import { noteOn } from './note-on.ts';
import { answerOpenDialog, openWindow, recorded } from './study-window.ts';

// A small disk of its own needs the right to mount one.
test.skip(process.getuid?.() !== 0, 'only root can mount the small disk');

let folder: PeekFolder;
let disk: string;

test.beforeEach(async () => {
  folder = await peekFolder();
  disk = folder.file('disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'none', disk]);
  await copyFile(recorded, join(disk, 's.peek'));
});

test.afterEach(async () => {
  execFileSync('umount', ['--lazy', disk]);
  await folder.remove();
});

/** Takes all room that is left on the disk; returns what gives it back. */
async function fillDisk(): Promise<() => Promise<void>> {
  const filler = join(disk, 'filler');
  await writeFile(filler, Buffer.alloc(8_000_000)).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('ENOSPC')) throw error;
  });
  return () => rm(filler);
}

const edit = (words: string) => folder.run('edit', 'disk/s.peek', '--add', 'cu', '--text', words);

test('on the command line: a full disk, and a disk where nothing may be written', async () => {
  const before = (await folder.run('log', 'disk/s.peek', '--json')).stdout;
  const giveBack = await fillDisk();
  const full = await edit('said on a full disk');
  expect(full.code).toBe(1);
  expect(full.stderr).toMatch(/disk is full|nothing may be written/i);
  await giveBack();
  expect((await folder.run('log', 'disk/s.peek', '--json')).stdout).toBe(before);
  expect((await edit('said once there was room')).code).toBe(0);
  expect((await folder.run('doctor', 'disk/s.peek')).code).toBe(0);

  const bytes = await readFile(join(disk, 's.peek'));
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  const refused = await edit('said where nothing may be written');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/may (not|be) .*writ/)]);
  expect((await folder.run('show', 'disk/s.peek')).code).toBe(0);
  expect((await folder.run('verify', 'disk/s.peek')).code).toBe(0);
  execFileSync('mount', ['-o', 'remount,rw', disk]);
  expect((await readFile(join(disk, 's.peek'))).equals(bytes)).toBe(true);
});

test('in the window: a full disk, a file that is moved away, and a second program', async () => {
  const peek = await openWindow(join(disk, 's.peek'));
  try {
    await answerOpenDialog(peek, join(disk, 's.peek'));
    expect(await noteOn(peek, 'the first word')).toMatchObject({ ok: true });
    const giveBack = await fillDisk();
    // The write-ahead log has some room of its own at first.
    let full = await noteOn(peek, 'x'.repeat(15_000));
    for (let tries = 0; full.ok && tries < 200; tries += 1) full = await noteOn(peek, `${tries} `.repeat(4_000));
    expect(full).toMatchObject({
      ok: false,
      error: { kind: 'storage', words: expect.stringMatching(/disk is full/i) },
    });
    await giveBack();
    expect(await noteOn(peek, 'there is room again')).toMatchObject({ ok: true });

    await rename(join(disk, 's.peek'), join(disk, 'moved.peek'));
    expect(await noteOn(peek, 'into nothing')).toMatchObject({
      ok: false,
      error: { kind: 'storage', words: expect.stringMatching(/moved or deleted/) },
    });
    await rename(join(disk, 'moved.peek'), join(disk, 's.peek'));
    expect(await noteOn(peek, 'it is back')).toMatchObject({ ok: true });

    const second = await edit('from elsewhere');
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringMatching(/open in another Peek on this computer \(process \d+\)/),
    ]);
    expect((await folder.run('note', 'disk/s.peek')).stdout).toContain('it is back');
  } finally {
    await peek.close();
  }
  expect((await folder.run('doctor', 'disk/s.peek')).code).toBe(0);
});
