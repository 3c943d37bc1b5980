// Another budget, order or weights over the recorded tags and edits: at once, and without a model.

import { useState } from 'react';
import type { WhatIfOptions, WhatIfResult } from '#app/bridge/index.ts';
import type { StudyState } from '#core/study/index.ts';
import { send } from '../../actions/commands.ts';
import { notify } from '../../actions/notices.ts';
import { duration, plural, signed, whole } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { ItemId } from '../../parts/marks.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { Switch } from '../../parts/Switch.tsx';
import { shownState, shownVersion } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { recordedOptions, sameOptions, scopeOf, stepPath, whatIfRows } from './what-if-view.ts';
import type { Scope, WhatIfRowView } from './what-if-view.ts';
import '../side.css';
import './what-if.css';

const TYPING_MS = 120;
/** Differing versions listed. A number of ours. */
const SHOWN = 200;
const TAGS = ['helpful', 'harmful', 'neutral', 'stale'] as const;

export function WhatIfPanel() {
  const live = useStore((state) => state.study.live);
  if (live === null) return null;
  return <WhatIf state={live} />;
}

function WhatIf({ state }: { readonly state: StudyState }) {
  const recorded = recordedOptions(state);
  const [options, setOptions] = useState<WhatIfOptions>({
    ...recorded,
    budgetTokens: Math.max(64, Math.round(recorded.budgetTokens / 2)),
  });
  const handle = useStore((store) => store.study.open?.handle ?? '');
  const readOnly = useStore((store) => store.study.open?.readOnly?.words ?? null);
  const isPast = useStore((store) => store.view.moment !== null);
  const shown = useStore((store) => shownVersion(store)?.id ?? null);
  const branchThen = useStore((store) => shownState(store)?.currentBranch ?? state.currentBranch);
  // A branch that is there no more cannot be led along.
  const branch = state.branches.has(branchThen) ? branchThen : state.currentBranch;
  const result = useRequest(
    'preview.whatIf',
    { handle, branch, options },
    `${state.seq} ${branch} ${JSON.stringify(options)}`,
    TYPING_MS,
  );
  const change = (next: Partial<WhatIfOptions>) => setOptions({ ...options, ...next });
  return (
    <>
      <SideHead title="What if">
        <span className="count">no model is called</span>
      </SideHead>
      <div className="scroll what-if" data-testid="what-if" tabIndex={0} role="group" aria-label="What if">
        <Form options={options} recorded={recorded} change={change} />
        {result.kind === 'error' ? (
          <Empty tone="bad" title="This cannot be told">
            {result.words}
          </Empty>
        ) : result.kind === 'loading' ? (
          <Waiting words="Playing the recorded edits…" />
        ) : (
          <Result
            scope={scopeOf(state, branch, whatIfRows(state, result.value), shown, isPast)}
            isPast={isPast}
            result={result.value}
            options={options}
            recorded={recorded}
          />
        )}
      </div>
      <div className="side-foot">
        <Button
          kind="small"
          reason={sameOptions(options, recorded) ? 'These are the study’s own rules.' : null}
          onClick={() => setOptions(recorded)}
        >
          Reset to recorded
        </Button>
        <span className="grow" />
        <Button
          kind="small"
          reason={readOnly ?? (sameOptions(options, recorded) ? 'These are the study’s own rules.' : null)}
          tip="From now on; the past stays as it was. A smaller budget evicts at once."
          onClick={() => void use(state, options)}
          testId="what-if-use"
        >
          Use from now on
        </Button>
      </div>
    </>
  );
}

async function use(state: StudyState, options: WhatIfOptions): Promise<void> {
  const settings = { ...state.settings, method: { ...state.settings.method, ...options } };
  if (await send({ do: 'settings.change', settings, reason: 'from what-if' }))
    notify('good', 'The study uses these rules from now on.');
}

interface FormProps {
  readonly options: WhatIfOptions;
  readonly recorded: WhatIfOptions;
  readonly change: (next: Partial<WhatIfOptions>) => void;
}

function Form({ options, recorded, change }: FormProps) {
  return (
    <div className="side-part what-if-form">
      <label className="what-if-budget">
        <span className="dim">Budget</span>
        <input
          type="range"
          min={64}
          max={Math.max(2_048, recorded.budgetTokens * 2)}
          step={16}
          value={options.budgetTokens}
          aria-label="Budget"
          onChange={(event) => change({ budgetTokens: Number(event.target.value) })}
        />
        <input
          type="number"
          className="figure-field"
          min={1}
          value={options.budgetTokens}
          aria-label="Budget in tokens"
          data-testid="what-if-budget"
          onChange={(event) => change({ budgetTokens: Math.max(1, Math.round(Number(event.target.value)) || 1) })}
        />
        <span className="dim what-if-recorded">recorded: {whole(recorded.budgetTokens)}</span>
      </label>
      <div className="what-if-line">
        <span className="dim">Order</span>
        <Switch
          label="Order of eviction"
          options={[
            { value: 'section-then-score', words: 'section, score' },
            { value: 'score-then-section', words: 'score, section' },
          ]}
          value={options.evictionOrder}
          onChange={(evictionOrder) => change({ evictionOrder })}
        />
        <label className="what-if-check">
          <input
            type="checkbox"
            checked={options.eviction}
            onChange={(event) => change({ eviction: event.target.checked })}
          />{' '}
          evict
        </label>
      </div>
      <div className="what-if-weights" role="group" aria-label="Weights of the tags">
        {TAGS.map((tag) => (
          <label key={tag} className={`what-if-weight tag-${tag}`}>
            {tag}
            <input
              type="number"
              step={0.5}
              className="figure-field"
              value={options.tagWeights[tag]}
              onChange={(event) =>
                change({ tagWeights: { ...options.tagWeights, [tag]: Number(event.target.value) || 0 } })
              }
            />
          </label>
        ))}
      </div>
    </div>
  );
}

interface ResultProps {
  readonly scope: Scope;
  readonly isPast: boolean;
  readonly result: WhatIfResult;
  readonly options: WhatIfOptions;
  readonly recorded: WhatIfOptions;
}

function Result({ scope, isPast, result, options, recorded }: ResultProps) {
  const { rows, words } = scope;
  const last = rows.at(-1);
  if (last === undefined)
    return (
      <Empty icon="whatIf" title="Nothing to play again yet">
        The map had no updates up to here. Once a query has been answered, this tells what other rules would have done.
      </Empty>
    );
  const differing = rows.filter((row) => row.differs);
  // That it is another moment comes first; that it is all up to now can stand below the differences.
  const told = (
    <p className="dim" data-testid="what-if-scope">
      {visible(words)}
    </p>
  );
  return (
    <>
      <div className="side-part">
        {isPast && told}
        <p data-testid="what-if-summary">
          {last.versionId} would take <b className="strong num">{whole(last.tokens)}</b> tokens{' '}
          <span className="dim">(recorded {whole(last.recordedTokens)})</span>:{' '}
          {last.onlyRecorded.length === 0 && last.onlyHere.length === 0 ? (
            'the same items.'
          ) : (
            <span className="what-if-items">
              <span style={{ color: 'var(--delete)' }}>−{last.onlyRecorded.length}</span>{' '}
              <span style={{ color: 'var(--add)' }}>+{last.onlyHere.length}</span> items.
            </span>
          )}
        </p>
        <Lines rows={rows} budget={options.budgetTokens} recordedBudget={recorded.budgetTokens} />
        <p className="dim what-if-legend">
          <span>
            <i /> these rules
          </span>
          <span>
            <i className="line-recorded" /> as recorded
          </span>
          <span>
            <i className="line-budget" /> budget
          </span>
          <span className="grow" />
          <span className="what-if-time">{duration(Math.max(1, result.elapsedMs))}</span>
        </p>
      </div>
      {result.warnings.length > 0 && <Warnings warnings={result.warnings} />}
      <ol aria-label="Differences by version">
        {differing.length === 0 && <li className="side-part dim">No version would hold other items.</li>}
        {differing.length > SHOWN && (
          <li className="side-part dim">
            The last {SHOWN} of {plural(differing.length, 'version')} that would differ.
          </li>
        )}
        {differing.slice(-SHOWN).map((row) => (
          <li key={row.versionId} className="side-part what-if-row" data-testid="what-if-row">
            <span className="what-if-row-head">
              <b className="mono">{row.versionId}</b>
              <span className="dim">{row.query === null ? 'by hand' : `query ${row.query}`}</span>
              <span className="grow" />
              <span className="mono">
                {whole(row.tokens)} <span className="dim">({signed(row.tokens - row.recordedTokens)})</span>
              </span>
            </span>
            <Ids words="would be gone" ids={row.onlyRecorded} />
            <Ids words="would still be there" ids={row.onlyHere} />
          </li>
        ))}
      </ol>
      {!isPast && <div className="side-part">{told}</div>}
    </>
  );
}

const WARNINGS = 20;

/** One stands open; several are folded, so that they leave the room to the differences. */
function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const [only] = warnings;
  if (warnings.length === 1) return <p className="side-part what-if-warning">{visible(only ?? '')}</p>;
  return (
    <details className="side-part what-if-warning">
      <summary>{plural(warnings.length, 'warning')}: not all that is on record can be played again</summary>
      {warnings.slice(0, WARNINGS).map((words) => (
        <p key={words}>{visible(words)}</p>
      ))}
      {warnings.length > WARNINGS && <p>and {warnings.length - WARNINGS} more</p>}
    </details>
  );
}

function Ids({ words, ids }: { readonly words: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <span className="what-if-ids">
      <span className="dim">{words}</span>
      {ids.slice(0, 40).map((id) => (
        <ItemId key={id} id={id} />
      ))}
      {ids.length > 40 && <span className="dim">and {ids.length - 40} more</span>}
    </span>
  );
}

const WIDTH = 380;
const HEIGHT = 90;

function Lines({
  rows,
  budget,
  recordedBudget,
}: {
  readonly rows: readonly WhatIfRowView[];
  readonly budget: number;
  readonly recordedBudget: number;
}) {
  const highest =
    Math.max(budget, recordedBudget, ...rows.map((row) => Math.max(row.tokens, row.recordedTokens)), 1) * 1.05;
  const y = HEIGHT - (budget / highest) * HEIGHT;
  return (
    <svg
      className="what-if-lines"
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Tokens over the versions, here and as recorded; budget ${budget}`}
    >
      <line x1="0" x2={WIDTH} y1={y} y2={y} />
      <path
        className="recorded"
        d={stepPath(
          rows.map((row) => row.recordedTokens),
          highest,
          WIDTH,
          HEIGHT,
        )}
      />
      <path
        className="here"
        d={stepPath(
          rows.map((row) => row.tokens),
          highest,
          WIDTH,
          HEIGHT,
        )}
      />
    </svg>
  );
}
