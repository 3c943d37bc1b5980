// Numbers as the window writes them. One place, so that a figure reads the same wherever it stands.

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const MINUS = '−';

export function whole(value: number): string {
  return WHOLE.format(value).replace('-', MINUS);
}

/** 942, 15.0k, 486k, 2.5M: for narrow places; one digit after the point up to a hundred, so that rows of them align. */
export function compact(value: number): string {
  const size = Math.abs(value);
  if (size < 1_000) return whole(value);
  const [divided, unit] =
    size < 999_950
      ? [value / 1_000, 'k']
      : size < 999_950_000
        ? [value / 1_000_000, 'M']
        : [value / 1_000_000_000, 'G'];
  const digits = Math.abs(divided) < 99.95 ? 1 : 0;
  return divided.toFixed(digits).replace('-', MINUS) + unit;
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
  if (value < 1_000) return `${value} B`;
  if (value < 1_000_000) return `${(value / 1_000).toFixed(value < 100_000 ? 1 : 0)} kB`;
  if (value < 1_000_000_000) return `${(value / 1_000_000).toFixed(1)} MB`;
  return `${(value / 1_000_000_000).toFixed(1)} GB`;
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

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1_000);
  if (minutes < 60) return `${minutes} min ${seconds} s`;
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
