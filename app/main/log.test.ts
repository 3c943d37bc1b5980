import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { hideInLog, log, logTo } from './log.ts';

it('keeps keys out of every line, on stderr and in the file, in words and in errors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peek-log-'));
  const file = join(folder, 'peek.log');
  const stderr: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr.push(String(text));
    return true;
  });
  hideInLog(() => ['my-own-server-key']);
  logTo(file);
  log.warn('asked with my-own-server-key', new Error('Authorization: Bearer my-own-server-key; sk-proj-abcdefgh'));
  spy.mockRestore();
  hideInLog(() => []);
  const written = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  expect(written).toContain('asked with [key removed]');
  expect(stderr.join('')).toContain('asked with [key removed]');
  expect(written + stderr.join('')).not.toMatch(/my-own-server-key|abcdefgh/);
});
