// Notes where they belong: a button that says how many there are, and their text beside what they are on.

import type { Note } from '#core/study/index.ts';
import { notesTitle } from '../../actions/places.ts';
import { openSide } from '../../actions/views.ts';
import { Icon } from '../../parts/Icon.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { visible } from '../../parts/visible-text.ts';
import { canChange, shownState } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import './notes.css';

function useNotes(target: Note['target']): readonly Note[] {
  const all = useStore((state) => shownState(state)?.notes);
  return (all ?? []).filter((note) => note.target.kind === target.kind && note.target.id === target.id);
}

/** Opens the notes on something; drawn quietly while there are none, and not at all where none can be written. */
export function NoteButton({ target }: { readonly target: Note['target'] }) {
  const count = useNotes(target).length;
  const writable = useStore(canChange);
  if (count === 0 && !writable) return null;
  const name = count === 0 ? `Write a note on ${notesTitle(target)}` : `${count} on ${notesTitle(target)}: notes`;
  return (
    <button
      type="button"
      className={`note-button ${count === 0 ? 'none' : ''}`}
      aria-label={name}
      title={name}
      onClick={() => openSide({ kind: 'notes', target })}
      data-testid="note-button"
    >
      <Icon name="note" size={12} />
      {count > 0 && count}
    </button>
  );
}

const SHOWN = 3;

export function NoteLines({ target }: { readonly target: Note['target'] }) {
  const notes = useNotes(target);
  if (notes.length === 0) return null;
  return (
    <ul className="note-lines" aria-label={`Notes on ${notesTitle(target)}`} data-testid="note-lines">
      {notes.slice(-SHOWN).map((note) => (
        <li key={note.id}>
          <Icon name="note" size={11} />
          <span className="prose text">
            <RunningText text={note.text} />
          </span>
          <span className="dim">{visible(note.actor.replace('user:', ''))}</span>
        </li>
      ))}
    </ul>
  );
}
