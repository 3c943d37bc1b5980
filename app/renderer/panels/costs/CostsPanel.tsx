// What the study took: tokens, money and time by stage, and by query what went into the answer and what into the map.

import { useMemo } from 'react';
import type { StudyState } from '#core/study/index.ts';
import { selectQuery } from '../../actions/moving.ts';
import { compact, duration, money, moneyColumn, plural, whole } from '../../format/numbers.ts';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { useMore } from '../../parts/More.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { visible } from '../../parts/visible-text.ts';
import { shownState } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { costsOf } from './costs-view.ts';
import type { CountedCall, Costs, Sums } from './costs-view.ts';
import { useCalls } from './use-calls.ts';
import '../side.css';
import './costs.css';

export function CostsPanel() {
  const state = useStore(shownState);
  const calls = useCalls();
  return (
    <>
      <SideHead title="Cost by stage" />
      {state === null || calls.kind === 'loading' ? (
        <Waiting words="Adding up the calls…" />
      ) : calls.kind === 'error' ? (
        <Empty tone="bad" title="The calls cannot be read">
          {visible(calls.words)}
        </Empty>
      ) : (
        <Figures state={state} calls={calls.value} />
      )}
    </>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  root: 'Agent',
  sub: 'Sub-calls',
  distiller: 'Distiller',
  cartographer: 'Cartographer',
};

function Figures({ state, calls }: { readonly state: StudyState; readonly calls: readonly CountedCall[] }) {
  const costs = useMemo(() => costsOf(state, calls, state.seq), [state, calls]);
  if (costs.total.calls === 0)
    return (
      <Empty title="No model call is on record">
        <p>Every call of a model is counted here once, under its stage.</p>
      </Empty>
    );
  // Without prices the tokens tell where the work went.
  const paid = costs.total.costMicroUsd > 0;
  const size = (sums: Sums) => (paid ? sums.costMicroUsd : sums.input + sums.output);
  const cost = moneyColumn([...costs.byRole.map(({ sums }) => sums), costs.total].map((sums) => sums.costMicroUsd));
  return (
    <div className="scroll costs" data-testid="costs" tabIndex={0} role="group" aria-label="Cost by stage">
      <div className="side-part">
        <p className="costs-total">
          <b className="strong num">
            {paid ? `${costs.unpriced.length > 0 ? 'at least ' : ''}${money(costs.total.costMicroUsd)}` : 'no cost'}
          </b>{' '}
          <span className="dim">
            for {plural(costs.total.calls, 'call')}, {`${whole(costs.total.input)}\u00a0tokens\u00a0in`},{' '}
            {`${whole(costs.total.output)}\u00a0out`}
          </span>
        </p>
        <Share costs={costs} size={size} />
        {costs.unpriced.length > 0 && (
          <p style={{ color: 'var(--stale)' }}>
            No price is known for {costs.unpriced.map((name) => visible(name)).join(', ')}; the total misses those
            calls.
          </p>
        )}
        {costs.replayed > 0 && (
          <p className="dim">{plural(costs.replayed, 'call')} came from a recording and cost nothing.</p>
        )}
      </div>
      <table className="costs-table">
        <thead>
          <tr>
            <th scope="col">stage</th>
            <th scope="col" className="costs-calls">
              calls
            </th>
            <th scope="col">in</th>
            <th scope="col" className="costs-extra" title="Part of the tokens in">
              cached
            </th>
            <th scope="col">out</th>
            <th scope="col" className="costs-extra">
              time
            </th>
            <th scope="col">cost</th>
          </tr>
        </thead>
        <tbody>
          {costs.byRole.map(({ role, sums }) => (
            <Row key={role} name={NAMES[role] ?? role} role={role} sums={sums} cost={cost} />
          ))}
          <Row name="All" role="all" sums={costs.total} cost={cost} />
        </tbody>
      </table>
      <ByQuery state={state} costs={costs} size={size} paid={paid} />
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly role: string;
  readonly sums: Sums;
  readonly cost: (microUsd: number) => string;
}

function Row({ name, role, sums, cost }: RowProps) {
  return (
    <tr className={`role-${role}`} data-testid="cost-row" data-role={role}>
      <th scope="row">
        {role !== 'all' && <i aria-hidden="true" />}
        {name}
      </th>
      <td className="costs-calls">{whole(sums.calls)}</td>
      <td title={whole(sums.input)}>{compact(sums.input)}</td>
      <td className="costs-extra" title={whole(sums.cached)}>
        {compact(sums.cached)}
      </td>
      <td title={whole(sums.output)}>{compact(sums.output)}</td>
      <td className="costs-extra">{sums.latencyMs > 0 ? duration(sums.latencyMs) : '–'}</td>
      <td>{sums.costMicroUsd > 0 ? cost(sums.costMicroUsd) : '–'}</td>
    </tr>
  );
}

function Share({ costs, size }: { readonly costs: Costs; readonly size: (sums: Sums) => number }) {
  const all = Math.max(1, size(costs.total));
  return (
    <div className="costs-share" aria-hidden="true">
      {costs.byRole.map(({ role, sums }) => (
        <i key={role} className={`role-${role}`} style={{ width: `${(size(sums) / all) * 100}%` }} />
      ))}
    </div>
  );
}

interface ByQueryProps {
  readonly state: StudyState;
  readonly costs: Costs;
  readonly size: (sums: Sums) => number;
  readonly paid: boolean;
}

/** Drawn at first. A number of ours. */
const SHOWN = 200;

function ByQuery({ costs, size, paid }: ByQueryProps) {
  const rows = costs.byQuery;
  const { shown, more } = useMore('costs by query', rows, SHOWN, 'queries');
  const most = rows.reduce((largest, row) => Math.max(largest, size(row.agent) + size(row.map)), 1);
  const cost = moneyColumn(shown.map((row) => size(row.agent) + size(row.map)));
  const figure = (value: number) => (paid ? cost(value) : `${compact(value)} tok`);
  return (
    <section className="costs-queries" aria-label="By query">
      <h3 className="dim">
        by query: <i className="part-agent" /> answering <i className="part-map" /> updating the map
      </h3>
      <ol>
        {shown.map((row) => (
          <li key={row.queryId}>
            <button
              type="button"
              onClick={() => selectQuery(row.queryId)}
              title={`Query ${row.number}: ${figure(size(row.agent))} to answer, ${figure(size(row.map))} to update the map`}
            >
              <span className="mono dim">q{row.number}</span>
              <span className="costs-bar">
                <i className="part-agent" style={{ width: `${(size(row.agent) / most) * 100}%` }} />
                <i className="part-map" style={{ width: `${(size(row.map) / most) * 100}%` }} />
              </span>
              <span className="mono">{figure(size(row.agent) + size(row.map))}</span>
            </button>
          </li>
        ))}
      </ol>
      {more}
    </section>
  );
}
