// The JSON form of a context map: for exchange and for programs. The schema file beside this one (map-file.v2.schema.json) is
// generated from here, and a test holds the two in step; that of version 1 stays for whoever has such files. Version 2 added
// the study's id, the hash, pins in full, lives, ghosts and notes.

import { z } from 'zod';

/** Raised when a field changes its meaning or goes; new optional fields keep it. */
export const MAP_FILE_VERSION = 2;

const count = z.number().int().nonnegative();
const sectionId = z.enum(['cr', 'cu', 'dc', 'ps', 'rr', 'ep']);

const tagEntry = z
  .strictObject({
    query: z.string().describe('Id of the query in whose update the tag was given.'),
    tag: z.enum(['helpful', 'harmful', 'neutral', 'stale']),
  })
  .describe('One verdict of the Distiller.');

const pin = z.strictObject({ by: z.string(), at: z.string(), reason: z.string().nullable() });

const lifeEvent = z
  .strictObject({
    kind: z.enum(['born', 'tagged', 'rewritten', 'moved', 'pinned', 'unpinned', 'deleted', 'evicted', 'returned']),
    version: z.string(),
    query: z.string().nullable(),
    by: z.string().describe('`engine`, or who did it by hand.'),
    words: z.string().describe('The tag, the former text, the other section, or why.'),
    reason: z.string().nullable(),
  })
  .describe('One thing that happened to an item.');

const ghost = z.strictObject({
  id: z.string(),
  section: sectionId,
  content: z.string(),
  score: z.number(),
  went: z.enum(['evicted', 'deleted']),
  version: z.string().describe('The version that removed it.'),
  words: z.string().describe('Why, as it was recorded.'),
});

const note = z.strictObject({
  id: z.string(),
  on: z.strictObject({ kind: z.enum(['item', 'version', 'iteration', 'query', 'study']), id: z.string() }),
  text: z.string(),
  by: z.string(),
  at: z.string(),
});

const item = z.strictObject({
  id: z.string().describe('The id within the study it comes from. An import gives new ones.'),
  content: z.string().min(1),
  score: z.number().describe('Sum of the tags’ weights since birth.'),
  born: count.describe('Birth order within the study; smaller is older.'),
  tokens: count.describe('Tokens of the item’s own lines in the prompt text.'),
  pinned: z.boolean(),
  pin: pin.nullable(),
  origin: z.enum(['policy', 'hand', 'import']),
  from: z.string().describe('The edit that made it, who added it, or the file it was imported from.'),
  tags: z.array(tagEntry).describe('Every tag it was given, oldest first.'),
  life: z.array(lifeEvent).describe('Its biography, oldest first, without the tags.'),
});

const section = z.strictObject({
  id: sectionId,
  title: z.string(),
  tokens: count,
  items: z.array(item),
});

export const mapFile = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal('peek-context-map'),
    version: z.literal(MAP_FILE_VERSION),
    study: z.strictObject({
      id: z.string(),
      name: z.string(),
      /** Marks demos and studies made by the offline model. */
      label: z.string().nullable(),
      mapVersion: z.string().describe('Id of the map version within the study.'),
      parentVersion: z.string().nullable(),
      context: z.string().nullable().describe('Name of the context the map is about.'),
      contextSha256: z.string().nullable(),
    }),
    tokenizer: z.enum(['o200k_base', 'cl100k_base', 'estimate']),
    budgetTokens: count,
    tokens: count.describe('Tokens of the whole prompt text, headings included.'),
    hash: z.string().describe('SHA-256 of the map’s canonical JSON, as the study recorded it.'),
    text: z.string().describe('The exact prompt text.'),
    sections: z.array(section),
    ghosts: z.array(ghost).describe('Items that stood in the maps it grew from, the latest to go first.'),
    ghostsLeftOut: count.describe('How many older ghosts are not in the file.'),
    notes: z.array(note).describe('All notes of the study.'),
  })
  .describe('A context map as it stood at one version of a study.');

export type MapFile = z.infer<typeof mapFile>;

/** The JSON schema of the file, as published beside this module. */
export function mapFileSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(mapFile, { target: 'draft-2020-12' });
  return {
    $schema,
    $id: `peek-context-map.v${MAP_FILE_VERSION}`,
    title: `Peek context map, version ${MAP_FILE_VERSION}`,
    ...schema,
  };
}
