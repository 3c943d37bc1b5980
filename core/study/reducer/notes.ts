// Notes and warnings.

import type { EventOf } from '../events.ts';
import { warn } from './draft.ts';
import type { Draft } from './draft.ts';

export function evolveNotes(draft: Draft, event: EventOf<'note.added' | 'note.removed' | 'warning.raised'>): void {
  const { seq } = event;
  switch (event.type) {
    case 'note.added': {
      const { noteId, target, text } = event.payload;
      if (draft.state.notes.some((each) => each.id === noteId)) {
        warn(draft, seq, `event ${seq}`, `Note ${noteId} was added before; the first one stands.`);
        return;
      }
      draft.notes().push({ id: noteId, target, text, at: event.at, actor: event.actor });
      const number = Number(/\d+$/.exec(noteId)?.[0] ?? 0);
      const { lastNumbers } = draft.state;
      if (number > lastNumbers.note) draft.state.lastNumbers = { ...lastNumbers, note: number };
      return;
    }
    case 'note.removed': {
      const at = draft.state.notes.findIndex((each) => each.id === event.payload.noteId);
      if (at < 0) warn(draft, seq, `event ${seq}`, `It removes note ${event.payload.noteId}, which is not there.`);
      else draft.notes().splice(at, 1);
      return;
    }
    case 'warning.raised':
      return warn(draft, seq, event.payload.place, event.payload.words);
  }
}
