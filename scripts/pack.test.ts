import { build, Platform } from 'electron-builder';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What the deb is made of, up to the tool that packs it, which is a download. */
async function partsOfDeb() {
  const folder = mkdtempSync(join(tmpdir(), 'peek-deb-'));
  mkdirSync(join(folder, 'resources'));
  let parts = { desktop: '', mime: '', installed: [] as string[] };
  try {
    await build({
      targets: Platform.LINUX.createTarget('deb'),
      prepackaged: folder,
      publish: 'never',
      config: {
        extends: join(import.meta.dirname, '..', 'electron-builder.yml'),
        electronVersion: '33.2.1',
        directories: { output: join(folder, 'dist') },
      },
      effectiveOptionComputed([args, desktopFile]: readonly [readonly string[], string]) {
        const pairs = args.map((arg) => arg.split('='));
        const sourceOf = (target: string) => pairs.find((pair) => pair[1] === target)?.[0] ?? '';
        parts = {
          desktop: readFileSync(desktopFile, 'utf8'),
          mime: readFileSync(sourceOf('/usr/share/mime/packages/peek.xml'), 'utf8'),
          installed: pairs.flatMap(([, target]) => (target?.startsWith('/') ? [target] : [])),
        };
        return Promise.resolve(true);
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return parts;
}

it('the package for Linux registers .peek: its type, and the program that a double click hands the path to', async () => {
  const { desktop, mime, installed } = await partsOfDeb();
  const lines = desktop.split('\n');
  expect(lines[0]).toBe('[Desktop Entry]');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Type=Application',
      'Name=Peek',
      // %F: paths, which is what the program takes; an address it would look for as a file of that name.
      'Exec=/opt/Peek/peek %F',
      'MimeType=application/x-peek-study;',
      'Categories=Development;',
      'Icon=peek',
    ]),
  );
  expect(mime).toContain('<mime-type type="application/x-peek-study">');
  expect(mime).toContain('<glob pattern="*.peek"/>');
  expect(installed).toEqual(
    expect.arrayContaining([
      '/opt/Peek',
      '/usr/share/applications/peek.desktop',
      '/usr/share/mime/packages/peek.xml',
      '/usr/share/icons/hicolor/256x256/apps/peek.png',
    ]),
  );
});
