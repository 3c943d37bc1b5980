// The form of the policy's replies: said in the prompt, asked for as a JSON schema where the provider offers that, and read
// tolerantly in any case. This part is the program's and is not edited with the prompts. Tags stand in a list, not under
// their ids, because strict schemas allow no free keys.

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;

function strictObject(properties: Record<string, object>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function listOf(properties: Record<string, object>): object {
  return { type: 'array', items: strictObject(properties) };
}

const diagnosed = {
  diagnosis: text,
  item_tags: listOf({ item_id: text, tag: { type: 'string', enum: ['helpful', 'harmful', 'neutral', 'stale'] } }),
  cache_candidates: listOf({ section: text, value: text, transferability: text, rationale: text }),
};

const edited = {
  reasoning: text,
  operations: listOf({
    type: { type: 'string', enum: ['ADD', 'REPLACE', 'DELETE'] },
    section: textOrNull,
    item_id: textOrNull,
    content: textOrNull,
    candidate_id: textOrNull,
  }),
};

const DIAGNOSED_FORM = `  "diagnosis": "…",
  "item_tags": [{"item_id": "cr-00001", "tag": "helpful"}],
  "cache_candidates": [
    {"section": "context_roadmap", "value": "text of the item", "transferability": "questions it helps", "rationale": "why it is shared"}
  ]`;

const EDITED_FORM = `  "reasoning": "why these edits make the map better",
  "operations": [
    {"type": "ADD", "section": "context_understanding", "item_id": null, "content": "text", "candidate_id": "k1"},
    {"type": "REPLACE", "section": null, "item_id": "cr-00001", "content": "new text", "candidate_id": null},
    {"type": "DELETE", "section": null, "item_id": "rr-00003", "content": null, "candidate_id": null}
  ]`;

function format(form: string, notes: string): string {
  return `## Reply format\n\nOne JSON object and nothing else:\n{\n${form}\n}\n${notes}`;
}

export interface ReplyFormat {
  readonly words: string;
  readonly jsonSchema: { readonly name: string; readonly schema: object };
  /** Fields by which the object is known among others. */
  readonly fields: readonly string[];
}

export const DISTILLER_FORMAT: ReplyFormat = {
  words: format(DIAGNOSED_FORM, '`item_tags` has one entry for every item of the map; it is empty when the map is.'),
  jsonSchema: { name: 'distilled_run', schema: strictObject(diagnosed) },
  fields: Object.keys(diagnosed),
};

const CANDIDATE_NOTE =
  '`candidate_id` names the candidate that an ADD or REPLACE takes up, or is null. `operations` is empty when the map should stay as it is.';

export const CARTOGRAPHER_FORMAT: ReplyFormat = {
  words: format(EDITED_FORM, CANDIDATE_NOTE),
  jsonSchema: { name: 'map_edits', schema: strictObject(edited) },
  fields: Object.keys(edited),
};

export const MONOLITHIC_FORMAT: ReplyFormat = {
  words: format(
    `${DIAGNOSED_FORM},\n${EDITED_FORM}`,
    `\`item_tags\` has one entry for every item of the map. ${CANDIDATE_NOTE} Candidates are k1, k2, … in the order of \`cache_candidates\`.`,
  ),
  jsonSchema: { name: 'map_update', schema: strictObject({ ...diagnosed, ...edited }) },
  fields: [...Object.keys(diagnosed), ...Object.keys(edited)],
};
