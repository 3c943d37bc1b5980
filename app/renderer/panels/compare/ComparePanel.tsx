// Two versions side by side, aligned by item; and, before a roll back, what it would change.

import { useState } from 'react';
import { sectionOf } from '#core/map/index.ts';
import type { StudyState, Version } from '#core/study/index.ts';
import { rollBack } from '../../actions/commands.ts';
import { openSide } from '../../actions/views.ts';
import { signed, whole } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ItemId, Kind } from '../../parts/marks.tsx';
import { MonacoDiff } from '../../parts/MonacoDiff.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { WordDiff } from '../../parts/WordDiff.tsx';
import { compareMaps } from '../../store/compare.ts';
import type { Compared } from '../../store/compare.ts';
import { useStore } from '../../store/store.ts';
import '../side.css';
import './compare.css';

interface Props {
  readonly from: string;
  readonly to: string;
  readonly rollback: boolean;
}

export function ComparePanel({ from, to, rollback }: Props) {
  const live = useStore((state) => state.study.live);
  const [view, setView] = useState<'items' | 'text'>('items');
  const before = live?.versions.get(from);
  const after = live?.versions.get(to);
  if (live === null || before === undefined || after === undefined)
    return <Empty title="This version is not in the study" />;
  return (
    <>
      <SideHead
        title={
          <span className="compare-title">
            Compare{' '}
            <VersionChoice
              label="Compare from"
              live={live}
              value={from}
              onChange={(id) => openSide({ kind: 'compare', from: id, to, rollback: false })}
            />
            with{' '}
            <VersionChoice
              label="Compare with"
              live={live}
              value={to}
              onChange={(id) => openSide({ kind: 'compare', from, to: id, rollback: false })}
            />
          </span>
        }
      >
        <span className="switch" role="group" aria-label="View">
          <button type="button" aria-pressed={view === 'items'} onClick={() => setView('items')}>
            items
          </button>
          <button type="button" aria-pressed={view === 'text'} onClick={() => setView('text')}>
            text
          </button>
        </span>
      </SideHead>
      <Totals before={before} after={after} />
      {view === 'items' ? <Items before={before} after={after} /> : <Texts from={from} to={to} />}
      {rollback && <RollbackFoot to={to} />}
    </>
  );
}

function VersionChoice({
  label,
  live,
  value,
  onChange,
}: {
  readonly label: string;
  readonly live: StudyState;
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  return (
    <select
      className="version-choice"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {[...live.versions.keys()].map((id) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </select>
  );
}

function Totals({ before, after }: { readonly before: Version; readonly after: Version }) {
  const { added, gone, rewritten, same } = compareMaps(before.map, after.map);
  return (
    <p className="side-part compare-totals" data-testid="compare-totals">
      <span>
        <b className="strong num">
          {whole(before.tokens)} → {whole(after.tokens)}
        </b>{' '}
        <span className="dim">tokens</span>
      </span>
      <span className="grow" />
      <span className="mono">
        <span style={{ color: 'var(--add)' }}>+{added}</span>{' '}
        <span style={{ color: 'var(--replace)' }}>~{rewritten}</span>{' '}
        <span style={{ color: 'var(--delete)' }}>−{gone}</span> <span className="dim">same {same}</span>
      </span>
    </p>
  );
}

function Items({ before, after }: { readonly before: Version; readonly after: Version }) {
  const [open, setOpen] = useState(false);
  const { items, same } = compareMaps(before.map, after.map);
  const changed = items.filter((each) => each.kind !== 'same');
  return (
    <div className="scroll side-body" data-testid="compare" tabIndex={0} role="region" aria-label="Comparison">
      {changed.length === 0 && <Empty icon="check" title="The two maps hold the same items" />}
      {changed.map((each) => (
        <Card key={each.item.id} each={each} />
      ))}
      {same > 0 && (
        <button type="button" className="same-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={11} />
          {same === 1 ? '1 item the same' : `${same} items the same`}
        </button>
      )}
      {open &&
        items
          .filter((each) => each.kind === 'same')
          .map((each) => (
            <p key={each.item.id} className="same-item soft">
              <ItemId id={each.item.id} /> {visible(each.item.content)}
            </p>
          ))}
    </div>
  );
}

function Card({ each }: { readonly each: Compared }) {
  const { item } = each;
  return (
    <section className={`card section-${item.section}`} data-testid="compare-card" data-kind={each.kind}>
      <header className="card-head">
        <Kind kind={each.kind === 'added' ? 'add' : each.kind === 'gone' ? 'delete' : 'replace'}>
          {each.kind === 'added' ? '+' : each.kind === 'gone' ? '−' : '~'}
        </Kind>
        <ItemId id={item.id} />
        <span className="grow">{sectionOf(item.section).short}</span>
        <span className="mono">
          {each.kind === 'rewritten'
            ? `${whole(each.from.tokens)} → ${whole(item.tokens)}`
            : signed(each.kind === 'gone' ? -item.tokens : item.tokens)}
        </span>
      </header>
      <WordDiff
        before={each.kind === 'rewritten' ? each.from.content : each.kind === 'gone' ? item.content : null}
        after={each.kind === 'gone' ? null : item.content}
      />
    </section>
  );
}

function Texts({ from, to }: { readonly from: string; readonly to: string }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const before = useRequest('map.text', { handle, versionId: from }, from);
  const after = useRequest('map.text', { handle, versionId: to }, to);
  if (before.kind === 'error')
    return (
      <Empty tone="bad" title="The text cannot be shown">
        {before.words}
      </Empty>
    );
  if (after.kind === 'error')
    return (
      <Empty tone="bad" title="The text cannot be shown">
        {after.words}
      </Empty>
    );
  if (before.kind === 'loading' || after.kind === 'loading') return <Waiting />;
  return <MonacoDiff before={before.value} after={after.value} label={`Map text of ${from} and ${to}`} />;
}

function RollbackFoot({ to }: { readonly to: string }) {
  const [reason, setReason] = useState('');
  return (
    <form
      className="side-foot rollback-foot"
      data-testid="rollback-foot"
      onSubmit={(event) => {
        event.preventDefault();
        void rollBack(to, reason.trim() === '' ? null : reason.trim());
      }}
    >
      <b className="strong">Roll back to {to}?</b>
      <input
        className="search-field grow"
        value={reason}
        placeholder="Reason (optional)"
        aria-label="Reason for rolling back"
        maxLength={2_000}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button kind="small" onClick={() => openSide({ kind: 'map' })}>
        Cancel
      </Button>
      <button type="submit" className="button small yes" data-testid="rollback-confirm">
        Roll back
      </button>
    </form>
  );
}
