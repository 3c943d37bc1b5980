// Everything odd that was met, with its place. Nothing vanishes.

import { travelTo } from '../../actions/time.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Linked } from '../../parts/TextBody.tsx';
import { LongList } from '../../parts/rows/LongList.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { visible } from '../../parts/visible-text.ts';
import { shownState } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import '../side.css';

export function WarningsPanel() {
  const warnings = useStore(shownState)?.warnings ?? [];
  return (
    <>
      <SideHead
        title={
          <>
            Warnings <span className="count">{warnings.length}</span>
          </>
        }
      />
      {warnings.length === 0 ? (
        <Empty icon="check" title="No warnings">
          Whatever is odd in a reply or an imported file is listed here.
        </Empty>
      ) : (
        <LongList
          items={warnings}
          keyOf={({ seq }) => `${seq}`}
          estimate={68}
          className="side-list"
          testId="warnings"
          row={(warning) => (
            <>
              <button
                type="button"
                className="side-row"
                onClick={() => void travelTo(warning.seq)}
                title="Go to that moment"
              >
                <span className="kind kind-refused">{visible(warning.place)}</span>
              </button>
              <p className="soft prose text warning-words">
                <Linked text={warning.words} />
              </p>
            </>
          )}
        />
      )}
    </>
  );
}
