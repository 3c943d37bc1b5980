// Numbers in words for people. Written by hand because locale formatting differs between hosts, and recorded words must
// come out the same everywhere.

/** 12345 as 12,345. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A score: 2, 0, −1, 0.5; at most three decimals. */
export function signed(score: number): string {
  const rounded = Math.round(Math.abs(score) * 1000) / 1000;
  return score < 0 && rounded > 0 ? `−${rounded}` : String(rounded);
}
