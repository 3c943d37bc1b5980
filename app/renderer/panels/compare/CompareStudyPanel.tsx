// A map of another study beside one of this: two budgets, two models, two orders over the same context. Items are aligned by
// what they say, since each study gives ids of its own.

import { useState } from 'react';
import type { MapElsewhere } from '#app/bridge/index.ts';
import type { StudyState, Version } from '#core/study/index.ts';
import { openSide } from '../../actions/views.ts';
import { whole } from '../../format/numbers.ts';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { MonacoDiff } from '../../parts/MonacoDiff.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { compareStudies } from '../../store/compare.ts';
import { useStore } from '../../store/store.ts';
import { Items, Totals, ViewSwitch } from './compare-parts.tsx';
import type { CompareView } from './compare-parts.tsx';
import { OtherStudy } from './OtherStudy.tsx';
import { VersionChoice } from './VersionChoice.tsx';
import '../side.css';
import './compare.css';

interface Props {
  readonly recentId: string;
  readonly versionId: string | null;
  readonly to: string;
}

export function CompareStudyPanel({ recentId, versionId, to }: Props) {
  const live = useStore((state) => state.study.live);
  const question = `${recentId} ${versionId ?? ''}`;
  const other = useRequest('studies.map', { recentId, versionId }, question);
  const [view, setView] = useState<CompareView>('items');
  const after = live?.versions.get(to);
  if (live === null || after === undefined) return <Empty title="This version is not in the study" />;
  return (
    <>
      <SideHead title="Compare studies">
        <ViewSwitch value={view} onChange={setView} />
      </SideHead>
      <div className="side-part compare-ends compare-with">
        <span className="dim">with</span>
        <OtherStudy to={to} chosen={recentId} />
      </div>
      {other.kind === 'loading' || other.answers !== question ? (
        <Waiting words="Reading the other study…" />
      ) : other.kind === 'error' ? (
        <Empty tone="bad" title="The other study cannot be read">
          {visible(other.words)}
        </Empty>
      ) : (
        <Both live={live} other={other.value} recentId={recentId} after={after} view={view} />
      )}
    </>
  );
}

interface BothProps {
  readonly live: StudyState;
  readonly other: MapElsewhere;
  readonly recentId: string;
  readonly after: Version;
  readonly view: 'items' | 'text';
}

function Both({ live, other, recentId, after, view }: BothProps) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const text = useRequest('map.text', { handle, versionId: after.id }, after.id);
  const comparison = compareStudies(other.map, after.map);
  const go = (versionId: string, to: string) => openSide({ kind: 'compare-study', recentId, versionId, to });
  return (
    <>
      <div className="side-part compare-ends" data-testid="compare-studies">
        <span>
          <b className="strong">{visible(other.name)}</b>{' '}
          <VersionChoice
            label="Version of the other study"
            ids={other.versionIds}
            value={other.versionId}
            onChange={(id) => go(id, after.id)}
          />{' '}
          <span className="dim">B = {whole(other.budgetTokens)}</span>
        </span>
        <span className="dim">→</span>
        <span>
          <b className="strong">{visible(live.name)}</b>{' '}
          <VersionChoice
            label="Version of this study"
            ids={[...live.versions.keys()]}
            value={after.id}
            onChange={(id) => go(other.versionId, id)}
          />{' '}
          <span className="dim">B = {whole(after.budgetTokens)}</span>
        </span>
        <Totals comparison={comparison} before={other.tokens} after={after.tokens} />
      </div>
      {view === 'items' ? (
        <Items comparison={comparison} />
      ) : text.kind === 'data' ? (
        <MonacoDiff before={other.text} after={text.value} label={`Map texts of ${other.name} and ${live.name}`} />
      ) : text.kind === 'error' ? (
        <Empty tone="bad" title="The text cannot be shown">
          {text.words}
        </Empty>
      ) : (
        <Waiting />
      )}
    </>
  );
}
