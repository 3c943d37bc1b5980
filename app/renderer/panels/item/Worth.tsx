// What an item is worth: queries run again without it, beside their ordinary runs. Every one calls the model.

import { useState } from 'react';
import type { MapItem } from '#core/map/index.ts';
import { headOf, leaveOneOutPlan } from '#core/study/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';
import { send } from '../../actions/commands.ts';
import { compact, money, plural, score } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { queryNumber } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { isBusy } from '../../keys/actions.ts';
import { queriesWith, worthRows } from './item-view.ts';

interface Props {
  readonly state: StudyState;
  readonly item: MapItem;
  readonly present: boolean;
}

export function Worth({ state, item, present }: Props) {
  const [choosing, setChoosing] = useState(false);
  const busy = useStore(isBusy);
  const readOnly = useStore((store) => store.study.open?.readOnly?.words ?? null);
  const rows = worthRows(state, item.id);
  const reason = readOnly ?? (busy ? 'A run is under way.' : present ? null : 'It is not in the map.');
  return (
    <section className="side-part worth" aria-label="Worth">
      <header className="worth-head">
        <b className="strong">Worth</b>
        <span className="dim">the same queries without it</span>
        <span className="grow" />
        {!choosing && (
          <Button kind="small" onClick={() => setChoosing(true)} reason={reason} testId="worth-open">
            Leave it out…
          </Button>
        )}
      </header>
      {choosing && <Choose state={state} item={item} onDone={() => setChoosing(false)} />}
      {rows.length > 0 && (
        <table className="worth-table" data-testid="worth-table">
          <thead>
            <tr>
              <th scope="col">query</th>
              <th scope="col">with it</th>
              <th scope="col">without</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.run.id}>
                <th scope="row" className="mono">
                  q{row.query}
                </th>
                <td>{row.usual === null ? '–' : <Outcome run={row.usual} />}</td>
                <td>
                  <Outcome run={row.run} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Outcome({ run }: { readonly run: Run }) {
  if (run.answer === null) return <span className="dim">{run.status}</span>;
  return (
    <span className="outcome">
      <span className="prose">
        <RunningText text={headOf(run.answer.answer).slice(0, 80)} />
      </span>
      <span className="mono dim">
        {run.answer.score !== null && `${score(run.answer.score)} · `}
        {run.iterationCount} it · {compact(run.totals.inputTokens + run.totals.outputTokens)} tok
        {run.totals.costMicroUsd > 0 && ` · ${money(run.totals.costMicroUsd)}`}
      </span>
    </span>
  );
}

function Choose({
  state,
  item,
  onDone,
}: {
  readonly state: StudyState;
  readonly item: MapItem;
  readonly onDone: () => void;
}) {
  const possible = queriesWith(state, item.id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(possible.slice(-1)));
  if (possible.length === 0) return <p className="dim">No answered query had it in its map.</p>;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <fieldset className="worth-choose">
      <legend className="hidden-text">Queries to run without the item</legend>
      <div className="worth-queries">
        {possible.map((id) => (
          <label key={id}>
            <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} /> q{queryNumber(state, id)}
          </label>
        ))}
      </div>
      <div className="worth-foot">
        <span className="dim grow" data-testid="worth-cost">
          {forecast(state, item.id, [...chosen])}
        </span>
        <Button kind="small" onClick={onDone}>
          Cancel
        </Button>
        <Button
          kind="small yes"
          reason={chosen.size === 0 ? 'Choose a query.' : null}
          tip="Runs these queries again without the item, on a side branch. It calls the model; the map stays as it is."
          onClick={() => {
            void send({ do: 'item.leave-one-out', itemId: item.id, queryIds: [...chosen] });
            onDone();
          }}
          testId="worth-run"
        >
          Run {plural(chosen.size, 'query', 'queries')}
        </Button>
      </div>
    </fieldset>
  );
}

/** What the recorded runs took; nobody knows more before they are run again. */
function forecast(state: StudyState, itemId: string, queryIds: readonly string[]): string {
  if (queryIds.length === 0) return '';
  const { calls, tokens, costMicroUsd, unpriced } = leaveOneOutPlan(state, itemId, queryIds).expected;
  const cost = unpriced.length > 0 ? 'cost unknown' : money(costMicroUsd);
  return `as recorded: ${plural(calls, 'call')}, ${compact(tokens)} tokens, ${cost}`;
}
