// Model text as it can safely be shown: characters that a reader cannot see, or that would rearrange what stands beside
// them, are written out as names. Nothing is removed, so that what is shown can be trusted to be all there is.

/** C0 controls but tab and line ends, DEL and C1, bidi controls, zero-width and tag characters, lone surrogates. */
const UNSEEN =
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

const SHORT: Readonly<Record<number, string>> = {
  0: 'NUL',
  7: 'BEL',
  8: 'BS',
  0x1b: 'ESC',
  0x7f: 'DEL',
  0xfeff: 'BOM',
};

export function visible(text: string): string {
  // Nearly every text has none; the test is much cheaper than the replacement.
  if (!hasUnseen(text)) return text;
  return text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨${SHORT[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`;
  });
}

/** The beginning of a text that may be a megabyte long, as `visible` shows it. */
export function brief(text: string, chars: number): string {
  return text.length <= chars ? visible(text) : `${visible(text.slice(0, chars).replace(/[\ud800-\udbff]$/, ''))}…`;
}

export function hasUnseen(text: string): boolean {
  UNSEEN.lastIndex = 0;
  return UNSEEN.test(text);
}
