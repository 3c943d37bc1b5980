// Recorded events of a study. They come as text: so many objects one by one would take the window out for half a second.

import type { RequestError } from '#app/bridge/index.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { LoggedEvent } from '#core/study/index.ts';
import { request } from '../host/current-host.ts';

/** How many are asked for at once where all are wanted; main gives fewer where they are long. A number of ours. */
const PAGE = 2_000;

/** The next events after this one; none at the end. */
export async function readEvents(
  handle: string,
  afterSeq: number,
  limit = PAGE,
): Promise<Result<readonly LoggedEvent[], RequestError>> {
  const page = await request('study.events', { handle, afterSeq, limit });
  return page.ok ? ok(JSON.parse(page.value) as LoggedEvent[]) : page;
}
