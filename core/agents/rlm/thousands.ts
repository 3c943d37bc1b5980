/**
 * A count as the models read it: 1,234,567. By hand, since a process's first number in a language's own form takes tens of
 * milliseconds, in which main answers nobody.
 *
 * count  a whole number, not below zero
 */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
