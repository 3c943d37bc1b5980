// The start screen: recent studies, open, new, demo.

import { openDemo, openDialog as openStudy, openRecent } from '../actions/opening.ts';
import { openDialog } from '../actions/views.ts';
import { moment } from '../format/numbers.ts';
import { actionOf } from '../keys/actions.ts';
import { keyLabel } from '../keys/keymap.ts';
import { ActionButton } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import type { IconName } from '../parts/Icon.tsx';
import { visible } from '../parts/visible-text.ts';
import { useStore } from '../store/store.ts';
import './start.css';

export function StartScreen() {
  const info = useStore((state) => state.study.info);
  return (
    <main className="start scroll">
      <div className="start-inner">
        <header className="start-head">
          <i className="brand-dot large" aria-hidden="true" />
          <div>
            <h1>Peek</h1>
            <p className="soft">
              Watch a context map evolve: what the agent did, what was learnt, what was let go, and why.
            </p>
          </div>
        </header>
        <div className="start-choices">
          <Choice
            icon="spark"
            title="Demo study"
            words="Ten queries over a year of support tickets, played by hand. No key, no network."
            onClick={() => void openDemo()}
            testId="start-demo"
          />
          <Choice
            icon="step"
            title="Demo to run"
            words="The same tickets, nothing asked yet: step through it with the rule-based offline model."
            onClick={() => void openDemo('offline')}
            testId="start-demo-offline"
          />
          <Choice
            icon="plus"
            title="New study"
            words="A text or a folder, your questions, a model, a budget."
            keys="study.new"
            onClick={() => openDialog('new-study')}
            testId="start-new"
          />
          <Choice
            icon="open"
            title="Open"
            words="A .peek file, or a .jsonl log of the RLM library. Dropping it here works too."
            keys="study.open"
            onClick={() => void openStudy()}
            testId="start-open"
          />
        </div>
        <Recent />
        <footer className="start-foot dim">
          {info !== null && (
            <button type="button" onClick={() => openDialog('about')}>
              Peek {info.version}
            </button>
          )}
          <button type="button" onClick={() => openDialog('settings')}>
            Settings
          </button>
          <button type="button" onClick={() => openDialog('keys')}>
            Keys <kbd>?</kbd>
          </button>
        </footer>
      </div>
    </main>
  );
}

interface ChoiceProps {
  readonly icon: IconName;
  readonly title: string;
  readonly words: string;
  readonly keys?: 'study.new' | 'study.open';
  readonly onClick: () => void;
  readonly testId: string;
}

function Choice({ icon, title, words, keys, onClick, testId }: ChoiceProps) {
  return (
    <button type="button" className="choice" onClick={onClick} data-testid={testId}>
      <span className="choice-icon">
        <Icon name={icon} size={18} />
      </span>
      <span className="choice-title">
        {title}
        {keys !== undefined && <kbd>{keyLabel(actionOf(keys).keys[0] ?? '')}</kbd>}
      </span>
      <span className="soft">{words}</span>
    </button>
  );
}

function Recent() {
  const recent = useStore((state) => state.study.recent);
  return (
    <section className="card recent" aria-labelledby="recent-title">
      <div className="head">
        <h2 id="recent-title">Recent</h2>
        <span className="grow" />
        {recent.kind === 'data' && recent.value.length > 0 && (
          <ActionButton action="search.all" icon="search" kind="small">
            Find in all
          </ActionButton>
        )}
      </div>
      {recent.kind === 'loading' && <p className="recent-note dim breathing">Reading…</p>}
      {recent.kind === 'error' && (
        <p className="recent-note" style={{ color: 'var(--harmful)' }}>
          {recent.words}
        </p>
      )}
      {recent.kind === 'data' && recent.value.length === 0 && (
        <p className="recent-note dim">Studies you open will be listed here.</p>
      )}
      {recent.kind === 'data' && recent.value.length > 0 && (
        <ul>
          {recent.value.map((study) => (
            <li key={study.recentId}>
              <button
                type="button"
                className="recent-row"
                disabled={study.missing}
                onClick={() => void openRecent(study.recentId)}
                data-testid="recent-study"
              >
                <Icon name="file" />
                <b>{visible(study.name)}</b>
                <span className="dim grow recent-where">
                  {visible(study.fileName)} · {visible(study.folder)}
                </span>
                {study.missing && <span style={{ color: 'var(--stale)' }}>file is gone</span>}
                <span className="dim num">{moment(study.openedAt)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
