// What the Distiller said: its diagnosis, a tag per item, and what became of each candidate for the map.

import type { Run, StudyState } from '#core/study/index.ts';
import { sectionOf } from '#core/map/index.ts';
import { signed, whole } from '../../format/numbers.ts';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { NotYet } from '../../parts/NotYet.tsx';
import { NoUpdate } from '../../parts/NoUpdate.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useMore } from '../../parts/More.tsx';
import { ItemId, Kind, TagMark } from '../../parts/marks.tsx';
import { TextBody } from '../../parts/TextBody.tsx';
import { Usage } from '../../parts/Usage.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { visible } from '../../parts/visible-text.ts';
import { noUpdate } from '../../store/outcome.ts';
import { shownRun, shownState } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { Written } from '../trajectory/Written.tsx';
import { candidateRows, tagRows } from './distiller-view.ts';
import type { CandidateRow } from './distiller-view.ts';
import './distiller.css';

/** Tags and candidates drawn at first. A number of ours. */
const FIRST_ROWS = 100;

export function DistillerPanel() {
  const state = useStore(shownState);
  const run = useStore(shownRun);
  if (state === null || run === null)
    return (
      <Empty icon="step" title="Not run yet">
        The Distiller reads a finished trajectory. Step answers the next query.
      </Empty>
    );
  if (run.distilled === null) return <Silent run={run} />;
  return <Spoken state={state} run={run} />;
}

function Silent({ run }: { readonly run: Run }) {
  const now = useStore((store) => store.view.moment === null);
  if (run.folded) return <Waiting />;
  if (run.failure?.stage === 'distiller')
    return (
      <Empty icon="warning" tone="bad" title="The Distiller failed">
        {visible(run.failure.words)}
      </Empty>
    );
  if (now && run.status === 'updating' && run.stage === 'distiller') {
    return (
      <div className="panel-body scroll">
        <Written runId={run.id} stage="distiller" title="The Distiller is reading the trajectory" />
      </div>
    );
  }
  const reason = noUpdate(run, now);
  if (reason !== null) return <NoUpdate reason={reason} />;
  return (
    <NotYet run={run} stage="distiller">
      The Distiller speaks once the query has been answered.
    </NotYet>
  );
}

function Spoken({ state, run }: { readonly state: StudyState; readonly run: Run }) {
  const { distilled } = run;
  const tags = useMore(`tags ${run.id}`, tagRows(state, run), FIRST_ROWS, 'tags');
  const ignored = useMore(`ignored tags ${run.id}`, distilled?.ignoredTags ?? [], FIRST_ROWS, 'ignored tags');
  const candidates = useMore(`candidates ${run.id}`, candidateRows(run), FIRST_ROWS, 'candidates');
  if (distilled === null) return null;
  return (
    <div className="panel-body scroll" data-testid="distiller" tabIndex={0} role="region" aria-label="Distiller">
      <section className="card">
        <header className="card-head">
          <b className="strong">Diagnosis</b>
          <span className="dim">{distilled.sawTruth ? 'saw the ground truth' : 'saw no ground truth'}</span>
          <span className="grow" />
          <Usage calls={run.calls.filter((call) => call.role === 'distiller')} />
        </header>
        <TextBody text={distilled.diagnosis} title="Diagnosis" />
        {distilled.trajectoryCut !== null && (
          <p className="iteration-note">
            <Icon name="warning" size={12} /> It was given {whole(distilled.trajectoryCut.shownChars)} of the
            trajectory’s {whole(distilled.trajectoryCut.totalChars)} characters.
          </p>
        )}
        {distilled.warnings.map((words) => (
          <p key={words} className="iteration-note">
            <Icon name="warning" size={12} /> {visible(words)}
          </p>
        ))}
      </section>

      <section className="card" aria-label="Tags">
        <header className="card-head">
          <b className="strong">Tags</b>
          <span className="dim">what each item of {run.baseVersionId} was to this run</span>
        </header>
        {tags.shown.length === 0 && distilled.ignoredTags.length === 0 && (
          <p className="card-body dim">The map was empty: there was nothing to tag.</p>
        )}
        <ul>
          {tags.shown.map((row) => (
            <li key={row.itemId} className="tag-row" data-testid="tag-row">
              {row.tag === null ? (
                <span className="dim">untagged</span>
              ) : (
                <TagMark tag={row.tag} delta={signed(row.delta)} />
              )}
              <ItemId id={row.itemId} />
              <span className="soft grow prose text">
                <RunningText text={row.content} chars={2_000} />
              </span>
            </li>
          ))}
          {ignored.shown.map((row, at) => (
            <li key={`${row.itemId} ${at}`} className="tag-row">
              <Kind kind="refused">ignored</Kind>
              <span className="mono">{visible(row.itemId)}</span>
              <span className="soft grow selectable">
                tagged “{visible(row.tag)}”. {visible(row.words)}
              </span>
            </li>
          ))}
        </ul>
        {(tags.more ?? ignored.more) !== null && (
          <p className="card-body">
            {tags.more} {ignored.more}
          </p>
        )}
      </section>

      <section className="card" aria-label="Candidates">
        <header className="card-head">
          <b className="strong">Candidates</b>
          <span className="dim">what might be worth keeping, and what became of it</span>
        </header>
        {candidates.shown.length === 0 && (
          <p className="card-body dim">None: nothing of this run seemed worth keeping.</p>
        )}
        <ol>
          {candidates.shown.map((row, at) => (
            <Candidate key={row.candidateId} row={row} number={at + 1} />
          ))}
        </ol>
        {candidates.more !== null && <p className="card-body">{candidates.more}</p>}
      </section>
    </div>
  );
}

function Candidate({ row, number }: { readonly row: CandidateRow; readonly number: number }) {
  return (
    <li className={`candidate ${row.section === null ? '' : `section-${row.section}`}`} data-testid="candidate">
      <span className="mono dim">{number}</span>
      <div className="candidate-text text">
        <p className="prose">
          <RunningText text={row.value} chars={4_000} />
        </p>
        <p className="dim prose">
          <RunningText
            text={[row.transferability, row.rationale].filter((words) => words !== '').join(' ')}
            chars={4_000}
          />
        </p>
      </div>
      <div className="candidate-fate">
        <Kind kind={row.fate.kind}>{row.fate.words}</Kind>
        {row.fate.itemId !== null && <ItemId id={row.fate.itemId} />}
        <span className="candidate-section">{row.section === null ? 'no section' : sectionOf(row.section).short}</span>
      </div>
    </li>
  );
}
