// The middle pane: what the chosen query asked and how it went, in five tabs.

import { Tabs } from '@base-ui/react/tabs';
import { memo, useEffect, useRef } from 'react';
import { openEnding } from '../actions/moving.ts';
import { openTab } from '../actions/views.ts';
import { duration, plural, signed } from '../format/numbers.ts';
import { actionOf, isActionId } from '../keys/actions.ts';
import { keyLabel } from '../keys/keymap.ts';
import { CartographerPanel } from '../panels/cartographer/CartographerPanel.tsx';
import { DistillerPanel } from '../panels/distiller/DistillerPanel.tsx';
import { EvictorPanel } from '../panels/evictor/EvictorPanel.tsx';
import { PromptsPanel } from '../panels/prompts/PromptsPanel.tsx';
import { NoteButton, NoteLines } from '../panels/notes/NoteLines.tsx';
import { titleOf } from '../panels/queries/queries-view.ts';
import { TrajectoryPanel } from '../panels/trajectory/TrajectoryPanel.tsx';
import { ActionButton } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Pipeline } from '../parts/Pipeline.tsx';
import { RunningText } from '../parts/RunningText.tsx';
import { mapWords } from '../store/outcome.ts';
import { queryNumber, shownQuery, shownRun, shownState } from '../store/shown.ts';
import { useStore, useStoreSoon } from '../store/store.ts';
import { FocusView } from './FocusView.tsx';
import { RunDetail } from './RunDetail.tsx';
import { TABS } from '../store/view-slice.ts';
import type { Tab } from '../store/view-slice.ts';
import type { Run, StudyState } from '#core/study/index.ts';
import { headOf } from '#core/study/index.ts';
import './main-pane.css';

const NAMES: Readonly<Record<Tab, string>> = {
  trajectory: 'Trajectory',
  distiller: 'Distiller',
  cartographer: 'Cartographer',
  evictor: 'Evictor',
  prompts: 'Prompts',
};

interface Shown {
  readonly tab: Tab;
  readonly focus: boolean;
  readonly run: Run | null;
  readonly state: StudyState | null;
  readonly hasQuery: boolean;
}

export function MainPane() {
  const tab = useStore((state) => state.view.tab);
  const focus = useStore((state) => state.view.focus);
  const run = useStoreSoon(shownRun);
  const state = useStoreSoon(shownState);
  const hasQuery = useStoreSoon((store) => shownQuery(store) !== null);
  return <QueryPane tab={tab} focus={focus} run={run} state={state} hasQuery={hasQuery} />;
}

const QueryPane = memo(function QueryPane({ tab, focus, run, state, hasQuery }: Shown) {
  const tabs = useRef<HTMLDivElement>(null);
  // In a narrow pane they are scrolled; whichever way a tab was chosen, it is seen.
  useEffect(() => {
    tabs.current?.querySelector(`[data-testid="tab-${tab}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  if (!hasQuery) {
    return (
      <section className="pane main-pane" aria-label="Query">
        <h1 className="hidden-text">No query</h1>
        <Empty icon="spark" title="Nothing asked yet">
          <p>A query is one question about the context. Step answers the next one and lets the map learn from it.</p>
          <ActionButton action="study.queries" icon="plus" showKey>
            Add queries
          </ActionButton>
        </Empty>
      </section>
    );
  }
  return (
    <section className={`pane main-pane ${focus ? 'focused' : ''}`} aria-label="Query">
      <Title run={run} />
      {focus && run !== null ? (
        <RunDetail run={run}>
          <FocusView />
        </RunDetail>
      ) : (
        <Tabs.Root value={tab} onValueChange={(value: Tab) => openTab(value)} className="tabs-root">
          <Tabs.List ref={tabs} className="tabs" aria-label="What happened">
            {TABS.map((each) => (
              <Tabs.Tab key={each} value={each} className="tab" data-testid={`tab-${each}`} title={keyOf(each)}>
                {NAMES[each]}
                <Count tab={each} run={run} />
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {TABS.map((each) => (
            <Tabs.Panel key={each} value={each} className="tab-panel" tabIndex={-1}>
              {run !== null && run.evolves && each !== 'trajectory' && each !== 'prompts' && state !== null && (
                <Pipeline state={state} run={run} />
              )}
              {run === null ? (
                <PanelOf tab={each} />
              ) : (
                <RunDetail run={run}>
                  <PanelOf tab={each} />
                </RunDetail>
              )}
            </Tabs.Panel>
          ))}
        </Tabs.Root>
      )}
    </section>
  );
});

function keyOf(tab: Tab): string {
  const id = `tab.${tab}`;
  return isActionId(id) ? `${NAMES[tab]} (${keyLabel(actionOf(id).keys[0] ?? '')})` : NAMES[tab];
}

function PanelOf({ tab }: { readonly tab: Tab }) {
  switch (tab) {
    case 'trajectory':
      return <TrajectoryPanel />;
    case 'distiller':
      return <DistillerPanel />;
    case 'cartographer':
      return <CartographerPanel />;
    case 'evictor':
      return <EvictorPanel />;
    case 'prompts':
      return <PromptsPanel />;
  }
}

const ACTIVE_STAGE: Readonly<Record<string, Tab>> = {
  agent: 'trajectory',
  distiller: 'distiller',
  cartographer: 'cartographer',
  review: 'cartographer',
  apply: 'cartographer',
  evict: 'evictor',
};

function Count({ tab, run }: { readonly tab: Tab; readonly run: Run | null }) {
  const now = useStore((state) => state.view.moment === null);
  const working =
    now && run !== null && (run.status === 'running' || run.status === 'updating') && ACTIVE_STAGE[run.stage] === tab;
  const text = run === null ? NO_COUNT : countOf(tab, run);
  return (
    <>
      {text.short !== '' && (
        <span className="count">
          <span className="count-long">{text.long}</span>
          <span className="count-short">{text.short}</span>
        </span>
      )}
      {working && <span className="tab-live breathing" role="img" aria-label="working" />}
    </>
  );
}

interface CountText {
  readonly long: string;
  readonly short: string;
}

const NO_COUNT: CountText = { long: '', short: '' };

function countOf(tab: Tab, run: Run): CountText {
  switch (tab) {
    case 'trajectory':
      return run.iterationCount === 0 ? NO_COUNT : same(`${run.iterationCount}`);
    case 'distiller': {
      if (run.distilled === null) return NO_COUNT;
      const { tags, candidates } = run.distilled;
      return { long: `${plural(tags.length, 'tag')} · ${candidates.length}`, short: `${tags.length}` };
    }
    case 'cartographer': {
      const edits = run.proposed?.edits.length;
      return edits === undefined ? NO_COUNT : { long: plural(edits, 'edit'), short: `${edits}` };
    }
    case 'evictor':
      return run.eviction === null ? NO_COUNT : same(signed(-run.eviction.removed.length));
    case 'prompts':
      return NO_COUNT;
  }
}

function same(text: string): CountText {
  return { long: text, short: text };
}

function Title({ run }: { readonly run: Run | null }) {
  const state = useStoreSoon(shownState);
  const query = useStoreSoon(shownQuery);
  const engine = useStore((store) => store.study.engine);
  if (state === null || query === null) return null;
  return (
    <div className="title">
      <span className="title-line">
        <h1 className="text" data-testid="query-title">
          <RunningText text={titleOf(query.text)} chars={600} />
        </h1>
        <NoteButton target={{ kind: 'query', id: query.id }} />
      </span>
      <p className="dim text" data-testid="query-summary">
        Query {queryNumber(state, query.id)}
        {run === null ? ` · not run yet` : <Summary run={run} words={engine.runId === run.id ? engine.words : ''} />}
        {query.truth !== null && (
          <>
            {' '}
            · truth{' '}
            <span className="soft">
              “<RunningText text={query.truth.slice(0, 120)} />”
            </span>
          </>
        )}
      </p>
      <NoteLines target={{ kind: 'query', id: query.id }} />
    </div>
  );
}

function Summary({ run, words }: { readonly run: Run; readonly words: string }) {
  const now = useStore((state) => state.view.moment === null);
  const subcalls = run.calls.filter((call) => call.role === 'sub').length;
  const work = `${plural(run.iterationCount, 'iteration')}${subcalls > 0 ? `, ${plural(subcalls, 'sub-call')}` : ''}`;
  return (
    <>
      {' '}
      · {mapWords(run)} ·{' '}
      {now && (run.status === 'running' || run.status === 'updating') ? (
        <>
          <b style={{ color: 'var(--accent)' }}>running</b>: {words === '' ? work : words} ·{' '}
          {duration(run.calls.reduce((sum, call) => sum + call.latencyMs, 0))}
        </>
      ) : run.answer !== null ? (
        <>
          answered{' '}
          <b className="soft">
            “<RunningText text={headOf(run.answer.answer).slice(0, 300)} />”
          </b>{' '}
          in {work}
          {run.answer.source === 'exhausted' || run.answer.source === 'limit'
            ? ` (${run.answer.source === 'limit' ? 'a limit ended it' : 'out of iterations'})`
            : ''}
        </>
      ) : run.endedAt === null ? (
        `was under way here, with ${work} so far`
      ) : (
        <>
          <b style={{ color: run.status === 'failed' ? 'var(--harmful)' : 'var(--stale)' }}>{run.status}</b> after{' '}
          {work}
          {run.failure !== null && `: ${run.failure.kind}`}
          {now && !run.abandoned && (
            <>
              {' '}
              ·{' '}
              <button type="button" className="link" onClick={() => openEnding(run.id)} data-testid="how-to-go-on">
                how to go on
              </button>
            </>
          )}
        </>
      )}
      {run.withoutItem !== null && ` · without ${run.withoutItem}`}
    </>
  );
}
