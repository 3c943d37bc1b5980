// Two versions side by side, aligned by item; and, before a roll back, what it would change.

import { useState } from 'react';
import { headVersion } from '#core/study/index.ts';
import type { StudyState, Version } from '#core/study/index.ts';
import { rollBack } from '../../actions/commands.ts';
import { openSide } from '../../actions/views.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { MonacoDiff } from '../../parts/MonacoDiff.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { compareMaps, evictionsBetween, passedBetween } from '../../store/compare.ts';
import { asProposed, asVersion, nameOf } from '../../store/outcome.ts';
import { useStore } from '../../store/store.ts';
import type { LaterMap } from '../../store/view-slice.ts';
import { Items, Totals, ViewSwitch } from './compare-parts.tsx';
import type { CompareView } from './compare-parts.tsx';
import { OtherStudy } from './OtherStudy.tsx';
import { laterNow, useProposed } from './use-proposed.ts';
import type { ProposedMap } from './use-proposed.ts';
import { VersionChoice } from './VersionChoice.tsx';
import '../side.css';
import './compare.css';

interface Props {
  readonly from: string;
  readonly to: LaterMap;
  readonly rollback: boolean;
}

export function ComparePanel({ from, to, rollback }: Props) {
  const live = useStore((state) => state.study.live);
  const proposed = useProposed(live);
  const [view, setView] = useState<CompareView>('items');
  if (live === null) return null;
  const before = live.versions.get(from);
  const later = laterNow(live, to, proposed);
  const after = live.versions.get(later.versionId);
  if (before === undefined || after === undefined) return <Empty title="This version is not in the study" />;
  const ids = [...live.versions.keys()];
  const laterOnes = [...ids.map(asVersion), ...(proposed === null ? [] : [asProposed(proposed.base.id)])];
  const name = nameOf(later);
  const compare = (next: { from?: string; to?: LaterMap }) =>
    openSide({ kind: 'compare', from, to: later, rollback: false, ...next });
  const value = later.isProposed ? (proposed?.value ?? null) : versionSide(live, from, after);
  return (
    <>
      <SideHead title="Compare">
        <ViewSwitch value={view} onChange={setView} />
      </SideHead>
      <div className="side-part compare-ends">
        <OtherStudy to={after.id} chosen={null} />
        <VersionChoice label="Compare from" ids={ids} value={from} onChange={(id) => compare({ from: id })} />
        <span className="dim">→</span>
        <VersionChoice
          label="Compare with"
          ids={laterOnes.map(nameOf)}
          value={name}
          onChange={(chosen) => compare({ to: laterOnes.find((each) => nameOf(each) === chosen) ?? later })}
        />
        {from !== name &&
          (value !== null ? (
            <Sums before={before} value={value} />
          ) : (
            (proposed?.fault ?? null) === null && <SumsToCome of={before} />
          ))}
      </div>
      {from === name ? (
        <Nothing versionId={from} isOnly={ids.length === 1} />
      ) : value === null ? (
        <NotCounted fault={proposed?.fault ?? null} />
      ) : view === 'items' ? (
        <Items
          comparison={compareMaps(before.map, value.map)}
          evictions={value.evictions}
          passed={value.passed}
          isStep={later.isProposed ? after.id === from : after.parentId === from}
        />
      ) : (
        <Texts from={from} to={name} proposed={value.text} />
      )}
      {rollback && <RollbackFoot to={after.id} />}
    </>
  );
}

/** The later side, whether it is a version or only proposed. */
type LaterSide = Omit<ProposedMap, 'text'> & { readonly text: string | null };

function versionSide(live: StudyState, from: string, { id, map, tokens }: Version): LaterSide {
  // A version's text is read when it is looked at.
  return {
    map,
    tokens,
    text: null,
    evictions: evictionsBetween(live, from, id),
    passed: passedBetween(live, from, id),
  };
}

function Sums({ before, value }: { readonly before: Version; readonly value: LaterSide }) {
  const comparison = compareMaps(before.map, value.map);
  const evicted = comparison.items.filter((each) => each.kind === 'gone' && value.evictions.has(each.item.id)).length;
  return <Totals comparison={comparison} before={before.tokens} after={value.tokens} evicted={evicted} />;
}

/** Takes the place that the sums will take, so that nothing moves when they come. */
function SumsToCome({ of: { map, tokens } }: { readonly of: Version }) {
  return (
    <div className="sums-to-come" aria-hidden="true">
      <Totals comparison={compareMaps(map, map)} before={tokens} after={tokens} />
    </div>
  );
}

function NotCounted({ fault }: { readonly fault: string | null }) {
  if (fault === null) return <Waiting words="Counting…" />;
  return (
    <Empty tone="bad" title="The proposed map cannot be shown">
      {visible(fault)}
    </Empty>
  );
}

function Nothing({ versionId, isOnly }: { readonly versionId: string; readonly isOnly: boolean }) {
  if (isOnly)
    return (
      <Empty icon="compare" title="Nothing to compare yet">
        {versionId} is the only version of the map so far.
      </Empty>
    );
  return (
    <Empty icon="compare" title={`Both sides are ${versionId}`}>
      Choose two versions to compare.
    </Empty>
  );
}

interface TextsProps {
  readonly from: string;
  readonly to: string;
  /** The later text where it is no version's. */
  readonly proposed: string | null;
}

function Texts({ from, to, proposed }: TextsProps) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const before = useRequest('map.text', { handle, versionId: from }, from);
  const stored = useRequest('map.text', proposed === null ? { handle, versionId: to } : null, to);
  const after = proposed === null ? stored : { kind: 'data' as const, value: proposed };
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
  // While the preview stood open the map may have come there by another way.
  const refusal = useStore(({ study: { live } }) =>
    live !== null && headVersion(live)?.id === to ? `The map stands at ${to} already.` : null,
  );
  return (
    <form
      className="side-foot rollback-foot"
      data-testid="rollback-foot"
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === null) void rollBack(to, reason.trim() === '' ? null : reason.trim());
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
      <button
        type="submit"
        className="button small yes"
        aria-disabled={refusal !== null}
        aria-description={refusal ?? undefined}
        title={refusal ?? undefined}
        data-testid="rollback-confirm"
      >
        Roll back
      </button>
    </form>
  );
}
