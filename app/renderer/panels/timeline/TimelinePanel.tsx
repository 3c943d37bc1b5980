// The time axis: tokens per section over the versions against the budget; the cursor travels, two handles compare.

import { moveVersion, selectStop } from '../../actions/moving.ts';
import { openSide } from '../../actions/views.ts';
import { moment } from '../../format/numbers.ts';
import { ActionButton, Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { queryNumber } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { causeWords, changeOfVersion, stopAt, stopsOf } from '../../store/timeline.ts';
import type { Stop } from '../../store/timeline.ts';
import { NoteButton, NoteLines } from '../notes/NoteLines.tsx';
import { Chart } from './Chart.tsx';
import './timeline.css';
import type { StudyState } from '#core/study/index.ts';

export function TimelinePanel() {
  const live = useStore((state) => state.study.live);
  const at = useStore((state) => state.view.moment);
  const playing = useStore((state) => state.view.playing);
  if (live === null) return null;
  const stops = stopsOf(live);
  const here = stopAt(stops, at);
  const stop = stops[here];
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
            name="One version on"
            keys={[']', 'right']}
            onClick={() => moveVersion(1)}
            testId="version-on"
          />
        </div>
        {stop !== undefined && <Here state={live} stop={stop} stops={stops} index={here} now={at === null} />}
      </div>
      <Chart state={live} stops={stops} here={here} moment={at} onTravel={selectStop} />
    </section>
  );
}

interface HereProps {
  readonly state: StudyState;
  readonly stop: Stop;
  readonly stops: readonly Stop[];
  readonly index: number;
  readonly now: boolean;
}

function Here({ state, stop, stops, index, now }: HereProps) {
  const { version, run } = stop;
  const change = changeOfVersion(state, version);
  const active = now && state.activeRunId !== null ? state.runs.get(state.activeRunId) : undefined;
  const pending = active?.status === 'review';
  const before = stops[index - 1]?.version ?? version;
  const words = pending
    ? `proposed by query ${queryNumber(state, active.queryId)}`
    : stop.reuse
      ? `reused by query ${queryNumber(state, run?.queryId ?? '')}`
      : run === null
        ? causeWords(version)
        : `by query ${queryNumber(state, run.queryId)}`;
  return (
    <div className="timeline-here">
      <p className="timeline-name">
        <b className="strong mono" data-testid="timeline-version">
          {version.id}
          {pending && '′'}
        </b>{' '}
        <span className="dim">{words}</span>
        <span className="grow" />
        <NoteButton target={{ kind: 'version', id: version.id }} />
      </p>
      <p
        className="mono timeline-change"
        aria-label={`${change.added} added, ${change.rewritten} rewritten, ${change.deleted} deleted, ${change.evicted} evicted`}
      >
        <span style={{ color: 'var(--add)' }}>+{change.added}</span>
        <span style={{ color: 'var(--replace)' }}>~{change.rewritten}</span>
        <span style={{ color: 'var(--delete)' }}>−{change.deleted}</span>
        <span className="timeline-evicted">
          <Icon name="evict" size={12} />
          {change.evicted}
        </span>
        <span className="dim">{moment(version.at)}</span>
      </p>
      {before.id !== version.id && (
        <p>
          <button
            type="button"
            className="link"
            onClick={() => openSide({ kind: 'compare', from: before.id, to: version.id, rollback: false })}
            data-testid="compare-button"
          >
            Compare with {before.id}
          </button>
        </p>
      )}
      <NoteLines target={{ kind: 'version', id: version.id }} />
    </div>
  );
}
