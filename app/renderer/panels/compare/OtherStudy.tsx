// Choosing the other study to compare with: one of the recent ones.

import { useEffect } from 'react';
import { readRecent } from '../../actions/opening.ts';
import { openSide } from '../../actions/views.ts';
import { useStore } from '../../store/store.ts';

export function OtherStudy({ to, chosen }: { readonly to: string; readonly chosen: string | null }) {
  const recent = useStore((state) => state.study.recent);
  const inPage = useStore((state) => state.study.info?.platform === 'page');
  useEffect(() => {
    void readRecent();
  }, []);
  if (inPage) return null;
  const studies = recent.kind === 'data' ? recent.value.filter((each) => !each.missing) : [];
  return (
    <select
      className="version-choice other-study"
      aria-label="Other study"
      value={chosen ?? ''}
      data-testid="other-study"
      onChange={(event) => {
        const recentId = event.target.value;
        if (recentId === '') openSide({ kind: 'compare', from: to, to, rollback: false });
        else openSide({ kind: 'compare-study', recentId, versionId: null, to });
      }}
    >
      <option value="">this study</option>
      {studies.map((each) => (
        <option key={each.recentId} value={each.recentId}>
          {each.name} ({each.fileName})
        </option>
      ))}
    </select>
  );
}
