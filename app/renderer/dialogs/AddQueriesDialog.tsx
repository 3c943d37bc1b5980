// Adding queries: typed or pasted, one a line, or from a file; a broken line is named before anything is added. What is typed
// is kept when the dialog is closed by Escape or beside it; only Cancel gives it up.

import { send } from '../actions/commands.ts';
import { closeDialog } from '../actions/views.ts';
import { plural } from '../format/numbers.ts';
import { Button } from '../parts/Button.tsx';
import { useRequest } from '../parts/use-request.ts';
import { visible } from '../parts/visible-text.ts';
import { setDraft, store, useStore } from '../store/store.ts';
import { Dialog, Field } from './Dialog.tsx';
import { chooseQueries, readQueries, withQueries } from './queries-text.ts';
import { useDroppedQueries } from './use-dropped-queries.ts';

export function AddQueriesDialog() {
  const text = useStore((state) => state.draft.queries);
  const setText = (queries: string) => setDraft({ queries });
  useDroppedQueries((dropped) => setText(withQueries(text, dropped)));
  const parsed = useRequest('queries.parse', text.trim() === '' ? null : { text }, text, 150);
  const read = text.trim() !== '' && parsed.kind === 'data' && parsed.answers === text ? parsed.value : null;
  const add = async () => {
    const queries = await readQueries(text);
    if (queries === null || queries.length === 0) return;
    if (await send({ do: 'queries.add', queries: [...queries] })) giveUp();
  };
  const giveUp = () => {
    setText('');
    closeDialog();
  };
  const choose = async () => {
    const chosen = await chooseQueries();
    if (chosen !== null) setText(withQueries(store.getState().draft.queries, chosen));
  };
  return (
    <Dialog
      title="Add queries"
      testId="queries-dialog"
      foot={
        <>
          <Button icon="file" onClick={() => void choose()}>
            From a file…
          </Button>
          <span className="grow dim" role="status">
            {read === null ? '' : plural(read.queries.length, 'query', 'queries')}
          </span>
          <Button onClick={giveUp}>Cancel</Button>
          <Button
            kind="primary"
            reason={text.trim() === '' ? 'Write a query first.' : null}
            onClick={() => void add()}
            testId="queries-add"
          >
            Add
          </Button>
        </>
      }
    >
      <Field label="Queries" hint="One a line, or JSON lines with query and, where known, truth.">
        <textarea
          rows={9}
          data-drop="queries"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={
            'Which area draws the most complaints?\n{"query": "How many records are there?", "truth": "5204"}'
          }
          data-testid="queries-text"
        />
      </Field>
      {read !== null && read.warnings.length > 0 && (
        <ul style={{ color: 'var(--stale)' }} data-testid="queries-warnings">
          {read.warnings.slice(0, 20).map((warning) => (
            <li key={warning.line}>
              Line {warning.line}: {visible(warning.words)}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
