// Small pieces of English shared by the agent, the Distiller and the Cartographer.

/** One of several wordings, chosen by the seed alone: the same text always reads the same. */
export function choose(seed: string, wordings: readonly string[]): string {
  let sum = 7;
  for (const sign of seed) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003;
  return wordings[sum % wordings.length] ?? '';
}

/** "a, b and c". */
export function listOf(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? 'nothing';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** "three items". */
export function countOf(count: number, noun: string): string {
  return `${NUMBERS[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Begins a sentence; item ids stay as they are. */
export function capital(text: string): string {
  return /^[a-z]{2}-\d/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}
