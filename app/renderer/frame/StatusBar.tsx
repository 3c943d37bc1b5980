// The status line: saved or not, Python, tokens, money by purpose, warnings, and the keys that apply now.

import { memo } from 'react';
import { openSide } from '../actions/views.ts';
import { compact, money, plural, whole } from '../format/numbers.ts';
import { ACTION_IDS, actionOf } from '../keys/actions.ts';
import { keyLabel } from '../keys/keymap.ts';
import { Icon } from '../parts/Icon.tsx';
import { visible } from '../parts/visible-text.ts';
import { shownState } from '../store/shown.ts';
import { useStore, useStoreSoon } from '../store/store.ts';
import type { PythonStatus } from '#app/bridge/index.ts';
import type { StudyState } from '#core/study/index.ts';

const PYTHON = {
  none: 'Python not started',
  starting: 'Python sandbox starting…',
  ready: 'Python sandbox ready',
  running: 'Python sandbox in use',
  lost: 'Python sandbox lost, starts anew',
} as const;

const NATIVE_PYTHON = {
  none: 'Python NOT sandboxed',
  starting: 'Python NOT sandboxed, starting…',
  ready: 'Python NOT sandboxed',
  running: 'Python NOT sandboxed, in use',
  lost: 'Python NOT sandboxed, lost, starts anew',
} as const;

function Python({ kind, phase }: PythonStatus) {
  // What is not sandboxed is said at every width.
  const isNative = kind === 'native';
  return (
    <span
      className={isNative ? '' : 'wide-only'}
      style={isNative || phase === 'lost' ? { color: 'var(--stale)' } : undefined}
      data-testid="python-status"
      data-phase={phase}
    >
      {(isNative ? NATIVE_PYTHON : PYTHON)[phase]}
    </span>
  );
}

/** Sums that a reader who moves through the past looks at last. */
export function StatusBar() {
  return <Status state={useStoreSoon(shownState)} />;
}

const Status = memo(function Status({ state }: { readonly state: StudyState | null }) {
  const engine = useStore((store) => store.study.engine);
  const open = useStore((store) => store.study.open);
  const work = useStore((store) => store.study.work);
  if (state === null) return <footer className="status" />;
  const running = engine.phase !== 'idle';
  const readOnly = open !== null && open.readOnly !== null;
  return (
    <footer className="status" data-testid="status">
      <span
        role="status"
        data-testid="engine-status"
        data-phase={engine.phase}
        style={{ color: running ? 'var(--accent)' : 'var(--helpful)' }}
      >
        <span className={running ? 'breathing' : ''} aria-hidden="true">
          ●
        </span>{' '}
        {running
          ? `${engine.phase}${engine.words === '' ? '' : `: ${engine.words}`}`
          : readOnly
            ? 'read only'
            : 'saved'}
        {engine.queued > 0 && ` · ${plural(engine.queued, 'command')} waiting`}
      </span>
      {state.label !== null && (
        <span className="status-label" data-testid="study-label">
          {visible(state.label)}
        </span>
      )}
      {work !== null && (
        <span role="status">
          {work.words}
          {work.fraction !== null && ` ${Math.round(work.fraction * 100)} %`}
        </span>
      )}
      <Python {...engine.python} />
      <span className="wide-only">{plural(state.iterationCount, 'iteration')}</span>
      <span
        className="mono"
        title={`${whole(state.totals.inputTokens)} tokens in, ${whole(state.totals.outputTokens)} out`}
      >
        {compact(state.totals.inputTokens)} in · {compact(state.totals.outputTokens)} out
      </span>
      <Cost state={state} />
      <span className="grow" />
      {state.warnings.length > 0 && (
        <button
          type="button"
          className="status-button"
          style={{ color: 'var(--stale)' }}
          onClick={() => openSide({ kind: 'warnings' })}
          data-testid="warnings-button"
        >
          <Icon name="warning" size={11} />
          {plural(state.warnings.length, 'warning')}
        </button>
      )}
      <FooterKeys />
    </footer>
  );
});

/** The agent's share and the map's; the panel behind it has every call. */
function Cost({ state }: { readonly state: StudyState }) {
  const { costMicroUsd, unpriced, calls } = state.totals;
  const policy = state.policyMicroUsd;
  const asked = state.asides.costMicroUsd;
  if (calls === 0) return null;
  const free = costMicroUsd === 0 && unpriced.length === 0;
  return (
    <button
      type="button"
      className={`status-button ${free ? 'wide-only' : ''}`}
      title={
        unpriced.length === 0
          ? 'Cost by stage'
          : `No price is known for ${unpriced.join(', ')}; the total misses those calls.`
      }
      onClick={() => openSide({ kind: 'costs' })}
      data-testid="cost-button"
    >
      {free ? (
        'no cost'
      ) : (
        <span>
          {unpriced.length > 0 && 'at least '}
          {money(costMicroUsd)}
          <span className="wide-only">
            {' '}
            = agent {money(costMicroUsd - policy - asked)} + map {money(policy)}
            {asked > 0 && ` + asked beside ${money(asked)}`}
          </span>
        </span>
      )}
    </button>
  );
}

const FOOTER = ACTION_IDS.filter((id) => actionOf(id).footer !== undefined);

/** As one text, so that the store's every change need not draw the line anew. */
function FooterKeys() {
  const shown = useStore((state) => FOOTER.filter((id) => actionOf(id).can(state) === true).join(','));
  const ids = FOOTER.filter((id) => shown.split(',').includes(id)).slice(0, 7);
  return (
    <span className="keys" aria-label="Keys that apply now">
      {ids.map((id) => (
        <span key={id}>
          <kbd>{keyLabel(actionOf(id).keys[0] ?? '')}</kbd>
          {actionOf(id).footer}
        </span>
      ))}
    </span>
  );
}
