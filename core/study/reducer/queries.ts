// Queries: added, removed from sight, skipped, brought back. Nothing about a query is ever forgotten.

import type { EventOf } from '../events.ts';
import type { Query } from '../state.ts';
import { warn } from './draft.ts';
import type { Draft } from './draft.ts';

type QueryEvent = EventOf<'query.added' | 'query.removed' | 'query.skipped' | 'query.restored'>;

export function evolveQueries(draft: Draft, event: QueryEvent): void {
  switch (event.type) {
    case 'query.added': {
      const { queryId, text, truth } = event.payload;
      if (indexOfQuery(draft.state.queries, queryId) !== -1) {
        warn(draft, event.seq, `event ${event.seq}`, `Query ${queryId} was added before; the first one stands.`);
        return;
      }
      draft.queries().push({ id: queryId, seq: event.seq, text, truth, removed: false, skipped: false, runIds: [] });
      return;
    }
    case 'query.removed':
      return changeQuery(draft, event.seq, event.payload.queryId, () => ({ removed: true }));
    case 'query.skipped':
      return changeQuery(draft, event.seq, event.payload.queryId, () => ({ skipped: true }));
    case 'query.restored':
      return changeQuery(draft, event.seq, event.payload.queryId, () => ({ removed: false, skipped: false }));
  }
}

export function changeQuery(
  draft: Draft,
  seq: number,
  queryId: string,
  change: (query: Query) => Partial<Query>,
): void {
  const at = indexOfQuery(draft.state.queries, queryId);
  const query = draft.state.queries[at];
  if (query === undefined) {
    warn(draft, seq, `event ${seq}`, `It speaks of query ${queryId}, which this study does not have.`);
    return;
  }
  draft.queries()[at] = { ...query, ...change(query) };
}

/** Queries are numbered in the order in which they stand, so the place is in the name; a look through all of them is rare. */
function indexOfQuery(queries: readonly Query[], queryId: string): number {
  const guess = Number(queryId.slice(1)) - 1;
  if (queries[guess]?.id === queryId) return guess;
  // The next number to be given is not there either.
  if (guess === queries.length && queries.at(-1)?.id === `q${guess}`) return -1;
  return queries.findIndex((each) => each.id === queryId);
}
