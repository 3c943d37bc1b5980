// What became of an item while somebody wrote on it, in words, and the ways to go on: both together where they do not overlap,
// else the one or the other.

import { useMemo } from 'react';
import { mergeContent, normalizeContent } from '#core/map/index.ts';
import { ghostsOf } from '#core/study/index.ts';
import { Button } from '../../parts/Button.tsx';
import { WordDiff } from '../../parts/WordDiff.tsx';
import type { ItemDraft } from '../../store/draft-slice.ts';
import { shownState, shownVersion } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';

interface RewrittenProps {
  readonly draft: ItemDraft;
  /** What the item says in the map now. */
  readonly now: string;
  readonly versionId: string;
  readonly onSettled: (draft: Partial<ItemDraft>) => void;
}

export function Rewritten({ draft, now, versionId, onSettled }: RewrittenProps) {
  const { base, content, reason } = draft;
  const merged = useMemo(() => mergeContent(base, normalizeContent(content), now), [base, content, now]);
  return (
    <div className="item-editor-note" data-testid="editor-rewritten">
      <p role="status">
        It was rewritten meanwhile, {merged === null ? 'where you wrote too' : 'elsewhere than you wrote'}.
      </p>
      <div className="meanwhile-ways">
        {merged !== null && (
          <Button
            kind="small yes"
            tip="Take both: what you wrote and what changed meanwhile"
            onClick={() =>
              onSettled({ content: merged, base: now, reason: reason === '' ? mergedWith(versionId) : reason })
            }
            testId="editor-merge"
          >
            Merge
          </Button>
        )}
        <Button kind="small" onClick={() => onSettled({ base: now })} testId="editor-keep-mine">
          Keep mine
        </Button>
        <Button kind="small" onClick={() => onSettled({ content: now, base: now })} testId="editor-take-theirs">
          Take theirs
        </Button>
      </div>
      {merged === null ? (
        <>
          <p>Saved, yours would take the place of this:</p>
          <WordDiff before={now} after={content} />
          <p>What changed meanwhile:</p>
          <WordDiff before={base} after={now} />
        </>
      ) : (
        <>
          <p>Merged, yours would become:</p>
          <WordDiff before={content} after={merged} />
        </>
      )}
    </div>
  );
}

/** The reason that a merged edit carries, unless its writer gives another. */
export function mergedWith(versionId: string): string {
  return `Merged with ${versionId}.`;
}

interface GoneProps {
  readonly itemId: string;
  readonly onKeep: () => void;
  readonly onLetGo: () => void;
}

export function Gone({ itemId, onKeep, onLetGo }: GoneProps) {
  const state = useStore(shownState);
  const versionId = useStore(shownVersion)?.id;
  const went = useMemo(() => {
    if (state === null || versionId === undefined) return null;
    const version = ghostsOf(state, versionId).find((ghost) => ghost.itemId === itemId)?.version;
    if (version === undefined) return 'has gone from the map meanwhile';
    const verb = version.evictions.some((each) => each.itemId === itemId) ? 'evicted' : 'deleted';
    return `was ${verb} meanwhile, in ${version.id}`;
  }, [state, versionId, itemId]);
  return (
    <div className="item-editor-note" data-testid="editor-gone">
      <p role="status">
        {itemId} {went}.
      </p>
      <div className="meanwhile-ways">
        <Button kind="small yes" onClick={onKeep} testId="editor-as-new">
          Keep mine as a new item
        </Button>
        <Button kind="small" onClick={onLetGo} testId="editor-let-go">
          Let it go
        </Button>
      </div>
    </div>
  );
}
