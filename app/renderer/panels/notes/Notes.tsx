// What people wrote beside an item, a version, an iteration, a query or the study.

import type { Note } from '#core/study/index.ts';
import { send } from '../../actions/commands.ts';
import { moment } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { visible } from '../../parts/visible-text.ts';
import { canChange, shownState } from '../../store/shown.ts';
import { setDraft, store, useStore } from '../../store/store.ts';
import './notes.css';

export function Notes({ target, title = 'Notes' }: { readonly target: Note['target']; readonly title?: string }) {
  const all = useStore(shownState)?.notes ?? [];
  const changeable = useStore(canChange);
  const key = `${target.kind} ${target.id}`;
  const text = useStore((state) => state.draft.notes.get(key) ?? '');
  const setText = (next: string) => setDraft({ notes: new Map(store.getState().draft.notes).set(key, next) });
  const notes = all.filter((note) => note.target.kind === target.kind && note.target.id === target.id);
  if (notes.length === 0 && !changeable) return null;
  const add = async () => {
    if (text.trim() !== '' && (await send({ do: 'note.add', target, text: text.trim() }))) setText('');
  };
  return (
    <section className="side-part notes" aria-label={title}>
      <b className="strong">{title}</b>
      <ul>
        {notes.map((note) => (
          <li key={note.id} className="note" data-testid="note">
            <span className="prose text grow">
              <RunningText text={note.text} />
            </span>
            <span className="dim">
              {visible(note.actor.replace('user:', ''))} · {moment(note.at)}
            </span>
            {changeable && (
              <Button
                kind="small bare"
                icon="bin"
                name="Remove the note"
                onClick={() => void send({ do: 'note.remove', noteId: note.id })}
              />
            )}
          </li>
        ))}
      </ul>
      {changeable && (
        <form
          className="note-form"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <input
            className="search-field"
            value={text}
            placeholder="Write a note…"
            aria-label="New note"
            maxLength={20_000}
            onChange={(event) => setText(event.target.value)}
            data-testid="note-text"
          />
          <Button
            kind="small"
            reason={text.trim() === '' ? 'Write something first.' : null}
            onClick={() => void add()}
            testId="note-add"
          >
            Add
          </Button>
        </form>
      )}
    </section>
  );
}
