// A study on a drive that is served from elsewhere and goes away under it, as network drives do: a file system in user space
// whose server is killed. It is said in words, and what was acknowledged is there when the drive comes back.
import { expect, test } from '@playwright/test';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { peekFolder, type PeekFolder } from './run-peek.ts';
import { answerOpenDialog, openWindow, recorded } from './study-window.ts';
import { noteOn } from './note-on.ts';

const canServe = process.getuid?.() === 0 && existsSync('/dev/fuse') && spawnSync('bindfs', ['--version']).status === 0;
test.skip(!canServe, 'a drive in user space needs root, /dev/fuse and bindfs');

let folder: PeekFolder;
let server: ChildProcess | null = null;

/** `remembers`: whether the kernel answers for a second what it has been told of a file, also when nobody serves any more. */
async function serve(remembers = true): Promise<void> {
  const options = remembers ? [] : ['-o', 'attr_timeout=0,entry_timeout=0'];
  server = spawn('bindfs', ['-f', ...options, folder.file('elsewhere'), folder.file('drive')], { stdio: 'ignore' });
  await expect.poll(() => existsSync(folder.file('drive/s.peek'))).toBe(true);
}

async function cutOff(): Promise<void> {
  if (server === null) return;
  const ended = new Promise((resolve) => server?.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
  server = null;
}

test.beforeEach(async () => {
  folder = await peekFolder();
  await mkdir(folder.file('elsewhere'));
  await mkdir(folder.file('drive'));
  await copyFile(recorded, folder.file('elsewhere/s.peek'));
});

test.afterEach(async () => {
  await cutOff();
  execFileSync('umount', ['--lazy', folder.file('drive')]);
  await folder.remove();
});

for (const remembers of [true, false]) {
  const how = remembers ? 'a drive' : 'a drive of which nothing is remembered';
  test(`${how} goes away while the study is open: what to do is said, and nothing acknowledged is lost`, async () => {
    await serve(remembers);
    const path = join(folder.file('drive'), 's.peek');
    const peek = await openWindow(path);
    try {
      await answerOpenDialog(peek, path);
      expect(await noteOn(peek, 'said on the drive')).toMatchObject({ ok: true });
      await cutOff();
      expect(await noteOn(peek, 'said into nothing')).toMatchObject({
        ok: false,
        error: { kind: 'storage', words: expect.stringContaining('connect the drive again') },
      });
      await expect(peek.page.getByTestId('queries-progress')).toHaveText('10 / 12');
      const away = await folder.run('log', 'drive/s.peek');
      expect([away.code, away.stderr]).toEqual([2, expect.stringContaining('connect the drive again')]);
    } finally {
      await peek.close();
    }
    execFileSync('umount', ['--lazy', folder.file('drive')]);
    await serve();
    const notes = (await folder.run('note', 'drive/s.peek')).stdout;
    expect(notes).toContain('said on the drive');
    expect(notes).not.toContain('said into nothing');
    expect((await folder.run('doctor', 'drive/s.peek')).code).toBe(0);
  });
}
