// Where a long text is cut into pieces: after a line where one ends near, and never through a character or a colour code,
// so that the pieces read as one text. A cut depends on the text around it alone, so both its pieces agree on it.

/** Numbers of ours: characters of a piece, of the text looked at after a cut and before it. */
export const PIECE = 4_000;
export const AFTER = 2_000;
export const BEFORE = 64;

// eslint-disable-next-line no-control-regex -- the escape character begins every colour code
const CODE = /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]?|\][^\u0007\u001b]*\u0007?)/g;

/**
 * around  the text from `BEFORE` characters before the wished place to `AFTER` after it, shorter at the text's ends
 * at      the wished place in it
 * Returns the place in it where the cut is, at `at` or after it.
 */
export function cutAt(around: string, at: number): number {
  if (at <= 0 || at >= around.length) return Math.min(Math.max(at, 0), around.length);
  const line = around.indexOf('\n', at - 1);
  if (line >= 0) return line + 1;
  for (const code of around.slice(Math.max(0, at - BEFORE), at + BEFORE).matchAll(CODE)) {
    const begin = Math.max(0, at - BEFORE) + code.index;
    const end = begin + code[0].length;
    if (begin < at && end > at) return end;
  }
  const isLow = /[\udc00-\udfff]/.test(around.charAt(at));
  return isLow && /[\ud800-\udbff]/.test(around.charAt(at - 1)) ? at + 1 : at;
}
