// What a replay came to: equal, or the first difference with the way to it; under changed settings, query by query.

import type { ReplayReport } from '#app/bridge/index.ts';
import { goToCall, goToEvent, openKeptReplay } from '../../actions/replaying.ts';
import { plural, score } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { visible } from '../../parts/visible-text.ts';
import { queryNumber } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';

type AsItIs = Extract<ReplayReport, { kind: 'as-it-is' }>;
type Changed = Extract<ReplayReport, { kind: 'changed' }>;
type Outcome = Changed['queries'][number]['replayed'];

export function Report({ report }: { readonly report: ReplayReport }) {
  return (
    <section className="replay-report" aria-label="What the replay came to" data-testid="replay-report">
      {report.kind === 'as-it-is' ? <AsItIsReport report={report} /> : <ChangedReport report={report} />}
    </section>
  );
}

function AsItIsReport({ report }: { readonly report: AsItIs }) {
  const { calls, versions, firstDifference, equal } = report;
  const reached = versions.filter(({ rederived }) => rederived !== null);
  return (
    <>
      {equal ? (
        <p className="replay-good" role="status" data-testid="replay-equal">
          Equal: {plural(calls.replayed, 'call')} replayed, no model called, {plural(reached.length, 'version')} came
          again with the same hashes.
        </p>
      ) : firstDifference === null ? (
        <p role="status">
          Stopped. Up to there {plural(calls.replayed, 'call')} of {calls.recorded} came again.
        </p>
      ) : (
        <Difference
          words={`First difference, at event ${firstDifference.seq}: ${firstDifference.words}`}
          go={() => goToEvent(firstDifference.seq)}
        />
      )}
      <ol className="replay-versions">
        {versions.map(({ versionId, recorded, rederived }) => (
          <li key={versionId}>
            <b className="mono">{versionId}</b>
            <span className="mono dim">{recorded.slice(0, 16)}</span>
            {rederived === null ? (
              <span className="dim">not reached</span>
            ) : rederived === recorded ? (
              <span className="replay-good">equal</span>
            ) : (
              <span className="replay-bad">differs: {rederived.slice(0, 16)}</span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function Difference({ words, go }: { readonly words: string; readonly go: (() => void) | null }) {
  return (
    <div className="replay-difference" data-testid="replay-difference">
      <p className="replay-bad prose text" role="alert">
        {visible(words)}
      </p>
      {go !== null && (
        <Button kind="small" onClick={go} testId="replay-go">
          Go there
        </Button>
      )}
    </div>
  );
}

function ChangedReport({ report }: { readonly report: Changed }) {
  const live = useStore((state) => state.study.live);
  const { calls, queries, firstUnmatched, leftOut, stopped, fileName } = report;
  const recordedCallId = firstUnmatched?.recordedCallId ?? null;
  return (
    <>
      <p role="status" data-testid="replay-counts">
        <b>{plural(calls.replayed, 'call')} replayed</b>, {calls.madeAnew} made anew, {calls.refused} refused, of{' '}
        {calls.recorded} recorded.
        {leftOut > 0 && <span className="dim"> {plural(leftOut, 'thing')} people did to the map left out.</span>}
      </p>
      {firstUnmatched !== null && (
        <Difference
          words={`First difference: ${firstUnmatched.why}`}
          go={recordedCallId === null ? null : () => goToCall(recordedCallId)}
        />
      )}
      {stopped !== null && !stopped.startsWith(firstUnmatched?.why ?? ' ') && (
        <p className="soft" data-testid="replay-stopped">
          It ended before the last query: {visible(stopped)}
        </p>
      )}
      {fileName !== null && (
        <p className="replay-kept">
          Kept as {visible(fileName)}.
          <Button kind="small" icon="open" onClick={() => void openKeptReplay()} testId="replay-open">
            Open it
          </Button>
        </p>
      )}
      <table className="replay-queries">
        <thead>
          <tr>
            <th scope="col">query</th>
            <th scope="col">as recorded</th>
            <th scope="col">replayed</th>
            <th scope="col">its calls</th>
          </tr>
        </thead>
        <tbody>
          {queries.map(({ queryId, recorded, replayed }) => (
            <tr key={queryId} data-testid="replay-query">
              <td>{live === null ? queryId : `Q${queryNumber(live, queryId)}`}</td>
              <td>{outcomeWords(recorded)}</td>
              <td>
                {outcomeWords(replayed)}
                {recorded !== null && recorded.hash === replayed?.hash && (
                  <span className="replay-good"> same map</span>
                )}
              </td>
              <td>
                {replayed !== null && (
                  <>
                    <span className="origin origin-replayed">{replayed.calls.replayed} replayed</span>{' '}
                    {replayed.calls.anew > 0 && <span className="origin">{replayed.calls.anew} anew</span>}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function outcomeWords(outcome: Outcome): string {
  if (outcome === null) return 'not run';
  const right = outcome.score === null ? '' : `, score ${score(outcome.score)}`;
  return `${outcome.status}, ${plural(outcome.iterations, 'iteration')}, ${outcome.versionId} of ${plural(outcome.tokens, 'token')}${right}`;
}
