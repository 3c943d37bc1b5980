// Choosing the other study to compare with: one of the recent ones.

import { useEffect } from 'react';
import { readRecent } from '../../actions/opening.ts';
import { openSide } from '../../actions/views.ts';
import { Select } from '../../parts/Select.tsx';
import { asVersion } from '../../store/outcome.ts';
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
    <Select
      kind="small other-study"
      label="Other study"
      value={chosen ?? ''}
      testId="other-study"
      options={[
        { value: '', label: 'this study' },
        ...studies.map(({ recentId, name, fileName }) => ({ value: recentId, label: `${name} (${fileName})` })),
      ]}
      onChange={(recentId) => {
        if (recentId === '') openSide({ kind: 'compare', from: to, to: asVersion(to), rollback: false });
        else openSide({ kind: 'compare-study', recentId, versionId: null, to });
      }}
    />
  );
}
