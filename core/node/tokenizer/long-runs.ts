// Byte-pair merging takes quadratic time in one unbroken run of letters, signs or spaces. Runs far longer than any word are
// therefore cut before they are counted; the count of such a run may differ from the reference by one token per cut.

/** A run longer than this is cut into slices of this length. Ours: a thousand takes some 3 ms. */
export const LONGEST_RUN = 1_000;

// The classes that the encodings' patterns never mix within one piece.
const RUN = /[\p{L}\p{M}]+|[^\s\p{L}\p{N}]+|\s+|\p{N}+/gu;

/**
 * The text in parts whose counts add up to its own, none with a run longer than LONGEST_RUN. A text without such a run comes
 * back whole.
 */
export function cutLongRuns(text: string): readonly string[] {
  if (!mayHoldLongRun(text)) return [text];
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(RUN)) {
    const end = match.index + match[0].length;
    for (let cut = match.index + LONGEST_RUN; cut < end; cut += LONGEST_RUN) {
      const at = isLowSurrogate(text, cut) ? cut + 1 : cut;
      parts.push(text.slice(from, at));
      from = at;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** Quick and on the safe side: what is not ASCII counts as going on with any run. */
function mayHoldLongRun(text: string): boolean {
  if (text.length <= LONGEST_RUN) return false;
  let run = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const kind = classOf(text.charCodeAt(at));
    run = kind === 0 || before === 0 || kind === before ? run + 1 : 1;
    if (kind !== 0) before = kind;
    if (run > LONGEST_RUN) return true;
  }
  return false;
}

/** 1 letter, 2 space, 3 digit, 4 sign, 0 not ASCII. */
function classOf(code: number): 0 | 1 | 2 | 3 | 4 {
  if (code > 127) return 0;
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 1;
  if (code === 32 || (code >= 9 && code <= 13)) return 2;
  return code >= 48 && code <= 57 ? 3 : 4;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
