// The bar: which study, branch, context and model; and the verbs.

import { memo } from 'react';
import type { ReactNode } from 'react';
import { runAction } from '../keys/actions.ts';
import { isBusy } from '../keys/actions.ts';
import { send } from '../actions/commands.ts';
import { openDialog } from '../actions/views.ts';
import { bytes, compact, whole } from '../format/numbers.ts';
import { ActionButton } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Menu } from '../parts/Menu.tsx';
import { tipOf } from '../parts/tip.ts';
import { brief, visible } from '../parts/visible-text.ts';
import { isFrozen } from '#core/study/index.ts';
import type { StudyState } from '#core/study/index.ts';
import { shownState } from '../store/shown.ts';
import { useStore, useStoreSoon } from '../store/store.ts';

export function Toolbar() {
  return (
    <header className="bar">
      <span className="brand">
        <i className="brand-dot" aria-hidden="true" />
        <span className="wide-only">Peek</span>
      </span>
      <ChipsSoon />
      <Verbs />
    </header>
  );
}

/** Its two menus would be a tenth of a step through the versions, which change next to nothing in them. */
function ChipsSoon() {
  return <Chips state={useStoreSoon(shownState)} />;
}

const Chips = memo(function Chips({ state }: { readonly state: StudyState | null }) {
  const fileName = useStore((store) => store.study.open?.fileName ?? '');
  if (state === null) return <span className="grow" />;
  const { context, settings } = state;
  const branches = [...state.branches.values()].filter((branch) => !branch.deleted);
  return (
    <div className="chips">
      <Menu
        label="Study"
        trigger={
          <button type="button" className="chip study-chip" data-testid="study-menu" title={fileName}>
            <b>{brief(state.name, 100)}</b>
            <Icon name="chevronDown" size={11} />
          </button>
        }
        entries={[
          { id: 'queries', label: 'Add queries…', run: () => openDialog('queries') },
          { id: 'settings', label: 'Settings…', run: () => openDialog('settings') },
          { id: 'export', label: 'Export…', run: () => openDialog('export') },
          { id: 'operations', label: 'Operations log', run: () => runAction('view.operations'), separated: true },
          {
            id: 'warnings',
            label: 'Warnings',
            hint: `${state.warnings.length}`,
            run: () => runAction('view.warnings'),
          },
          { id: 'new', label: 'New study…', run: () => openDialog('new-study'), separated: true },
          { id: 'open', label: 'Open a study…', run: () => runAction('study.open') },
          { id: 'close', label: 'Close this study', run: () => runAction('study.close') },
        ]}
      />
      <Menu
        label="Branch"
        trigger={
          <button type="button" className="chip" data-testid="branch-menu">
            <span style={{ color: 'var(--cu)', display: 'inline-flex' }}>
              <Icon name="branch" size={13} />
            </span>
            <b>{brief(state.currentBranch, 60)}</b>
            <Icon name="chevronDown" size={11} />
          </button>
        }
        entries={[
          ...branches.map((branch) => ({
            id: branch.name,
            label: brief(branch.name, 100),
            hint: branch.head,
            checked: branch.name === state.currentBranch,
            run: () => void send({ do: 'branch.switch', name: branch.name }),
          })),
          { id: 'new branch', label: 'Branch from here…', separated: true, run: () => runAction('branch.create') },
        ]}
      />
      {context !== null && (
        <span
          className="chip yields context-chip"
          tabIndex={0}
          {...tipOf({
            words: `${visible(context.name)}: ${bytes(context.bytes)}${context.tokens === null ? '' : `, ${whole(context.tokens)} tokens`}, ${context.encoding}, ${context.format}`,
          })}
        >
          <span className="mono">
            {brief(context.name, 100)} · {bytes(context.bytes)}
            {context.tokens !== null && <span className="chip-more"> · {compact(context.tokens)} tok</span>}
          </span>
        </span>
      )}
      <button
        type="button"
        className="chip yields last"
        onClick={() => openDialog('settings')}
        data-testid="model-chip"
      >
        <span className="wide-only">RLM ·</span> <b>{brief(modelName(settings.models), 60)}</b>
        {settings.agent.python === 'native' && <b className="unsandboxed">· Python NOT sandboxed</b>}
      </button>
    </div>
  );
});

export function modelName(models: { readonly provider: string; readonly root: string }): string {
  switch (models.provider) {
    case 'offline':
      return 'offline (rule-based, no LM)';
    case 'manual':
      return 'manual (you are the model)';
    case 'adversarial':
      return 'adversarial (for tests)';
    default:
      return models.root;
  }
}

function Verbs() {
  const busy = useStore(isBusy);
  const paused = useStore((state) => state.study.engine.phase === 'paused');
  const review = useStore((state) => state.study.live?.settings.reviewEdits === true);
  const frozen = useStore((state) => state.study.live !== null && isFrozen(state.study.live));
  const after = useStore((state) => state.study.live?.settings.method.evolveSteps ?? null);
  return (
    <div className="bar-buttons" role="toolbar" aria-label="Run">
      {busy ? (
        <>
          <ActionButton action="run.stop" icon="stop" kind="primary">
            <Word>Stop</Word>
          </ActionButton>
          <ActionButton action="run.pause" icon={paused ? 'step' : 'pause'}>
            <Word>{paused ? 'Go on' : 'Pause'}</Word>
          </ActionButton>
        </>
      ) : (
        <>
          <ActionButton action="run.step" icon="step" kind="primary" showKey>
            <Word>Step</Word>
          </ActionButton>
          <ActionButton action="run.all" icon="runAll">
            <Word>Run all</Word>
          </ActionButton>
        </>
      )}
      <ActionButton action="review.toggle" pressed={review} tip="Proposed edits wait for your decision">
        <span>
          Review<Word> edits</Word>
        </span>
        <i className="light-dot" aria-hidden="true" />
      </ActionButton>
      <ActionButton
        action="map.freeze"
        icon="freeze"
        kind="frost"
        pressed={frozen}
        tip={frozen ? 'Let the map evolve again' : 'From now on the map is reused, not updated'}
      >
        <Word>{frozen ? 'Frozen' : 'Freeze'}</Word>
        {!frozen && after !== null && <span className="mono dim wide-only">after m = {after}</span>}
      </ActionButton>
      <ActionButton action="map.rollback" icon="rollback" tip="To an earlier version, with the difference shown first">
        <Word>Roll back</Word>
      </ActionButton>
      <ActionButton action="study.export" icon="export">
        <Word>Export</Word>
      </ActionButton>
    </div>
  );
}

/** In a window without room for it the word is the button's name still; the tip says it. */
function Word({ children }: { readonly children: ReactNode }) {
  return <span className="bar-word">{children}</span>;
}
