// Recorded events as an answer to the window: JSON text, which it takes in far sooner than so many objects.

import { breathe } from '#core/node/index.ts';
import type { StudyLog } from '#core/study/index.ts';

/** Events decoded before others have their turn: some ms. A number of ours. */
const PAGE = 100;
/** No more events in one answer from so much text on: the window takes it in, in one go, in some ten ms. A number of ours. */
export const ENOUGH_CHARS = 500_000;

/** The events after this one, at most `limit`, fewer where they are long; none only at the end. */
export async function eventsAsText(log: Pick<StudyLog, 'read'>, afterSeq: number, limit: number): Promise<string> {
  const texts: string[] = [];
  let last = afterSeq;
  let chars = 0;
  while (texts.length < limit && chars < ENOUGH_CHARS) {
    const page = log.read(last, Math.min(PAGE, limit - texts.length));
    if (page.length === 0) break;
    for (const event of page) {
      const text = JSON.stringify(event);
      texts.push(text);
      chars += text.length;
    }
    last = page.at(-1)?.seq ?? last;
    await breathe();
  }
  return `[${texts.join(',')}]`;
}
