// All notes of the study, and a place to write one on what is shown.

import { goToNote, notesTitle } from '../../actions/places.ts';
import { moment, plural } from '../../format/numbers.ts';
import { Empty } from '../../parts/Empty.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { visible } from '../../parts/visible-text.ts';
import { shownState } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import type { Note } from '#core/study/index.ts';
import { Notes } from './Notes.tsx';
import '../side.css';
import './notes.css';

export function NotesPanel({ target }: { readonly target: Note['target'] }) {
  const all = useStore(shownState)?.notes ?? [];
  const others = all.filter((note) => note.target.kind !== target.kind || note.target.id !== target.id).toReversed();
  return (
    <>
      <SideHead title="Notes">
        <span className="count">{plural(all.length, 'note')}</span>
      </SideHead>
      <div className="scroll notes-panel" tabIndex={0} role="group" aria-label="Notes" data-testid="notes-panel">
        <Notes target={target} title={`On ${notesTitle(target)}`} />
        {all.length === 0 && (
          <Empty icon="note" title="No notes yet">
            <p>
              Write on a query, an iteration, a version or an item. Notes are found by Find and go into every export.
            </p>
          </Empty>
        )}
        {others.length > 0 && (
          <ol aria-label="Other notes" className="side-list">
            {others.map((note) => (
              <li key={note.id} className="operation">
                <button type="button" onClick={() => goToNote(note.target)} data-testid="note-elsewhere">
                  <span className="prose">
                    <RunningText text={note.text} />
                  </span>
                  <span className="dim">
                    on {notesTitle(note.target)} · {visible(note.actor.replace('user:', ''))} · {moment(note.at)}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}
