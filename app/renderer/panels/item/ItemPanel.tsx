// An item's biography: born from which candidate, every verdict, rewrite, pin, and how it went; its score, its notes, what it
// is worth.

import { useEffect, useMemo } from 'react';
import { sectionOf } from '#core/map/index.ts';
import { biographiesInSteps, charsOf, headOf } from '#core/study/index.ts';
import type { Biography, StoredText, StudyState, Version } from '#core/study/index.ts';
import { pin, returnItem, unpin } from '../../actions/commands.ts';
import { readDetail } from '../../actions/details.ts';
import { openTrajectory, selectQuery, selectVersion } from '../../actions/moving.ts';
import { openReader } from '../../actions/reading.ts';
import { copyText, editItem, openTab } from '../../actions/views.ts';
import { moment, plural, signed, whole } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { ItemId, Kind, sectionClass } from '../../parts/marks.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { IterationLinks } from '../../parts/IterationLinks.tsx';
import { useSteps } from '../../parts/use-steps.ts';
import { TextBody } from '../../parts/TextBody.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { brief } from '../../parts/visible-text.ts';
import { WordDiff } from '../../parts/WordDiff.tsx';
import { canChange, queryNumber, shownState, shownVersion } from '../../store/shown.ts';
import type { ShownItem } from '../../store/map-items.ts';
import { useStore } from '../../store/store.ts';
import { Notes } from '../notes/Notes.tsx';
import { ItemEditor } from '../map/ItemEditor.tsx';
import { pendingItem } from '../map/pending-view.ts';
import { usePending } from '../map/use-pending.ts';
import {
  foldedRunsOf,
  goesAfter,
  lifeLines,
  pendingLines,
  pendingRun,
  pendingScore,
  withDetails,
} from './item-view.ts';
import type { LifeLine } from './item-view.ts';
import { Worth } from './Worth.tsx';
import '../side.css';
import './item.css';

export function ItemPanel({ itemId }: { readonly itemId: string }) {
  const shown = useStore(shownState);
  const version = useStore(shownVersion);
  const details = useStore((store) => store.study.details);
  const state = useMemo(() => (shown === null ? null : withDetails(shown, details)), [shown, details]);
  const make = useMemo(
    () => (state === null || version === null ? null : () => biographiesInSteps(state, [itemId], version.id)),
    [state, version, itemId],
  );
  const told = useSteps(make);
  const life = told?.value.get(itemId) ?? null;
  const missing = state === null || life === null ? '' : foldedRunsOf(state, life).join(' ');
  useEffect(() => {
    for (const runId of missing.split(' ')) if (runId !== '') void readDetail(runId);
  }, [missing]);
  const pending = usePending();
  const drafts = useStore((store) => store.draft.decisions);
  const foreseen =
    state === null || version === null || pending === null
      ? null
      : pendingItem(state, version, pending, drafts, itemId);
  if (told === null && make !== null)
    return (
      <>
        <SideHead plain title={<span className="mono">{itemId}</span>} />
        <Waiting words="Going through its life…" />
      </>
    );
  if (state === null || version === null || life === null) {
    const run = state === null || version === null ? null : pendingRun(state, version);
    return (
      <>
        <SideHead plain title={<span className="mono">{itemId}</span>} />
        {foreseen === null || state === null || run === null ? (
          <Empty title="Not on the way to this version">
            The item was never part of the maps that led to {version?.id ?? 'this moment'}. It may stand on another
            branch, or come later.
          </Empty>
        ) : (
          <Empty icon="edit" title="Proposed, not in the map yet">
            An edit of query {queryNumber(state, run.queryId)} would add it
            {foreseen.gone === 'evicted' ? ', and the Evictor would let it go again' : ''}. It waits for a decision.
          </Empty>
        )}
      </>
    );
  }
  const why = pending?.eviction.removed.find((each) => each.itemId === itemId)?.why ?? null;
  return <Life state={state} version={version} life={life} foreseen={foreseen} why={why} />;
}

interface LifeProps {
  readonly state: StudyState;
  readonly version: Version;
  readonly life: Biography;
  /** As the edits under review would leave it, and why the Evictor would take it. */
  readonly foreseen: ShownItem | null;
  readonly why: string | null;
}

function Life({ state, version, life, foreseen, why }: LifeProps) {
  const { item, present } = life;
  const changeable = useStore(canChange);
  const draft = useStore((store) => store.draft.item);
  const run = present ? pendingRun(state, version) : null;
  const lines = [
    ...lifeLines(state, item.id, life.life),
    ...(run === null ? [] : pendingLines(state, run, item, foreseen, why)),
  ];
  return (
    <>
      <SideHead
        plain
        title={
          <span className={`item-title ${sectionClass(item.id)}`}>
            <ItemId id={item.id} /> {sectionOf(item.section).short}
          </span>
        }
      >
        <Button
          kind="small bare"
          icon="copy"
          name="Copy as JSON"
          onClick={() => void copyText(JSON.stringify(item, null, 2), 'Item')}
        />
        {changeable && present && (
          <>
            <Button
              kind="small"
              icon="pin"
              name={item.pin === null ? 'Pin' : 'Unpin'}
              pressed={item.pin !== null}
              onClick={() => void (item.pin === null ? pin(item.id, null) : unpin(item.id))}
              keys={['p']}
              tip={
                item.pin === null ? 'The policy may not rewrite, delete or evict it' : 'Leave it to the policy again'
              }
              testId="biography-pin"
            >
              <span className="narrow-hidden">{item.pin === null ? 'Pin' : 'Unpin'}</span>
            </Button>
            <Button
              kind="small"
              icon="edit"
              name="Edit"
              onClick={() => editItem(item.id)}
              keys={['i']}
              tip="Edit the text"
              testId="biography-edit"
            >
              <span className="narrow-hidden">Edit</span>
            </Button>
          </>
        )}
        {changeable && !present && (
          <Button kind="small yes" onClick={() => void returnItem(item.id)} testId="biography-return">
            Return
          </Button>
        )}
      </SideHead>
      <div
        className="scroll item-panel"
        data-testid="biography"
        tabIndex={0}
        role="region"
        aria-label={`Biography of ${item.id}`}
      >
        <div className="side-part">
          {draft?.itemId === item.id ? (
            <ItemEditor draft={draft} />
          ) : (
            <TextBody
              text={item.content}
              title={`Text of ${item.id}`}
              className={present ? 'item-whole' : 'item-whole ghost-text'}
            />
          )}
          <p className="mono dim item-facts">{factsOf(state, version, life, pendingScore(run, item))}</p>
          <ScoreLine life={life} />
        </div>
        <ol className="life" aria-label="Life of the item">
          {lines.map((line, at) => (
            <LifeRow key={at} line={line} />
          ))}
        </ol>
        <Worth state={state} item={item} present={present} />
        <Notes target={{ kind: 'item', id: item.id }} />
      </div>
    </>
  );
}

function factsOf(
  state: StudyState,
  version: Version,
  { item, present, life }: Biography,
  pending: number | null,
): string {
  const verdicts = life.filter((event) => event.kind === 'tagged').length;
  const after = goesAfter(state, version, item.id);
  const queue =
    after === 'pinned'
      ? 'pinned: never evicted'
      : after === null
        ? ''
        : after === 0
          ? 'would be the next to go'
          : `safe from eviction until ${plural(after, 'more item')} ${after === 1 ? 'goes' : 'go'}`;
  return [
    `${whole(item.tokens)} tok`,
    `score ${signed(item.score)}${pending === null || pending === item.score ? '' : ` (${signed(pending)} pending)`}`,
    `${plural(verdicts, 'verdict')}${pending === null ? '' : ' + 1 pending'}`,
    present ? queue : 'not in the map',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Scores drawn; more would be a smear. A number of ours. */
const DRAWN = 120;

/** The score over the versions, as a line of steps. */
function ScoreLine({ life }: { readonly life: Biography }) {
  const scores = life.scores.slice(-DRAWN).map((each) => each.score);
  if (scores.length < 3) return null;
  const low = Math.min(0, ...scores);
  const high = Math.max(1, ...scores);
  const y = (score: number) => 26 - ((score - low) / (high - low)) * 22;
  // Each score lasts as long as its version, the last one too.
  const step = 100 / scores.length;
  const path = `${scores
    .map((score, at) => (at === 0 ? `M0 ${y(score)}` : `H${(at * step).toFixed(2)}V${y(score).toFixed(1)}`))
    .join('')}H100`;
  const over =
    life.scores.length > DRAWN ? `the last ${DRAWN} of ${plural(life.scores.length, 'version')}` : 'the versions';
  return (
    <div className="score-line" title={`Score over ${over}`}>
      <span className="dim" aria-hidden="true">
        score
      </span>
      <svg
        viewBox="0 0 100 28"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Score over ${over}: ${scores.join(', ')}`}
      >
        <line x1="0" x2="100" y1={y(0)} y2={y(0)} />
        <path d={path} />
      </svg>
      <span className="mono dim" aria-hidden="true">
        {signed(scores.at(-1) ?? 0)}
      </span>
    </div>
  );
}

function LifeRow({ line }: { readonly line: LifeLine }) {
  const { pending } = line;
  return (
    <li
      className={`life-row ${dotClass(line.kind)} ${pending === null ? '' : 'pending'}`}
      data-testid="life-row"
      data-kind={line.kind}
      data-pending={pending === null ? undefined : true}
    >
      <i className="life-dot" aria-hidden="true" />
      <span>
        <b className="strong">{line.title}</b> {pending !== null && <Kind kind="note">pending</Kind>}
      </span>
      <button
        type="button"
        className="mono life-where"
        onClick={() => {
          if (pending === null) return selectVersion(line.versionId);
          selectQuery(pending.queryId);
          openTab(pending.tab);
        }}
        title={pending === null ? `${line.versionId}, ${moment(line.at)}` : 'To the update that waits'}
      >
        {line.where} · {line.versionId}
      </button>
      {line.words !== null && (
        <p className="life-words soft prose text">
          <IterationLinks text={line.words} runId={line.runId} />
        </p>
      )}
      {line.untold !== null && (
        <p className="life-words dim" data-testid="life-untold">
          {line.untold.words}{' '}
          <button type="button" className="link" onClick={() => openTrajectory(line.runId ?? '')}>
            the trajectory of query {line.untold.query}
          </button>
        </p>
      )}
      {line.reasoning !== null && line.reasoning !== '' && <Reasoning text={line.reasoning} runId={line.runId} />}
      {line.reason !== null && line.reason !== '' && (
        <p className="life-words soft prose text">
          reason:{' '}
          <i>
            <RunningText text={line.reason} />
          </i>
        </p>
      )}
      {line.before !== null && line.after !== null && (
        <div className="life-words life-diff">
          <WordDiff before={line.before} after={line.after} />
        </div>
      )}
    </li>
  );
}

/** Shown of a reasoning, which speaks of all the edits of its update. A number of ours, and less than a text's head has. */
const REASONING_CHARS = 320;

function Reasoning({ text, runId }: { readonly text: StoredText; readonly runId: string | null }) {
  const chars = charsOf(text);
  const isLong = chars > REASONING_CHARS;
  const shown = brief(headOf(text), REASONING_CHARS);
  return (
    <p className="life-words soft prose text" data-testid="life-reasoning">
      <span className="dim">Cartographer:</span> <IterationLinks text={shown} runId={runId} />
      {isLong && (
        <button type="button" className="link" onClick={() => openReader({ title: 'Reasoning', text })}>
          {' '}
          all {whole(chars)} characters
        </button>
      )}
    </p>
  );
}

function dotClass(kind: string): string {
  return ['helpful', 'harmful', 'neutral', 'stale'].includes(kind) ? `tag-${kind}` : `kind-${kind}`;
}
