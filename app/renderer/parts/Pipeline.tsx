// One update at a glance: the map that went in, what each stage made of it, the map that came out; and between the stages the
// moments at which they were done, to go to.

import type { Run, StudyState, Version } from '#core/study/index.ts';
import { selectStage } from '../actions/moving.ts';
import { openTab } from '../actions/views.ts';
import { money, plural, signed, whole } from '../format/numbers.ts';
import { mapOutcome } from '../store/outcome.ts';
import { doneSeq, stageHere } from '../store/stages.ts';
import type { StageName } from '../store/stages.ts';
import { useStore } from '../store/store.ts';
import type { Tab } from '../store/view-slice.ts';
import { Icon } from './Icon.tsx';
import { tipOf } from './tip.ts';
import { usageOf } from './Usage.tsx';
import './pipeline.css';

export function Pipeline({ state, run }: { readonly state: StudyState; readonly run: Run }) {
  const before = state.versions.get(run.baseVersionId);
  const outcome = mapOutcome(run);
  const made = outcome.kind === 'made' ? state.versions.get(outcome.to) : undefined;
  const { distilled, proposed, applied, eviction } = run;
  const refused = applied?.outcomes.filter((outcome) => outcome.status === 'refused').length ?? 0;
  return (
    <nav className="pipeline" aria-label="The update, stage by stage" data-testid="pipeline">
      <End name={run.baseVersionId} words={itemsOf(before)} />
      <Gap run={run} after="agent" />
      <Stage
        tab="distiller"
        name="Distiller"
        run={run}
        role="distiller"
        words={
          distilled === null
            ? null
            : `${plural(distilled.tags.length, 'tag')}, ${plural(distilled.candidates.length, 'candidate')}`
        }
      />
      <Gap run={run} after="distiller" />
      <Stage
        tab="cartographer"
        name="Cartographer"
        run={run}
        role="cartographer"
        words={
          proposed === null
            ? null
            : `${plural(proposed.edits.length, 'edit')}${refused > 0 ? `, ${refused} refused` : ''}`
        }
      />
      <Gap run={run} after="cartographer" />
      <Stage
        tab="evictor"
        name="Evictor"
        run={run}
        role={null}
        words={
          eviction === null
            ? null
            : eviction.removed.length === 0
              ? `${whole(eviction.tokensBefore)}, fits`
              : `${whole(eviction.tokensBefore)} → ${whole(eviction.tokensAfter)}, ${signed(-eviction.removed.length)}`
        }
      />
      <Gap run={run} after="evictor" />
      {'to' in outcome ? (
        <End name={outcome.to} words={itemsOf(made)} />
      ) : (
        <span className="pipeline-end">
          <b className="mono">{run.baseVersionId}</b>
          <span className="soft">unchanged</span>
        </span>
      )}
    </nav>
  );
}

function End({ name, words }: { readonly name: string; readonly words: string | null }) {
  return (
    <span className="pipeline-end">
      <b className="mono">{name}</b>
      {words !== null && <span className="dim">{words}</span>}
    </span>
  );
}

function itemsOf(version: Version | undefined): string | null {
  return version === undefined ? null : plural(version.map.items.length, 'item');
}

interface StageProps {
  readonly tab: Tab;
  readonly name: string;
  readonly run: Run;
  readonly role: 'distiller' | 'cartographer' | null;
  readonly words: string | null;
}

function Stage({ tab, name, run, role, words }: StageProps) {
  const cost = role === null ? 0 : usageOf(run.calls.filter((call) => call.role === role)).costMicroUsd;
  return (
    <button type="button" className={`pipeline-stage ${words === null ? 'ahead' : ''}`} onClick={() => openTab(tab)}>
      <b>{name}</b>
      <span className="dim">
        {words ?? '–'}
        {cost > 0 && <span className="pipeline-cost"> · {money(cost)}</span>}
      </span>
    </button>
  );
}

const DONE: Readonly<Record<StageName, string>> = {
  agent: 'To when the query was answered',
  distiller: 'To when the Distiller was done',
  cartographer: 'To when the Cartographer was done',
  evictor: 'To when the Evictor was done',
};

/** Between two stages: the moment at which the one before was done, also where the moment shown has not come to it yet. */
function Gap({ run, after }: { readonly run: Run; readonly after: StageName }) {
  const later = useStore((state) => state.study.live?.runs.get(run.id));
  const moment = useStore((state) => state.view.moment);
  const seq = later === undefined ? null : doneSeq(later, after);
  if (later === undefined || seq === null) return <Icon name="chevronRight" size={11} />;
  return (
    <button
      type="button"
      className="pipeline-gap"
      aria-label={DONE[after]}
      aria-current={stageHere(later, moment) === after ? 'time' : undefined}
      onClick={() => selectStage({ run, seq })}
      data-testid={`gap-${after}`}
      {...tipOf({ words: DONE[after] })}
    >
      <Icon name="chevronRight" size={11} />
    </button>
  );
}
