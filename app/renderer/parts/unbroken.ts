// Dates, ids and ranges such as 2026-09-30, T-5204 and 1,210–1,388: a line may end after any hyphen, and these are read badly
// in two halves. Found here, kept together by a style where they are drawn, so that the text itself stays as it is. Pure.

/** A hyphen or an en dash beside a digit: nearly every text has none, and the test is cheap. */
const MAY_HOLD = /\d[-–]|[-–]\d/;
const JOINED = /([A-Za-z0-9_]+(?:[-–.,:][A-Za-z0-9_]+)+)/;
/** Longer ones may be broken: kept together they would leave a narrow pane. A number of ours, in characters. */
const LONGEST = 24;

/** The text in parts, which joined are the text again: every second one, from the second on, is to stay in one piece. */
export function unbrokenParts(text: string): readonly string[] {
  if (!MAY_HOLD.test(text)) return [text];
  const parts: string[] = [];
  let between = '';
  text.split(JOINED).forEach((part, at) => {
    if (at % 2 === 1 && part.length <= LONGEST && MAY_HOLD.test(part)) {
      parts.push(between, part);
      between = '';
    } else between += part;
  });
  parts.push(between);
  return parts;
}
