export { CHARS_PER_TOKEN, tokenCounter } from './tokenizer.ts';
export { countGently } from './count-gently.ts';
export { countLarge } from './count-large.ts';
export type { CountLargeError, CountLargeOptions } from './count-large.ts';
