// Says when the study is read-only; when what is shown is not now; and when edits wait for a decision elsewhere. What comes
// and goes stands above the time axis, so that nothing that is being read moves.

import { openRollback, openSide, openTab } from '../actions/views.ts';
import { selectQuery } from '../actions/moving.ts';
import { goToNow } from '../actions/time.ts';
import { moment } from '../format/numbers.ts';
import { Button } from '../parts/Button.tsx';
import { keyLabel } from '../keys/keymap.ts';
import { Icon } from '../parts/Icon.tsx';
import { visible } from '../parts/visible-text.ts';
import { headVersion } from '#core/study/index.ts';
import type { StudyState, Version } from '#core/study/index.ts';
import { asVersion } from '../store/outcome.ts';
import { isReviewShown, reviewedRun, shownVersion } from '../store/shown.ts';
import { withinRun } from '../store/stages.ts';
import { useStore } from '../store/store.ts';

export function ReadOnlyBanner() {
  const readOnly = useStore((state) => state.study.open?.readOnly?.words ?? null);
  if (readOnly === null) return null;
  return (
    <div className="banner kind-frost" role="status" data-testid="read-only-banner">
      <Icon name="lock" />
      <span>Read only: {visible(readOnly)}</span>
    </div>
  );
}

interface PastProps {
  readonly past: StudyState;
  readonly shown: Version | null;
  readonly head: Version | null;
}

/** Within a run the stage tells when it was; elsewhere the version does. */
function Past({ past, shown, head }: PastProps) {
  const within = withinRun(past);
  const isSame = shown?.id === head?.id;
  if (within !== null)
    return (
      <>
        <b>The past,</b> {within}: the map was <b>{shown?.id ?? 'not there yet'}</b>
        {isSame ? ', as it is now' : `; now it is at ${head?.id ?? 'v0'}`}
      </>
    );
  return (
    <>
      <b>The past.</b> This is{' '}
      {isSame ? (
        <>an earlier moment of {head?.id ?? 'the beginning'}</>
      ) : (
        <>
          <b>{shown?.id ?? 'the beginning'}</b>; now the map is at {head?.id ?? 'v0'}
        </>
      )}
      {shown !== null && <span className="soft"> · {moment(shown.at)}</span>}
    </>
  );
}

export function NowBanner() {
  const readOnly = useStore((state) => state.study.open?.readOnly ?? null);
  const past = useStore((state) => state.view.past);
  const shown = useStore(shownVersion);
  const live = useStore((state) => state.study.live);
  const waiting = useStore((state) => {
    return live === null || isReviewShown(state) ? null : reviewedRun(live);
  });
  const head = live === null ? null : headVersion(live);
  return (
    <>
      {past !== null && (
        <div className="banner low kind-pin" role="status" data-testid="not-now-banner">
          <Icon name="clock" />
          <span>
            <Past past={past} shown={shown} head={head} />
          </span>
          <span className="grow" />
          {shown !== null && head !== null && shown.id !== head.id && (
            <Button
              kind="small"
              icon="compare"
              onClick={() => openSide({ kind: 'compare', from: shown.id, to: asVersion(head.id), rollback: false })}
              testId="banner-compare"
            >
              Compare with now
            </Button>
          )}
          {shown !== null && shown.id !== head?.id && readOnly === null && (
            <Button kind="small" icon="rollback" onClick={openRollback} testId="banner-rollback">
              Roll back to {shown.id}…
            </Button>
          )}
          <Button kind="small" onClick={goToNow} testId="go-to-now" keys={['shift+g']} tip="To now">
            Go to now <kbd>{keyLabel('shift+g')}</kbd>
          </Button>
        </div>
      )}
      {waiting !== null && (
        <div className="banner low kind-run" role="status" data-testid="review-banner">
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
