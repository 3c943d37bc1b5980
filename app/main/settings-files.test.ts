import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StudyView } from '#app/bridge/index.ts';
import { settingsFiles, type RememberedWindow } from './settings-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const view: StudyView = { tab: 'evictor', mapTab: 'json', side: { kind: 'item', itemId: 'cr-00001' } };
const window: RememberedWindow = { x: -20, y: 10, width: 900, height: 600, maximized: true, study: '/a.peek' };

describe('what is remembered of studies', () => {
  it('is where the reader left it, also when it is opened again, until the recent studies are forgotten', () => {
    const files = settingsFiles(folder);
    files.remember('/a.peek', 'A', '2026-01-01T00:00:00Z');
    expect(files.viewOf('/a.peek')).toBeNull();
    files.rememberView('/a.peek', view);
    files.remember('/b.peek', 'B', '2026-01-02T00:00:00Z');
    files.remember('/a.peek', 'A', '2026-01-03T00:00:00Z');
    expect(settingsFiles(folder).viewOf('/a.peek')).toEqual(view);
    expect(files.viewOf('/b.peek')).toBeNull();
    files.forgetRecent();
    expect(files.viewOf('/a.peek')).toBeNull();
  });

  it('is the study alone where nothing, or nothing that is understood, is known of the view', () => {
    const first = { path: '/a.peek', name: 'A', openedAt: '2026-01-01T00:00:00Z' };
    const second = { ...first, path: '/b.peek', view: { ...view, tab: 'a tab of next year' } };
    writeFileSync(join(folder, 'recent.json'), JSON.stringify([first, second]));
    const files = settingsFiles(folder);
    expect(files.recent().map(({ fileName }) => fileName)).toEqual(['a.peek', 'b.peek']);
    expect([files.viewOf('/a.peek'), files.viewOf('/b.peek')]).toEqual([null, null]);
  });
});

describe('what is remembered of windows', () => {
  it('is each of them, in one file', () => {
    const windows = [window, { ...window, x: null, y: null, maximized: false, study: null }];
    settingsFiles(folder).rememberWindows(windows);
    expect(settingsFiles(folder).windows()).toEqual(windows);
    expect(JSON.parse(readFileSync(join(folder, 'windows.json'), 'utf8'))).toEqual(windows);
  });

  it.each([
    ['cut off', '[{"x": 1'],
    ['of another shape', '{"x": 1}'],
    ['with a place that is none', JSON.stringify([{ ...window, width: -1 }])],
    ['with a study that is no path', JSON.stringify([{ ...window, study: 7 }])],
  ])('is nothing where the file is %s', (_what, text) => {
    writeFileSync(join(folder, 'windows.json'), text);
    expect(settingsFiles(folder).windows()).toEqual([]);
  });
});
