import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const isBuilt = existsSync(new URL('out/main/core.js', root)) && existsSync(new URL('out/main/core-node.js', root));

// `npm test` builds first; a bare vitest in a fresh checkout has nothing to try.
test.skipIf(!isBuilt)('a plain Node script runs a study with a policy of its own through the built library', () => {
  const output = execFileSync(process.execPath, ['examples/own-policy.mjs'], { cwd: root, encoding: 'utf8' });
  expect(output).toMatch(/^v0: \d+ of 90 tokens\nv1: .*\nv2: .*\nv3: .*\nv4: \d+ of 90 tokens, evicted cr-00001\n/);
  expect(output).toContain('[cr-00004] Tickets are separated by a line of dashes');
  for (const [, tokens] of output.matchAll(/^v\d: (\d+) of/gm)) expect(Number(tokens)).toBeLessThanOrEqual(90);
});
