// The JSON form of a context map, version 1: for exchange and for programs. The schema file beside this one
// (map-file.v1.schema.json) is generated from here, and a test holds the two in step.

import { z } from 'zod';

/** Raised when a field changes its meaning or goes; new optional fields keep it. */
export const MAP_FILE_VERSION = 1;

const count = z.number().int().nonnegative();
const sectionId = z.enum(['cr', 'cu', 'dc', 'ps', 'rr', 'ep']);

const tagEntry = z
  .strictObject({
    query: z.string().describe('Id of the query in whose update the tag was given.'),
    tag: z.enum(['helpful', 'harmful', 'neutral', 'stale']),
  })
  .describe('One verdict of the Distiller.');

const item = z.strictObject({
  id: z.string().describe('The id within the study it comes from. An import gives new ones.'),
  content: z.string().min(1),
  score: z.number().describe('Sum of the tags’ weights since birth.'),
  born: count.describe('Birth order within the study; smaller is older.'),
  tokens: count.describe('Tokens of the item’s own lines in the prompt text.'),
  pinned: z.boolean(),
  origin: z.enum(['policy', 'hand', 'import']),
  tags: z.array(tagEntry).describe('Every tag it was given, oldest first.'),
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
      name: z.string(),
      /** Marks demos and studies made by the offline model. */
      label: z.string().nullable(),
      mapVersion: z.string().describe('Id of the map version within the study.'),
      context: z.string().nullable().describe('Name of the context the map is about.'),
      contextSha256: z.string().nullable(),
    }),
    tokenizer: z.enum(['o200k_base', 'cl100k_base', 'estimate']),
    budgetTokens: count,
    tokens: count.describe('Tokens of the whole prompt text, headings included.'),
    text: z.string().describe('The exact prompt text.'),
    sections: z.array(section),
  })
  .describe('A context map as it stood at one version of a study.');

export type MapFile = z.infer<typeof mapFile>;

/** The JSON schema of the file, as published beside this module. */
export function mapFileSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(mapFile, { target: 'draft-2020-12' });
  return { $schema, $id: 'peek-context-map.v1', title: 'Peek context map, version 1', ...schema };
}
