// Dates, ids and ranges such as 2026-09-30, T-5204 and 1,210–1,388: a line may end after any hyphen, and these are read badly
// in two halves. Found here, kept together by a style where they are drawn, so that the text itself stays as it is. Pure.

/** A hyphen or an en dash beside a digit: nearly every text has none, and the test is cheap. */
const MAY_HOLD = /\d[-–]|[-–]\d/;
const JOINED = /([A-Za-z0-9_]+(?:[-–.,:][A-Za-z0-9_]+)+)/;
/** Longer ones may be broken: kept together they would leave a narrow pane. A number of ours, in characters. */
const LONGEST = 24;
/** A moment to a fraction of a second is longer than that; of it the day and the time stay in one piece each. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(T[\d:.,]+Z?)$/;

/** The text in parts, which joined are the text again: every second one, from the second on, is to stay in one piece. */
export function unbrokenParts(text: string): readonly string[] {
  if (!MAY_HOLD.test(text)) return [text];
  const parts: string[] = [];
  let between = '';
  text.split(JOINED).forEach((part, at) => {
    const whole = at % 2 === 1 ? wholeIn(part) : [];
    for (const each of whole) {
      parts.push(between, each);
      between = '';
    }
    if (whole.length === 0) between += part;
  });
  parts.push(between);
  return parts;
}

/** What of such a joined word is to stay in one piece; nothing where it may be broken anywhere. */
function wholeIn(word: string): readonly string[] {
  if (!MAY_HOLD.test(word)) return [];
  if (word.length <= LONGEST) return [word];
  const [, day = '', time = ''] = MOMENT.exec(word) ?? [];
  return day === '' || time.length > LONGEST ? [] : [day, time];
}
