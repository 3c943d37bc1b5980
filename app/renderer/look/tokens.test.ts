import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The hex colours of one theme, the base beneath it. */
function theme(name: string | null): ReadonlyMap<string, string> {
  const colours = new Map<string, string>();
  for (const block of css.matchAll(/:root(?:\[data-theme='(\w+)'\])? \{([^}]*)\}/g)) {
    if (block[1] !== undefined && block[1] !== name) continue;
    for (const line of (block[2] ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g))
      colours.set(line[1] ?? '', line[2] ?? '');
  }
  return colours;
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (channels[0] ?? 0) + 0.7152 * (channels[1] ?? 0) + 0.0722 * (channels[2] ?? 0);
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const TEXTS = [
  'fg',
  'fg2',
  'fg3',
  'accent',
  'cr',
  'cu',
  'dc',
  'ps',
  'rr',
  'ep',
  'helpful',
  'neutral',
  'stale',
  'harmful',
  'add',
  'replace',
  'delete',
  'evict',
  'pin',
  'frost',
  'code-keyword',
  'code-string',
  'code-number',
  'code-name',
  'code-comment',
];
const SURFACES = ['field', 'bg', 'panel', 'raised', 'selected', 'hover', 'sunken'];

test.each([
  ['dark', null],
  ['light', 'light'],
  ['contrast', 'contrast'],
])('every text colour of the %s theme can be read on every surface', (_, name) => {
  const colours = theme(name);
  const poor = TEXTS.flatMap((text) =>
    SURFACES.map(
      (surface) =>
        [
          text,
          surface,
          Number(contrast(colours.get(text) ?? '#000000', colours.get(surface) ?? '#000000').toFixed(2)),
        ] as const,
    ),
  ).filter(([, , ratio]) => ratio < 4.5);
  expect(poor).toEqual([]);
  // Words that were looked for are marked by their ground alone.
  expect(contrast(colours.get('fg') ?? '#000000', colours.get('found') ?? '#000000')).toBeGreaterThanOrEqual(4.5);
});
