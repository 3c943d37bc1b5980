// The verdict grid: what the Distiller said of each item, query by query, by letter and colour.

import { memo, useMemo } from 'react';
import { verdictGrid } from '#core/study/index.ts';
import type { StudyState, Verdict, VerdictGrid as Grid } from '#core/study/index.ts';
import { selectVersion } from '../../actions/moving.ts';
import { openItem, selectItem } from '../../actions/views.ts';
import { plural } from '../../format/numbers.ts';
import { useMore } from '../../parts/More.tsx';
import { ItemId, TAG_LETTERS } from '../../parts/marks.tsx';
import { brief } from '../../parts/visible-text.ts';
import { queryNumber, shownState, shownVersion } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';

/** The latest columns. A number of ours; a wider grid cannot be taken in. */
const COLUMNS = 60;
/** Rows drawn at first. A number of ours. */
const ROWS = 40;

const LEGEND = [
  [TAG_LETTERS.helpful, 'helpful'],
  [TAG_LETTERS.harmful, 'harmful'],
  [TAG_LETTERS.stale, 'stale'],
  [TAG_LETTERS.neutral, 'neutral'],
  ['+', 'born'],
  ['·', 'no tag'],
] as const;

export function VerdictGrid() {
  const state = useStore(shownState);
  const version = useStore(shownVersion);
  const grid = useMemo(
    () => (state === null || version === null ? null : verdictGrid(state, version.id, COLUMNS)),
    [state, version],
  );
  const { shown, more } = useMore('verdicts', grid?.rows ?? [], ROWS, 'items');
  if (grid === null || state === null) return null;
  return (
    <section className="card" aria-label="Verdicts">
      <header className="card-head">
        <b className="strong">Verdicts</b>
        <span className="wide-only">by the Distiller, query by query</span>
        {grid.older && <span className="dim">the latest {plural(grid.columns.length, 'update')}</span>}
        <span className="grow" />
        <ul className="grid-legend mono dim" aria-label="Legend">
          {LEGEND.map(([sign, words]) => (
            <li key={words}>
              <b>{sign}</b> {words}
            </li>
          ))}
          <li>
            <b className="went" /> gone
          </li>
        </ul>
      </header>
      {grid.rows.length === 0 ? (
        <p className="card-body dim">No items yet, so no verdicts.</p>
      ) : (
        <div className="scroll grid-box" tabIndex={0} role="region" aria-label="Verdict grid">
          <table className="grid" data-testid="verdict-grid">
            <Heads state={state} columns={grid.columns} />
            <tbody>
              {shown.map((row) => (
                <Row key={row.item.id} row={row} />
              ))}
            </tbody>
          </table>
          {more !== null && <p className="card-body">{more}</p>}
        </div>
      )}
    </section>
  );
}

function Heads({ state, columns }: { readonly state: StudyState; readonly columns: Grid['columns'] }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="hidden-text">item</span>
        </th>
        <th scope="col">
          <span className="hidden-text">text</span>
        </th>
        {columns.map((column) => (
          <th key={column.versionId} scope="col">
            <button type="button" onClick={() => selectVersion(column.versionId)} title={column.versionId}>
              q{queryNumber(state, column.queryId)}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

const Row = memo(function Row({ row }: { readonly row: Grid['rows'][number] }) {
  const { item, present, cells } = row;
  const selected = useStore((store) => store.view.selectedItemId === item.id);
  return (
    <tr
      className={`${present ? '' : 'gone'} ${selected ? 'selected' : ''}`}
      onClick={() => selectItem(item.id)}
      onDoubleClick={() => openItem(item.id)}
    >
      <th scope="row" className="grid-id">
        <ItemId id={item.id} />
      </th>
      <td className="grid-text">{brief(item.content, 300)}</td>
      {cells.map(({ verdict, wentToo }, at) => (
        <td
          key={at}
          className={`verdict ${classOf(verdict)} ${wentToo ? 'went' : ''}`}
          data-verdict={verdict}
          title={wordsOf(verdict, wentToo)}
        >
          {signOf(verdict)}
        </td>
      ))}
    </tr>
  );
});

function wordsOf(verdict: Verdict, wentToo: boolean): string {
  if (verdict === 'gone') return 'no tag, and it went with this update';
  const words = verdict === 'untagged' ? 'no tag' : verdict === 'absent' ? 'not in the map' : verdict;
  return wentToo ? `${words}, and it went with this update` : words;
}

function classOf(verdict: Verdict): string {
  switch (verdict) {
    case 'absent':
    case 'born':
      return 'none';
    case 'gone':
    case 'untagged':
      return '';
    case 'helpful':
    case 'harmful':
    case 'neutral':
    case 'stale':
      return `tag-${verdict}`;
  }
}

function signOf(verdict: Verdict): string {
  switch (verdict) {
    case 'absent':
      return '';
    case 'born':
      return '+';
    case 'gone':
    case 'untagged':
      return '·';
    case 'helpful':
    case 'harmful':
    case 'neutral':
    case 'stale':
      return TAG_LETTERS[verdict];
  }
}
