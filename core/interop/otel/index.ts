export { memorySpanPieces } from './memory-spans.ts';
