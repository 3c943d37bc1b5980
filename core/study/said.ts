// Everything that was said in a study, piece by piece: what a search looks through. The order of an event's pieces is part of
// the index that is built on it.

import type { LoggedEvent, StudyEvent } from './events.ts';
import type { StoredText } from './text.ts';

/** Raised whenever the pieces of an event, their order or the words in them change, so that an index of another kind is built anew. */
export const SAID_VERSION = 3;

export type SaidKind = 'query' | 'reply' | 'code' | 'output' | 'diagnosis' | 'edit' | 'item' | 'note' | 'answer';

export interface Said {
  readonly kind: SaidKind;
  readonly runId: string | null;
  readonly iteration: number | null;
  readonly itemId: string | null;
  readonly queryId: string | null;
  readonly noteId: string | null;
  /** The call of a sub-agent's iteration, or of a sub-call: a number alone would name an iteration of the root. */
  readonly callId: string | null;
  readonly text: StoredText;
}

export function saidIn(event: LoggedEvent): readonly Said[] {
  if (event.type === 'unknown') return [];
  return pieces(event).filter((piece) => piece.text !== '');
}

function pieces(event: StudyEvent): readonly Said[] {
  switch (event.type) {
    case 'query.added':
      return [event.payload.text, event.payload.truth ?? ''].map((text) =>
        said('query', text, { queryId: event.payload.queryId }),
      );
    case 'iteration.finished': {
      const { runId, number, depth, callId } = event.payload;
      const place = { runId, iteration: number, callId: depth === 0 ? null : callId };
      return [
        said('reply', event.payload.reply, place),
        ...event.payload.blocks.flatMap((block) => [
          said('output', block.stdout, place),
          said('output', block.stderr, place),
        ]),
      ];
    }
    case 'call.finished': {
      // The root's replies stand in its iterations; what sub-calls were asked and answered stands nowhere else.
      const { role, runId, iteration, callId, prompt, reply } = event.payload;
      if (role !== 'sub') return [];
      const place = { runId, iteration, callId };
      return [
        ...prompt.add.map((message) => said('reply', message.content, place)),
        ...(reply === null ? [] : [said('reply', reply, place)]),
      ];
    }
    case 'run.answered':
      return [said('answer', event.payload.answer, { runId: event.payload.runId })];
    case 'distiller.spoke': {
      const place = { runId: event.payload.runId };
      return [
        said('diagnosis', event.payload.diagnosis, place),
        ...event.payload.candidates.flatMap(({ value, rationale }) =>
          [value, rationale].map((text) => said('diagnosis', text, place)),
        ),
      ];
    }
    case 'edits.proposed': {
      const place = { runId: event.payload.runId };
      return [
        said('edit', event.payload.reasoning, place),
        ...event.payload.edits.map((edit) => said('edit', edit.content ?? '', { ...place, itemId: edit.itemId })),
      ];
    }
    case 'review.decided': {
      // What a reviewer changed an edit into, and why.
      const place = { runId: event.payload.runId };
      return event.payload.decisions.flatMap(({ content, reason }) =>
        [content ?? '', reason ?? ''].map((text) => said('edit', text, place)),
      );
    }
    case 'answer.judged':
      return [said('answer', event.payload.reason, { runId: event.payload.runId })];
    case 'version.committed': {
      // Of an update the edits were said above; of a change by hand the items are.
      if (event.payload.runId !== null) return [];
      return event.payload.delta.put.map((item) => said('item', item.content, { itemId: item.id }));
    }
    case 'note.added':
      return [said('note', event.payload.text, { noteId: event.payload.noteId })];
    default:
      return [];
  }
}

function said(kind: SaidKind, text: StoredText, place: Partial<Omit<Said, 'kind' | 'text'>> = {}): Said {
  const nowhere = { runId: null, iteration: null, itemId: null, queryId: null, noteId: null, callId: null };
  return { kind, text, ...nowhere, ...place };
}
