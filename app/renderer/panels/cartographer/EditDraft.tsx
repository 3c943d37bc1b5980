// Changing a proposed edit before it is applied: the text, and what it becomes against what was there.

import { writeEdit } from '../../actions/review.ts';
import { useStore } from '../../store/store.ts';
import { WordDiff } from '../../parts/WordDiff.tsx';
import type { EditRow } from './cartographer-view.ts';

export function EditDraft({ row }: { readonly row: EditRow }) {
  const draft = useStore((state) => state.draft.decisions.get(row.editId));
  const content = draft?.content ?? row.after ?? '';
  return (
    <div className="edit-draft">
      <textarea
        // The reader asked to change this text: the caret belongs here.
        autoFocus
        rows={3}
        value={content}
        aria-label={`New text for ${row.itemId ?? 'the new item'}`}
        data-testid="edit-draft"
        data-leaves-keys="review.submit"
        onChange={(event) => writeEdit(row.editId, event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            event.currentTarget.blur();
          }
        }}
      />
      <WordDiff before={row.before} after={content} />
    </div>
  );
}
