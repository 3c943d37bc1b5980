// The Evictor: the order it used, where the cut lay, what went and why; and every item's verdicts, query by query.

import { sectionOf } from '#core/map/index.ts';
import type { Eviction, MapItem } from '#core/map/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';
import { returnItem } from '../../actions/commands.ts';
import { openItem, openSide, selectItem } from '../../actions/views.ts';
import { plural, signed, whole } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Waiting } from '../../parts/Empty.tsx';
import { NotYet } from '../../parts/NotYet.tsx';
import { NoUpdate } from '../../parts/NoUpdate.tsx';
import { useMore } from '../../parts/More.tsx';
import { ItemId, Kind } from '../../parts/marks.tsx';
import { brief, visible } from '../../parts/visible-text.ts';
import { noUpdate } from '../../store/outcome.ts';
import { canChange, shownRun, shownState, shownVersion } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { useReviewPreview } from '../cartographer/use-review-preview.ts';
import { foreseenItems } from '../map/pending-view.ts';
import { ordinal, rankRows } from './evictor-view.ts';
import type { RankRow } from './evictor-view.ts';
import { VerdictGrid } from './VerdictGrid.tsx';
import './evictor.css';

/** Rows drawn at first. A number of ours. */
const FIRST_ROWS = 100;

export function EvictorPanel() {
  const state = useStore(shownState);
  const run = useStore(shownRun);
  const reviewing = useStore((store) => store.view.moment === null) && run?.status === 'review';
  const preview = useReviewPreview(reviewing ? run : null);
  const drafts = useStore((store) => store.draft.decisions);
  if (state === null) return <Waiting />;
  const foreseen =
    run !== null && preview.kind === 'data'
      ? foreseenItems(state, run, preview.value, drafts)
      : new Map<string, MapItem>();
  const eviction = run?.eviction ?? (preview.kind === 'data' ? preview.value.eviction : null);
  return (
    <div className="panel-body scroll" data-testid="evictor" tabIndex={0} role="region" aria-label="Evictor">
      {run !== null && eviction !== null ? (
        <Ranking
          state={state}
          run={run}
          eviction={eviction}
          foreseen={[...foreseen.values()]}
          pending={run.eviction === null}
        />
      ) : (
        <NoEviction run={run} counting={reviewing && preview.kind === 'loading'} />
      )}
      <VerdictGrid />
    </div>
  );
}

function NoEviction({ run, counting }: { readonly run: Run | null; readonly counting: boolean }) {
  const now = useStore((store) => store.view.moment === null);
  const reason = run === null || run.folded ? null : noUpdate(run, now);
  if (reason !== null)
    return (
      <section className="card" aria-label="Ranking">
        <NoUpdate reason={reason} />
      </section>
    );
  if (run !== null && !run.folded && !counting)
    return (
      <section className="card" aria-label="Ranking">
        <NotYet run={run} stage="evictor">
          The Evictor works once the edits are applied.
        </NotYet>
      </section>
    );
  if (run === null)
    return (
      <section className="card card-body dim">
        The Evictor works at the end of an update: it removes the least valuable items until the map is within its
        budget.
      </section>
    );
  const words = counting ? 'Counting what would have to go…' : 'Reading…';
  return <section className="card card-body dim late">{words}</section>;
}

interface RankingProps {
  readonly state: StudyState;
  readonly run: Run;
  readonly eviction: Eviction;
  readonly foreseen: readonly MapItem[];
  readonly pending: boolean;
}

function Ranking({ state, run, eviction, foreseen, pending }: RankingProps) {
  const rows = rankRows(state, run, eviction, foreseen);
  const gone = eviction.removed.length;
  // The cut line is always among the first.
  const { shown, more } = useMore(`ranking ${run.id}`, rows, Math.max(FIRST_ROWS, gone + 20), 'items');
  return (
    <section className="card" aria-label="Ranking">
      <header className="card-head">
        <b className="strong">
          {whole(eviction.tokensBefore)} of {whole(eviction.budgetTokens)} tokens{' '}
          {pending ? 'if the edits are accepted' : 'after the edits'}
        </b>
        <span>
          {gone === 0
            ? '· nothing had to go'
            : `· ${plural(gone, 'item')} ${pending ? 'would go' : 'went'}, ${whole(eviction.tokensAfter)} left`}
        </span>
        <span className="grow" />
        <span className="dim">
          order: {eviction.order === 'section-then-score' ? 'section, score, age' : 'score, section, age'}
        </span>
        <Button kind="small" icon="whatIf" onClick={() => openSide({ kind: 'what-if' })}>
          What if…
        </Button>
      </header>
      {eviction.unmet !== null && (
        <p className="card-body" style={{ color: 'var(--harmful)' }}>
          {visible(eviction.unmet.words)}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="card-body dim">The map was empty.</p>
      ) : (
        <div className="scroll rank-box" tabIndex={0} role="region" aria-label="Order of eviction">
          <table className="rank">
            <thead>
              <tr>
                <th scope="col">
                  <span className="hidden-text">place</span>
                </th>
                <th scope="col">item</th>
                <th scope="col" className="section-column">
                  section
                </th>
                <th scope="col" className="figure">
                  score
                </th>
                <th scope="col" className="figure age-column">
                  age
                </th>
                <th scope="col" className="figure">
                  tokens
                </th>
                <th scope="col" className="figure">
                  total after
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row key={row.itemId} row={row} budget={eviction.budgetTokens} pending={pending} />
              ))}
            </tbody>
          </table>
          {more !== null && <p className="card-body">{more}</p>}
        </div>
      )}
    </section>
  );
}

function Row({ row, budget, pending }: { readonly row: RankRow; readonly budget: number; readonly pending: boolean }) {
  const selected = useStore((state) => state.view.selectedItemId === row.itemId);
  const returnable = useStore(
    (state) => canChange(state) && shownVersion(state)?.map.items.every((item) => item.id !== row.itemId) === true,
  );
  return (
    <tr
      className={`${row.lastGone ? 'cut-line' : ''} ${selected ? 'selected' : ''} ${row.place}`}
      data-testid="rank-row"
      data-place={row.place}
      onClick={() => selectItem(row.itemId)}
      onDoubleClick={() => openItem(row.itemId)}
      title={row.why ?? undefined}
    >
      <td>
        {row.place === 'gone' ? (
          <Kind kind="evict">{ordinal(row.order)}</Kind>
        ) : row.place === 'next' ? (
          <span className="dim">next</span>
        ) : row.place === 'pinned' ? (
          <span style={{ color: 'var(--pin)' }}>pinned</span>
        ) : (
          ''
        )}
      </td>
      <td className="rank-item">
        <div>
          <span className="rank-words">
            <ItemId id={row.itemId} /> <span className="soft">{brief(row.content, 300)}</span>
          </span>
          {row.place === 'gone' && !pending && returnable && (
            <Button kind="small" onClick={() => void returnItem(row.itemId)} testId="return-item">
              Return
            </Button>
          )}
        </div>
      </td>
      <td className="section-column">{sectionOf(row.section).title}</td>
      <td
        className="figure"
        style={row.score > 0 ? { color: 'var(--helpful)' } : row.score < 0 ? { color: 'var(--harmful)' } : undefined}
      >
        {signed(row.score)}
      </td>
      <td className="figure age-column">{row.bornInQuery === null ? 'hand' : `q${row.bornInQuery}`}</td>
      <td className="figure">{whole(row.tokens)}</td>
      <td className="figure">
        {row.place === 'pinned' ? 'never' : whole(row.totalAfter)}
        {row.lastGone && row.totalAfter <= budget && ' ✓'}
      </td>
    </tr>
  );
}
