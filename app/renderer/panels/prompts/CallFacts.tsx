// The facts of one call, above its messages: a small table, and how the reply arrived.

import type { CallSummary, Run } from '#core/study/index.ts';
import { visible } from '../../parts/visible-text.ts';
import { arrivalOf, factsOf } from './call-view.ts';

export function CallFacts({ call, run }: { readonly call: CallSummary; readonly run: Run }) {
  return (
    <section className="card call-facts" aria-label="What this call took" data-testid="call-facts">
      <header className="card-head">
        <b className="strong">{visible(call.modelName)}</b>
        {call.model !== call.modelName && call.origin !== 'manual' && (
          <span className="dim">answered as {visible(call.model)}</span>
        )}
        <span className="grow" />
        <span className={`origin origin-${call.origin}`} data-testid="call-origin">
          {call.origin === 'live' ? 'real call' : call.origin}
        </span>
      </header>
      <dl className="call-figures">
        {factsOf(call, run).map(({ name, value, more, odd }) => (
          <div key={name} className={odd === true ? 'odd' : ''}>
            <dt>{name}</dt>
            <dd>
              <span className="mono">{visible(value)}</span>
              {more !== undefined && <span className="dim"> · {visible(more)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Arrival call={call} />
      {(call.warnings ?? []).map((words) => (
        <p key={words} className="call-warning">
          {visible(words)}
        </p>
      ))}
    </section>
  );
}

/** Text over time; a flat stretch is a wait. */
function Arrival({ call }: { readonly call: CallSummary }) {
  const points = arrivalOf(call);
  if (points.length === 0) return null;
  const path = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x * 100} ${30 - y * 28}`).join('');
  return (
    <figure className="call-arrival">
      <svg viewBox="0 0 100 30" preserveAspectRatio="none" role="img" aria-label="How the reply arrived over time">
        <path d={path} />
      </svg>
      <figcaption className="dim">the reply arriving, {points.length - 1} pieces</figcaption>
    </figure>
  );
}
