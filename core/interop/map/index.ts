export { MAP_FILE_VERSION, mapFile, mapFileSchema } from './map-file.ts';
export type { MapFile } from './map-file.ts';
export { exportMap, mapJson, mapMarkdown, mapPieces, mapPrompt } from './export-map.ts';
export type { MapFormat } from './export-map.ts';
export { readMapFile } from './read-map-file.ts';
export type { ReadMap, ReadMapItem } from './read-map-file.ts';
