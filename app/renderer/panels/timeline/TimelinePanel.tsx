// The time axis: tokens per section over the versions against the budget; the cursor travels, two handles compare.

import { useMemo } from 'react';
import { moveVersion, selectQuery, selectStop } from '../../actions/moving.ts';
import { openSide } from '../../actions/views.ts';
import { moment } from '../../format/numbers.ts';
import { ActionButton, Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { EditCount, EvictCount } from '../../parts/marks.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { asProposed, asVersion, proposedId } from '../../store/outcome.ts';
import { queryNumber, reviewedRun } from '../../store/shown.ts';
import { wayThrough } from '../../store/stages.ts';
import { useStore } from '../../store/store.ts';
import { causeWords, changeOfVersion, placeAt, stopsOf } from '../../store/timeline.ts';
import type { Stop, VersionChange } from '../../store/timeline.ts';
import { changeOfPending } from '../map/pending-view.ts';
import { NoteButton, NoteLines } from '../notes/NoteLines.tsx';
import { useReviewPreview } from '../cartographer/use-review-preview.ts';
import { Chart, GLYPHS } from './Chart.tsx';
import { stopMarks } from './stop-marks.ts';
import type { MarkKind, StopMark } from './stop-marks.ts';
import type { Proposed } from './timeline-view.ts';
import './timeline.css';
import type { StudyState } from '#core/study/index.ts';

export function TimelinePanel() {
  const live = useStore((state) => state.study.live);
  const at = useStore((state) => state.view.moment);
  const onward = useStore((state) => (state.view.past === null ? 0 : wayThrough(state.view.past)));
  const playing = useStore((state) => state.view.playing);
  const run = live === null ? null : reviewedRun(live);
  const counted = useReviewPreview(run);
  const preview = counted.kind === 'data' ? counted.value : null;
  const proposed = useMemo((): Proposed | null => (run === null ? null : { run, preview }), [run, preview]);
  const marks = useMemo(() => (live === null ? [] : stopMarks(live, stopsOf(live))), [live]);
  if (live === null) return null;
  const stops = stopsOf(live);
  const here = placeAt(live, stops, at);
  const stop = stops[here];
  const marked = marks.filter((mark) => mark.at === here);
  return (
    <section className="pane timeline" aria-label="Timeline">
      <div className="timeline-side">
        <div className="head">
          <h2>Timeline</h2>
          <span className="grow" />
          <Button
            kind="small bare"
            icon="chevronLeft"
            name="One version back"
            keys={['[', 'left']}
            onClick={() => moveVersion(-1)}
            testId="version-back"
          />
          <ActionButton
            action="time.play"
            icon={playing ? 'pause' : 'step'}
            kind="small bare"
            name={playing ? 'Pause' : 'Play'}
          />
          <Button
            kind="small bare"
            icon="chevronRight"
            name="One version forward"
            keys={[']', 'right']}
            onClick={() => moveVersion(1)}
            testId="version-on"
          />
        </div>
        {stop !== undefined ? (
          <Here state={live} stop={stop} stops={stops} index={here} marked={marked} />
        ) : (
          proposed !== null && <ProposedHere state={live} proposed={proposed} />
        )}
      </div>
      <Chart
        state={live}
        stops={stops}
        proposed={proposed}
        marked={marked}
        here={here}
        moment={at}
        onward={onward}
        onTravel={(to) => {
          if (to !== null) selectStop(to);
          else if (run !== null) selectQuery(run.queryId);
        }}
      />
    </section>
  );
}

interface HereProps {
  readonly state: StudyState;
  readonly stop: Stop;
  readonly stops: readonly Stop[];
  readonly index: number;
  readonly marked: readonly StopMark[];
}

function Here({ state, stop, stops, index, marked }: HereProps) {
  const { version, run } = stop;
  const before = stops[index - 1]?.version ?? version;
  const words = stop.reuse
    ? `reused by query ${queryNumber(state, run?.queryId ?? '')}`
    : run === null
      ? causeWords(state, version)
      : `by query ${queryNumber(state, run.queryId)}`;
  return (
    <div className="scroll timeline-here">
      <p className="timeline-name">
        <b className="strong mono" data-testid="timeline-version">
          {version.id}
        </b>{' '}
        <span className="dim">{words}</span>
        <span className="grow" />
        <NoteButton target={{ kind: 'version', id: version.id }} />
      </p>
      {stop.reuse ? (
        <p className="timeline-change dim">
          no change <span className="dim">{moment(run?.endedAt ?? version.at)}</span>
        </p>
      ) : (
        <Change change={changeOfVersion(state, version)} at={version.at} />
      )}
      {before.id !== version.id && (
        <p>
          <button
            type="button"
            className="link"
            onClick={() => openSide({ kind: 'compare', from: before.id, to: asVersion(version.id), rollback: false })}
            data-testid="compare-button"
          >
            Compare with {before.id}
          </button>
        </p>
      )}
      <MarkLines marked={marked} />
      <NoteLines target={{ kind: 'version', id: version.id }} />
    </div>
  );
}

/** These are told already: as the cause of the version, by its counts, or with their whole text. */
const TOLD: ReadonlySet<MarkKind> = new Set(['hand', 'pin', 'return', 'import', 'evict', 'note']);

/** The signs above this place, in words. */
function MarkLines({ marked }: { readonly marked: readonly StopMark[] }) {
  const told = marked.filter(({ kind }) => !TOLD.has(kind));
  if (told.length === 0) return null;
  return (
    <ul className="timeline-marks" aria-label="Marked here" data-testid="timeline-marks">
      {told.map(({ key, kind, words }) => (
        <li key={key} className={GLYPHS[kind].className}>
          <Icon name={GLYPHS[kind].icon} size={11} />
          <span>
            <RunningText text={words} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The map as it would become, while its edits wait for a decision. */
function ProposedHere({ state, proposed }: { readonly state: StudyState; readonly proposed: Proposed }) {
  const { run, preview } = proposed;
  const drafts = useStore((store) => store.draft.decisions);
  const version = state.versions.get(run.baseVersionId);
  if (version === undefined) return null;
  return (
    <div className="scroll timeline-here">
      <p className="timeline-name">
        <b className="strong mono" data-testid="timeline-version">
          {proposedId(version.id)}
        </b>{' '}
        <span className="dim">proposed by query {queryNumber(state, run.queryId)}</span>
      </p>
      {preview === null ? (
        <p className="dim late">counting…</p>
      ) : (
        <Change change={changeOfPending(state, version, preview, drafts)} at={null} />
      )}
      <p>
        <button
          type="button"
          className="link"
          onClick={() => openSide({ kind: 'compare', from: version.id, to: asProposed(version.id), rollback: false })}
          data-testid="compare-button"
        >
          Compare with {version.id}
        </button>
      </p>
    </div>
  );
}

function Change({ change, at }: { readonly change: VersionChange; readonly at: string | null }) {
  const { added, rewritten, deleted, evicted } = change;
  return (
    <p
      className="mono timeline-change"
      aria-label={`${added} added, ${rewritten} rewritten, ${deleted} deleted, ${evicted} evicted`}
    >
      <EditCount kind="add" count={added} />
      <EditCount kind="replace" count={rewritten} />
      <EditCount kind="delete" count={deleted} />
      <EvictCount count={evicted} />
      <span className="dim">{at === null ? 'if accepted' : moment(at)}</span>
    </p>
  );
}
