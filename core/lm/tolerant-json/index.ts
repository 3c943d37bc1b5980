export { isList, isObject, readJson } from './read-json.ts';
export type { Json, JsonFault, JsonObject, JsonReading } from './read-json.ts';
export { looseField, looseList, looseText } from './loose-fields.ts';
