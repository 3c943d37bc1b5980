// Numbers as the window writes them. One place, so that a figure reads the same wherever it stands.

/** What rounds to nothing has no sign. */
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'negative' });

export const MINUS = '−';

export function whole(value: number): string {
  return WHOLE.format(value).replace('-', MINUS);
}

/** Thousands, millions and so on by their letters; the first is the plain number. */
const LETTERS = ['', 'k', 'M', 'G'] as const;

/** 942, 15.0k, 486k, 2.5M: for narrow places; one digit after the point up to a hundred, so that rows of them align. */
export function compact(value: number): string {
  const { digits, letter } = scaled(value);
  return digits + letter;
}

/** The number in the largest letter it reaches once it is rounded, so that 999,500 is 1.0M and not 1000k. */
function scaled(value: number): { readonly digits: string; readonly letter: string } {
  let divided = value;
  let at = 0;
  while (at < LETTERS.length - 1 && Math.round(Math.abs(divided)) >= 1_000) {
    at += 1;
    divided = value / 1_000 ** at;
  }
  const digits = at > 0 && Math.abs(divided) < 99.95 ? divided.toFixed(1).replace('-', MINUS) : whole(divided);
  return { digits, letter: LETTERS[at] ?? '' };
}

/** +3, 0, −1, −1,029. */
export function signed(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return (value > 0 ? '+' : MINUS) + (Number.isInteger(value) ? whole(size) : size.toFixed(2));
}

export function score(value: number): string {
  return value.toFixed(2);
}

export function bytes(value: number): string {
  const { digits, letter } = scaled(value);
  return `${digits} ${letter}B`;
}

/** By the digits after the point. */
const DOLLARS = [0, 1, 2, 3, 4].map(
  (digits) => new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** Dollars with as many digits as the amount needs: $0.0009, $0.031, $1.88. */
export function money(microUsd: number): string {
  return dollars(microUsd, digitsOf(microUsd));
}

/** The same for amounts that stand under one another: all with the digits of the one that needs most, so that they align. */
export function moneyColumn(amounts: readonly number[]): (microUsd: number) => string {
  const digits = Math.max(0, ...amounts.map(digitsOf));
  return (microUsd) => dollars(microUsd, digits);
}

function digitsOf(microUsd: number): number {
  const size = Math.abs(microUsd) / 1_000_000;
  return size === 0 ? 0 : size < 0.0095 ? 4 : size < 0.9995 ? 3 : 2;
}

function dollars(microUsd: number, digits: number): string {
  const size = Math.abs(microUsd) / 1_000_000;
  return `${microUsd < 0 ? MINUS : ''}$${DOLLARS[digits]?.format(size) ?? size}`;
}

/** Each step begins where rounding reaches it, so that 59.96 s is 1 min 0 s and not 60.0 s. */
export function duration(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** A time of day with its date, in the reader's own zone; the raw text where it is no time at all. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return MOMENT.format(date);
}
