// Two versions side by side, aligned by item; and, before a roll back, what it would change.

import { useState } from 'react';
import { headVersion } from '#core/study/index.ts';
import { rollBack } from '../../actions/commands.ts';
import { openSide } from '../../actions/views.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { MonacoDiff } from '../../parts/MonacoDiff.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { compareMaps, evictionsBetween, passedBetween } from '../../store/compare.ts';
import { useStore } from '../../store/store.ts';
import { Items, Totals, ViewSwitch } from './compare-parts.tsx';
import type { CompareView } from './compare-parts.tsx';
import { OtherStudy } from './OtherStudy.tsx';
import { VersionChoice } from './VersionChoice.tsx';
import '../side.css';
import './compare.css';

interface Props {
  readonly from: string;
  readonly to: string;
  readonly rollback: boolean;
}

export function ComparePanel({ from, to, rollback }: Props) {
  const live = useStore((state) => state.study.live);
  const [view, setView] = useState<CompareView>('items');
  const before = live?.versions.get(from);
  const after = live?.versions.get(to);
  if (live === null || before === undefined || after === undefined)
    return <Empty title="This version is not in the study" />;
  const ids = [...live.versions.keys()];
  const comparison = compareMaps(before.map, after.map);
  const evictions = evictionsBetween(live, from, to);
  const gone = comparison.items.filter((each) => each.kind === 'gone' && evictions.has(each.item.id)).length;
  return (
    <>
      <SideHead title="Compare">
        <ViewSwitch value={view} onChange={setView} />
      </SideHead>
      <div className="side-part compare-ends">
        <OtherStudy to={to} chosen={null} />
        <VersionChoice
          label="Compare from"
          ids={ids}
          value={from}
          onChange={(id) => openSide({ kind: 'compare', from: id, to, rollback: false })}
        />
        <span className="dim">→</span>
        <VersionChoice
          label="Compare with"
          ids={ids}
          value={to}
          onChange={(id) => openSide({ kind: 'compare', from, to: id, rollback: false })}
        />
        {from !== to && <Totals comparison={comparison} before={before.tokens} after={after.tokens} evicted={gone} />}
      </div>
      {from === to ? (
        <Nothing versionId={from} isOnly={ids.length === 1} />
      ) : view === 'items' ? (
        <Items
          comparison={comparison}
          evictions={evictions}
          passed={passedBetween(live, from, to)}
          isStep={after.parentId === from}
        />
      ) : (
        <Texts from={from} to={to} />
      )}
      {rollback && <RollbackFoot to={to} />}
    </>
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
