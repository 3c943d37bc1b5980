import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonFile } from './json-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'peek-json-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const schema = z.object({ theme: z.string() });

describe('a small JSON file', () => {
  it('gives the fallback until something was written, then what was written, also to the next start', () => {
    const path = join(folder, 'new', 'a.json');
    const file = jsonFile(path, schema, { theme: 'system' });
    expect(file.read()).toEqual({ theme: 'system' });
    file.write({ theme: 'dark' });
    expect(file.read()).toEqual({ theme: 'dark' });
    expect(jsonFile(path, schema, { theme: 'system' }).read()).toEqual({ theme: 'dark' });
    expect(readdirSync(join(folder, 'new'))).toEqual(['a.json']);
  });

  it.each(['', '{"theme": 3}', '{"theme"'])('falls back on a file that holds %j', (text) => {
    const path = join(folder, 'b.json');
    writeFileSync(path, text);
    expect(jsonFile(path, schema, { theme: 'system' }).read()).toEqual({ theme: 'system' });
  });

  it('keeps a value for this start even where nothing can be written', () => {
    const path = join(folder, 'c.json', 'below-a-file.json');
    writeFileSync(join(folder, 'c.json'), 'x');
    const file = jsonFile(path, schema, { theme: 'system' });
    file.write({ theme: 'light' });
    expect(file.read()).toEqual({ theme: 'light' });
  });
});
