// Says when what is shown is not now, when the study is read-only, and when edits wait for a decision elsewhere.

import { openRollback, openTab } from '../actions/views.ts';
import { selectQuery } from '../actions/moving.ts';
import { goToNow } from '../actions/time.ts';
import { moment } from '../format/numbers.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { activeRun, headVersion } from '#core/study/index.ts';
import { shownVersion } from '../store/shown.ts';
import { useStore } from '../store/store.ts';

export function NowBanner() {
  const readOnly = useStore((state) => state.study.open?.readOnly?.words ?? null);
  const past = useStore((state) => state.view.past);
  const shown = useStore(shownVersion);
  const live = useStore((state) => state.study.live);
  const waiting = useStore((state) => {
    const run = live === null ? null : activeRun(live);
    return run?.status === 'review' && (state.view.tab !== 'cartographer' || state.view.past !== null) ? run : null;
  });
  const head = live === null ? null : headVersion(live);
  return (
    <>
      {readOnly !== null && (
        <div className="banner kind-frost" role="status" data-testid="read-only-banner">
          <Icon name="lock" />
          <span>Read only: {readOnly}</span>
        </div>
      )}
      {past !== null && (
        <div className="banner kind-pin" role="status" data-testid="not-now-banner">
          <Icon name="clock" />
          <span>
            Not now. You are looking at <b>{shown?.id ?? 'the beginning'}</b>
            {shown !== null && <span className="soft"> of {moment(shown.at)}</span>}; the map is at {head?.id ?? 'v0'}{' '}
            now.
          </span>
          <span className="grow" />
          {shown !== null && shown.id !== head?.id && (
            <Button kind="small" icon="rollback" onClick={openRollback} testId="banner-rollback">
              Roll back to {shown.id}…
            </Button>
          )}
          <Button kind="small" onClick={goToNow} testId="go-to-now" keys={['shift+g']} tip="Back to now">
            Go to now
          </Button>
        </div>
      )}
      {waiting !== null && (
        <div className="banner kind-run" role="status" data-testid="review-banner">
          <Icon name="edit" />
          <span>
            {waiting.proposed?.edits.length ?? 0} proposed edits of query {waiting.queryId.slice(1)} wait for your
            decision.
          </span>
          <span className="grow" />
          <Button
            kind="small"
            onClick={() => {
              selectQuery(waiting.queryId);
              openTab('cartographer');
            }}
            testId="go-to-review"
          >
            Review
          </Button>
        </div>
      )}
    </>
  );
}
