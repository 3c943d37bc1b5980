// Indented JSON in pieces: for values whose text would take too long to write in one breath.

/** Together they are `JSON.stringify(value, null, 2)` of plain data: no dates, no toJSON, no holes. */
export function* jsonPieces(value: unknown, indent = ''): Generator<string> {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) {
    for (const [at, each] of value.entries()) {
      yield `${at === 0 ? '[' : ','}\n${inner}`;
      yield* jsonPieces(each ?? null, inner);
    }
    yield `\n${indent}]`;
    return;
  }
  const fields = fieldsOf(value);
  for (const [at, [key, each]] of fields.entries()) {
    yield `${at === 0 ? '{' : ','}\n${inner}${JSON.stringify(key)}: `;
    yield* jsonPieces(each, inner);
  }
  yield fields.length > 0 ? `\n${indent}}` : JSON.stringify(value);
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter(([, each]) => each !== undefined);
}
