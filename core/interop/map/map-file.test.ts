import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderMap } from '#core/map/index.ts';
import { anEdit, countWords, hostileText, someEdits, someTag } from '#core/map/testing/index.ts';
import { playStudy, quickHash } from '#core/study/insight/testing/index.ts';
import { exportMap, mapJson, mapMarkdown, mapPieces, mapPrompt } from './export-map.ts';
import { mapFile, mapFileSchema } from './map-file.ts';
import { readMapFile } from './read-map-file.ts';

const PORTS = { count: countWords, hash: quickHash };
const { state } = playStudy(
  [
    {
      kind: 'update',
      tags: [],
      edits: [anEdit({ content: 'Seven parts.\nEach has a title.' }), anEdit({ section: 'dc', content: 'k = 5 <b>' })],
    },
    { kind: 'update', tags: ['helpful', 'neutral'], edits: [] },
    { kind: 'hand', changes: [{ do: 'pin', itemId: 'dc-00001', pin: { by: 'Ada', at: '', reason: null } }] },
  ],
  {},
  PORTS,
);

describe('the exported map', () => {
  test('is of the published format, and the published schema is the one generated from it', () => {
    const published = JSON.parse(readFileSync(new URL('map-file.v2.schema.json', import.meta.url), 'utf8')) as unknown;
    expect(mapFileSchema()).toEqual(published);
    expect(mapFile.parse(JSON.parse(mapJson(state, 'v3') ?? ''))).toEqual(exportMap(state, 'v3'));
  });

  test('comes in pieces that are together the whole text, with a moment for others after each version', () => {
    const whole = { json: mapJson, markdown: mapMarkdown, prompt: mapPrompt };
    for (const format of ['json', 'markdown', 'prompt'] as const) {
      const pieces = [...(mapPieces(state, 'v3', format) ?? [])];
      expect(pieces.join('')).toBe(whole[format](state, 'v3'));
      if (format !== 'prompt') expect(pieces.filter((piece) => piece === '').length).toBeGreaterThan(3);
    }
    expect(JSON.parse(mapJson(state, 'v3') ?? '')).toEqual(exportMap(state, 'v3'));
    expect(mapPieces(state, 'v9', 'json')).toBeNull();
  });

  test('holds each item with score, tags and pin, and the exact prompt text', () => {
    const file = exportMap(state, 'v3');
    expect(file?.text).toBe(mapPrompt(state, 'v3'));
    expect(file?.sections.map((section) => section.id)).toEqual(['cr', 'cu', 'dc', 'ps', 'rr']);
    expect(file?.sections[2]?.items).toMatchObject([
      {
        id: 'dc-00001',
        content: 'k = 5 <b>',
        score: 0,
        pinned: true,
        origin: 'policy',
        tags: [{ query: 'q2', tag: 'neutral' }],
      },
    ]);
  });

  test('holds the hash, the pin, the life of each item, what went and why, and all notes', () => {
    const steps = [
      {
        kind: 'update',
        tags: [],
        edits: [anEdit({ content: 'Seven parts.' }), anEdit({ section: 'rr', content: 'Sum: 42' })],
      },
      { kind: 'update', tags: [], edits: [anEdit({ kind: 'REPLACE', itemId: 'cr-00001', content: 'Eight parts.' })] },
      { kind: 'update', tags: [], edits: [anEdit({ section: 'cu', content: 'a long one '.repeat(20) })] },
    ] as const;
    const played = playStudy(steps, { budgetTokens: 186 }, PORTS).state;
    const note = {
      id: 'n1',
      target: { kind: 'item', id: 'cr-00001' },
      text: 'check *it*',
      at: 'T',
      actor: 'user:Ada',
    } as const;
    const file = exportMap({ ...played, notes: [note] }, 'v3');
    expect(file?.hash).toBe(played.versions.get('v3')?.hash);
    expect(file?.study).toMatchObject({ id: 's1', mapVersion: 'v3', parentVersion: 'v2' });
    expect(file?.sections[0]?.items[0]).toMatchObject({
      pin: null,
      from: 'r1-e1',
      life: [
        { kind: 'born', version: 'v1', query: 'q1', by: 'engine', words: 'Seven parts.' },
        { kind: 'rewritten', version: 'v2', query: 'q2', words: 'Seven parts.' },
      ],
    });
    expect(file?.ghosts).toMatchObject([{ id: 'rr-00001', went: 'evicted', version: 'v3' }]);
    expect(file?.notes).toEqual([{ id: 'n1', on: note.target, text: 'check *it*', by: 'Ada', at: 'T' }]);
    expect(mapMarkdown({ ...played, notes: [note] }, 'v3')).toContain('  - check \\*it\\* (Ada)\n');
  });

  test('as Markdown is for people, and nothing in an item can act as markup', () => {
    const page = mapMarkdown(state, 'v3') ?? '';
    expect(page).toContain('- `cr-00001` Seven parts.\n  Each has a title.\n  (score 1 · ');
    expect(page).toContain('k = 5 \\<b\\>');
    expect(page).toContain('born in q1 · pinned by Ada · neutral 1×');
    expect(page).toContain('## Parsing Schema');
  });

  test('of a version that the study does not have is null', () => {
    expect([mapJson(state, 'v9'), mapPrompt(state, 'v9'), mapMarkdown(state, 'v9')]).toEqual([null, null, null]);
  });
});

describe('reading a map file', () => {
  test('gives back what was exported, from the JSON and from the prompt text', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ edits: someEdits, tags: fc.array(someTag) }), { maxLength: 3 }), (updates) => {
        const played = playStudy(
          updates.map((each) => ({ kind: 'update', ...each })),
          {},
          PORTS,
        );
        const versionId = `v${played.state.versions.size - 1}`;
        const map = played.state.versions.get(versionId)?.map;
        const read = readMapFile(mapJson(played.state, versionId) ?? '');
        const items = (map?.items ?? []).map(({ section, content, score }) => ({
          section,
          content,
          score,
          pinned: false,
        }));
        expect(read).toEqual({ ok: true, value: { from: `played ${versionId}`, items, warnings: [] } });
        if (map === undefined) return;
        const fromText = readMapFile(renderMap(map));
        expect(fromText.ok && fromText.value.items).toEqual(items.map((item) => ({ ...item, score: 0 })));
      }),
      { numRuns: 200 },
    );
  });

  test('names what does not fit with its place, and reads the rest', () => {
    const file = {
      format: 'other',
      version: 7,
      sections: [
        { id: 'cr', items: [{ content: 'good', score: 'high', pinned: 'yes' }, { content: ' ' }, 'text'] },
        { title: 'Recipes', items: [] },
        { key: 'domain_constants' },
      ],
    };
    expect(readMapFile(JSON.stringify(file))).toEqual({
      ok: true,
      value: {
        from: 'a map file',
        items: [{ section: 'cr', content: 'good', score: 0, pinned: false }],
        warnings: [
          'format: the file does not say that it is a context map; it was read as one.',
          'version: 7 is not known here; it was read as version 2.',
          'sections[0].items[1]: it has no text and was left out.',
          'sections[0].items[2]: it has no text and was left out.',
          'sections[1]: no section is called “Recipes”; it was left out.',
          'sections[2]: it has no items; it was left out.',
        ],
      },
    });
  });

  test('takes a file of version 1 with a word about its age', () => {
    const old = {
      format: 'peek-context-map',
      version: 1,
      sections: [{ id: 'cr', items: [{ content: 'good', score: 2 }] }],
    };
    expect(readMapFile(JSON.stringify(old))).toMatchObject({
      ok: true,
      value: {
        items: [{ content: 'good', score: 2 }],
        warnings: [expect.stringMatching(/^version: 1 is an older form/)],
      },
    });
  });

  test('refuses in words what is no map, and never throws', () => {
    const words = (text: string) => {
      const read = readMapFile(text);
      return read.ok ? read.value : read.error.words;
    };
    expect(words('{"a": 1}')).toBe('The file has no “sections”: it is not a context map.');
    expect(words('{"a": ')).toMatch(/^The file is not valid JSON: /);
    expect(words('hello')).toBe('This is neither a map in JSON nor the text of one: it has no section heading.');
    fc.assert(fc.property(fc.oneof(hostileText, fc.json()), (text) => void readMapFile(text)));
  });
});
