// How the run ended: the answer beside the truth, or what went wrong and what to do.

import { judge, send, step } from '../../actions/commands.ts';
import { score } from '../../format/numbers.ts';
import { actionOf } from '../../keys/actions.ts';
import { Output } from '../../parts/Code.tsx';
import { Button } from '../../parts/Button.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { visible } from '../../parts/visible-text.ts';
import { cutOffWords } from '../../store/outcome.ts';
import { shownQuery, shownRun } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import type { Query, Run } from '#core/study/index.ts';

const SOURCES = {
  final: 'FINAL',
  'final-var': 'FINAL_VAR',
  'answer-dict': 'the answer variable',
  exhausted: 'the last-resort request: its iterations were used up',
  limit: 'a limit: what there was by then',
} as const;

export function Ended() {
  const run = useStore(shownRun);
  const query = useStore(shownQuery);
  if (run === null) return null;
  return (
    <>
      {run.answer !== null && <Answered run={run} answered={run.answer} query={query} />}
      {cutOffWords(run) !== null && <Broken run={run} />}
    </>
  );
}

interface AnsweredProps {
  readonly run: Run;
  readonly answered: NonNullable<Run['answer']>;
  readonly query: Query | null;
}

function Answered({ run, answered, query }: AnsweredProps) {
  const { answer, source, warnings } = answered;
  return (
    <section className="card ended" aria-label="Answer" data-testid="answer">
      <header className="card-head">
        <b className="strong">Answer</b>
        <span className="dim">by {SOURCES[source]}</span>
        <span className="grow" />
        {answered.score !== null && (
          <span className={`kind ${answered.score >= 0.5 ? 'kind-add' : 'kind-error'}`}>
            score {score(answered.score)}
          </span>
        )}
      </header>
      <Output text={answer} title="Answer" />
      {query !== null && query.truth !== null && (
        <p className="card-body prose text">
          <span className="dim">Truth: </span>
          <RunningText text={query.truth.slice(0, 2_000)} />
        </p>
      )}
      {query !== null && query.truth !== null && <Judged run={run} />}
      {warnings.map((words) => (
        <p key={words} className="iteration-note">
          {visible(words)}
        </p>
      ))}
    </section>
  );
}

/** A model's verdict, beside the rule's score. */
function Judged({ run }: { readonly run: Run }) {
  const can = useStore((state) => actionOf('answer.judge').can(state));
  const { judged } = run;
  return (
    <div className="card-body judged" data-testid="judged">
      <span className="dim">Judged: </span>
      {judged === null ? (
        <span className="dim">not yet. </span>
      ) : judged.score === null ? (
        <span style={{ color: 'var(--harmful)' }}>
          no verdict. <RunningText text={judged.reason} />{' '}
        </span>
      ) : (
        <span>
          <b>{score(judged.score)}</b> by {visible(judged.modelName)}.{' '}
          <span className="prose">
            <RunningText text={judged.reason} />{' '}
          </span>
        </span>
      )}
      <Button
        kind="small"
        reason={can === true ? null : can}
        onClick={() => void judge([run.id])}
        testId="judge-answer"
      >
        {judged === null ? 'Ask a model' : 'Ask again'}
      </Button>
    </div>
  );
}

function Broken({ run }: { readonly run: Run }) {
  const can = useStore((state) => actionOf('run.step').can(state));
  const now = useStore((state) => state.view.moment === null);
  const reason = can === true ? null : can;
  const tone = run.failure === null ? 'kind-refused' : 'kind-error';
  return (
    <section
      className={`card ended broken ${tone}`}
      aria-label={`Run ${run.status}`}
      role={run.failure === null ? undefined : 'alert'}
      data-testid="run-failure"
    >
      <header className="card-head">
        <span className={`kind ${tone}`}>{(run.failure?.kind ?? run.status).toUpperCase()}</span>
        <b className="strong">
          {run.failure === null ? `The run was ${run.status}` : `The ${run.failure.stage} failed`}
        </b>
        <span className="grow" />
        {run.abandoned ? (
          <span className="dim">given up</span>
        ) : now ? (
          <>
            <Button kind="small" icon="step" reason={reason} onClick={() => void step()}>
              Go on from here
            </Button>
            <Button
              kind="small"
              reason={reason}
              onClick={() => void send({ do: 'run.abandon', runId: run.id })}
              tip="Keep what there is; Step goes to the next query"
            >
              Give up
            </Button>
          </>
        ) : null}
      </header>
      {run.failure !== null && <p className="card-body prose text">{visible(run.failure.words)}</p>}
      {run.partial !== null && <Output text={run.partial} title="What had arrived" />}
    </section>
  );
}
