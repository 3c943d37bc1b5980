// What the Cartographer proposed and what became of it: reasoning, each edit as a word-level diff, the eviction that follows;
// and the review gate, where a person decides on each.

import { sectionOf } from '#core/map/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';
import { changeEdit, decide, decideAll } from '../../actions/review.ts';
import { setView, useStore, setDraft } from '../../store/store.ts';
import { signed, whole } from '../../format/numbers.ts';
import { ActionButton, Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { NotYet } from '../../parts/NotYet.tsx';
import { NoUpdate } from '../../parts/NoUpdate.tsx';
import { useMore } from '../../parts/More.tsx';
import { EditKind, ItemId, Kind } from '../../parts/marks.tsx';
import { MonacoDiff } from '../../parts/MonacoDiff.tsx';
import { TextBody } from '../../parts/TextBody.tsx';
import { Usage } from '../../parts/Usage.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { WordDiff } from '../../parts/WordDiff.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { noUpdate, proposedId } from '../../store/outcome.ts';
import { shownRun, shownState } from '../../store/shown.ts';
import { Written } from '../trajectory/Written.tsx';
import { foreseenItems } from '../map/pending-view.ts';
import { editRows } from './cartographer-view.ts';
import type { EditRow } from './cartographer-view.ts';
import { EditDraft } from './EditDraft.tsx';
import { useReviewPreview } from './use-review-preview.ts';
import './cartographer.css';

/** Edits drawn at first. A number of ours. */
const FIRST_EDITS = 100;

export function CartographerPanel() {
  const state = useStore(shownState);
  const run = useStore(shownRun);
  if (state === null || run === null)
    return (
      <Empty icon="step" title="Not run yet">
        The Cartographer proposes edits once the Distiller has spoken. Step answers the next query.
      </Empty>
    );
  if (run.proposed === null) return <Silent run={run} />;
  return <Proposed state={state} run={run} />;
}

function Silent({ run }: { readonly run: Run }) {
  const now = useStore((store) => store.view.moment === null);
  if (run.folded) return <Waiting />;
  if (run.failure?.stage === 'cartographer')
    return (
      <Empty icon="warning" tone="bad" title="The Cartographer failed">
        {visible(run.failure.words)}
      </Empty>
    );
  if (now && run.status === 'updating' && run.stage === 'cartographer') {
    return (
      <div className="panel-body scroll">
        <Written runId={run.id} stage="cartographer" title="The Cartographer is writing" />
      </div>
    );
  }
  const reason = noUpdate(run, now);
  if (reason !== null) return <NoUpdate reason={reason} />;
  return (
    <NotYet run={run} stage="cartographer">
      The Cartographer proposes edits once the Distiller has spoken.
    </NotYet>
  );
}

function Proposed({ state, run }: { readonly state: StudyState; readonly run: Run }) {
  const drafts = useStore((store) => store.draft.decisions);
  const view = useStore((store) => store.view.cartographerView);
  const now = useStore((store) => store.view.moment === null);
  const reviewing = run.status === 'review' && now;
  const preview = useReviewPreview(reviewing ? run : null);
  const rows = editRows(
    state,
    run,
    reviewing ? drafts : null,
    preview.kind === 'data' ? foreseenItems(state, run, preview.value, drafts) : undefined,
  );
  // What waits for a decision is all there.
  const first = reviewing ? rows.length : FIRST_EDITS;
  const { shown, more } = useMore(`edits ${run.id} ${String(reviewing)}`, rows, first, 'edits');
  return (
    <div className="cartographer">
      <div className="panel-tools">
        {reviewing ? <ReviewBar rows={rows} /> : <span className="dim">{summaryOf(rows)}</span>}
        <span className="grow" />
        <Switch
          label="View"
          options={[
            { value: 'edits', words: 'Edits' },
            { value: 'text', words: 'Text diff', testId: 'cartographer-text-diff' },
          ]}
          value={view}
          onChange={(cartographerView) => setView({ cartographerView })}
        />
      </div>
      {view === 'text' ? (
        <MapTextDiff run={run} reviewing={reviewing} />
      ) : (
        <div
          className="panel-body scroll"
          data-testid="cartographer"
          tabIndex={0}
          role="region"
          aria-label="Cartographer"
        >
          <section className="card">
            <header className="card-head">
              <b className="strong">Reasoning</b>
              <span className="grow" />
              <Usage calls={run.calls.filter((call) => call.role === 'cartographer')} />
            </header>
            <TextBody text={run.proposed?.reasoning ?? ''} title="Reasoning" />
            {run.proposed?.warnings.map((words) => (
              <p key={words} className="iteration-note">
                {visible(words)}
              </p>
            ))}
          </section>
          {rows.length === 0 && <p className="card card-body dim">No edits: the map stays as it is.</p>}
          {shown.map((row) => (
            <EditCard key={row.editId} row={row} reviewing={reviewing} />
          ))}
          {more !== null && <p>{more}</p>}
          <Evictions run={run} reviewing={reviewing} />
        </div>
      )}
    </div>
  );
}

function summaryOf(rows: readonly EditRow[]): string {
  const applied = rows.filter((row) => row.state === 'applied').length;
  const refused = rows.filter((row) => row.state === 'refused').length;
  if (applied + refused === 0) return rows.length === 0 ? '' : 'proposed';
  return refused === 0 ? `${applied} applied` : `${applied} applied · ${refused} refused`;
}

function ReviewBar({ rows }: { readonly rows: readonly EditRow[] }) {
  const open = rows.filter((row) => row.state === 'open').length;
  return (
    <>
      <span role="status">
        {open === 0
          ? 'Every edit is decided.'
          : `${open} of ${rows.filter((row) => row.refusal === null).length} still open`}
      </span>
      {open > 0 && (
        <Button kind="small yes" icon="check" onClick={() => decideAll('accept')} testId="accept-all">
          Accept the rest
        </Button>
      )}
      <ActionButton action="review.submit" kind={open === 0 ? 'primary small' : 'small'} showKey>
        Apply
      </ActionButton>
    </>
  );
}

function EditCard({ row, reviewing }: { readonly row: EditRow; readonly reviewing: boolean }) {
  const cursor = useStore((state) => reviewing && state.draft.reviewCursor === row.editId);
  const selected = useStore((state) => row.itemId !== null && state.view.selectedItemId === row.itemId);
  const decidable = reviewing && row.refusal === null;
  return (
    <section
      className={`card edit ${row.state} ${cursor ? 'cursor' : ''} ${selected ? 'selected' : ''} ${row.section === null ? '' : `section-${row.section}`}`}
      data-testid="edit-card"
      data-edit-id={row.editId}
      data-state={row.state}
      aria-label={`${row.editId}: ${row.kind ?? 'unreadable edit'} ${row.itemId ?? ''}`}
      onPointerDown={() => decidable && setDraft({ reviewCursor: row.editId })}
    >
      <header className="card-head">
        <EditKind kind={row.kind} />
        {row.itemId !== null && <ItemId id={row.itemId} />}
        {row.section !== null && <span>{sectionOf(row.section).title}</span>}
        <Tokens row={row} />
        {row.tag !== null && row.kind !== 'ADD' && (
          <Kind
            kind={
              row.tag === 'harmful' ? 'error' : row.tag === 'stale' ? 'refused' : row.tag === 'helpful' ? 'add' : 'note'
            }
          >
            {row.tag}
          </Kind>
        )}
        {row.changedByHand && <Kind kind="pin">changed by hand</Kind>}
        <span className="grow" />
        {decidable ? <Decide row={row} /> : row.state === 'refused' ? <Kind kind="refused">refused</Kind> : null}
      </header>
      {row.refusal !== null && <p className="card-body refusal">{visible(row.refusal.words)}</p>}
      {row.state === 'changed' ? (
        <EditDraft row={row} />
      ) : row.before !== null || row.after !== null ? (
        <WordDiff before={row.before} after={row.after} />
      ) : row.kind === 'DELETE' && row.refusal === null ? (
        <p className="card-body dim">
          The map has no {visible(row.itemId ?? 'such item')}: there is nothing to delete.
        </p>
      ) : row.kind === null ? (
        <pre className="code">{visible(row.raw.slice(0, 4_000))}</pre>
      ) : null}
    </section>
  );
}

function Tokens({ row }: { readonly row: EditRow }) {
  const { kind, tokensBefore, tokensAfter } = row;
  if (kind === 'DELETE')
    return tokensBefore === null ? null : <span className="mono">{signed(-tokensBefore)} tok</span>;
  if (tokensAfter === null) return row.state === 'open' ? <span className="mono dim">… tok</span> : null;
  return (
    <span className="mono">
      {kind === 'ADD'
        ? `${signed(tokensAfter)} tok`
        : `${tokensBefore === null ? '?' : whole(tokensBefore)} → ${whole(tokensAfter)} tok`}
    </span>
  );
}

function Decide({ row }: { readonly row: EditRow }) {
  const { editId } = row;
  return (
    <span className="decide" role="group" aria-label={`Decision on ${row.kind ?? ''} ${row.itemId ?? ''}`}>
      <Button
        kind="small yes"
        icon="check"
        pressed={row.state === 'accepted'}
        keys={['a']}
        tip="Accept"
        onClick={() => decide(editId, { decision: 'accept', content: null, reason: null })}
        testId="edit-accept"
      >
        Accept
      </Button>
      {row.kind !== 'DELETE' && (
        <Button
          kind="small"
          icon="edit"
          pressed={row.state === 'changed'}
          keys={['e']}
          tip="Change the text"
          onClick={() => changeEdit(editId, row.after)}
          testId="edit-change"
        >
          Edit
        </Button>
      )}
      <Button
        kind="small no"
        icon="close"
        name="Refuse"
        pressed={row.state === 'refused'}
        keys={['r']}
        onClick={() => decide(editId, { decision: 'refuse', content: null, reason: null })}
        testId="edit-refuse"
      />
    </span>
  );
}

function Evictions({ run, reviewing }: { readonly run: Run; readonly reviewing: boolean }) {
  const preview = useReviewPreview(reviewing ? run : null);
  const eviction = run.eviction ?? (preview.kind === 'data' ? preview.value.eviction : null);
  if (eviction === null) return null;
  if (eviction.removed.length === 0) {
    return (
      <p className="dim fits">
        {reviewing ? 'If accepted: ' : ''}
        {whole(eviction.tokensBefore)} of {whole(eviction.budgetTokens)} tokens; nothing has to go.
      </p>
    );
  }
  return eviction.removed.map((removed) => {
    const ranked = eviction.ranking.find((each) => each.itemId === removed.itemId);
    return (
      <section key={removed.itemId} className="card edit" data-testid="evict-card">
        <header className="card-head">
          <Kind kind="evict">EVICT</Kind>
          <ItemId id={removed.itemId} />
          <span>
            {reviewing ? 'if accepted: ' : ''}
            {whole(eviction.tokensBefore)} tok &gt; {whole(eviction.budgetTokens)}; {visible(removed.why)}
          </span>
          {ranked !== undefined && (
            <span className="mono">
              {signed(-ranked.tokens)} tok → {whole(ranked.totalAfter)}
            </span>
          )}
        </header>
      </section>
    );
  });
}

function MapTextDiff({ run, reviewing }: { readonly run: Run; readonly reviewing: boolean }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const before = useRequest('map.text', { handle, versionId: run.baseVersionId }, run.baseVersionId);
  const made = run.versionId;
  const after = useRequest('map.text', made === null ? null : { handle, versionId: made }, made ?? '');
  const preview = useReviewPreview(reviewing ? run : null);
  if (made === null && !reviewing)
    return (
      <NotYet run={run} stage="evictor">
        The edits are in the map’s text once they are applied and the Evictor is done.
      </NotYet>
    );
  const text =
    made !== null ? after : preview.kind === 'data' ? { kind: 'data' as const, value: preview.value.text } : preview;
  if (before.kind === 'error')
    return (
      <Empty tone="bad" title="The text cannot be shown">
        {before.words}
      </Empty>
    );
  if (text.kind === 'error')
    return (
      <Empty tone="bad" title="The text cannot be shown">
        {text.words}
      </Empty>
    );
  if (before.kind === 'loading' || text.kind === 'loading') return <Waiting />;
  return (
    <MonacoDiff
      before={before.value}
      after={text.value}
      label={`Map text, ${run.baseVersionId} and ${made ?? proposedId(run.baseVersionId)}`}
    />
  );
}
