// A map's text that was written on while the map went on: what both make of it together, and each item that both changed, to
// be decided.

import { useMemo } from 'react';
import { mergeMapTexts, sectionOf } from '#core/map/index.ts';
import type { MergeConflict, MergeSide } from '#core/map/index.ts';
import { copyText } from '../../actions/views.ts';
import { plural } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { ItemId } from '../../parts/marks.tsx';
import { MonacoDiff } from '../../parts/MonacoDiff.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { visible } from '../../parts/visible-text.ts';
import { WordDiff } from '../../parts/WordDiff.tsx';
import type { MapTextDraft } from '../../store/draft-slice.ts';
import { setDraft } from '../../store/store.ts';

interface Props {
  readonly draft: MapTextDraft;
  /** The map's text now, and the version it is of. */
  readonly text: string;
  readonly versionId: string;
}

export function MapMerge({ draft, text, versionId }: Props) {
  const { decided } = draft;
  const merged = useMemo(() => mergeMapTexts(draft.base, draft.text, text, decided), [draft, text, decided]);
  const { conflicts, reordered, warnings } = merged;
  const open = conflicts.filter(({ itemId }) => !decided.has(itemId)).length;
  const isSame = merged.text === draft.text;
  const goOn = (next: string, unmerged: MapTextDraft | null) =>
    setDraft({ mapText: next === text ? null : { text: next, base: text, versionId, unmerged, decided: new Map() } });
  return (
    <div className="scroll map-merge" role="region" aria-label="Merging what you wrote" tabIndex={0}>
      <div className="side-part map-text-overtaken" data-testid="map-text-overtaken">
        <p role="alert">
          The map went from {draft.versionId} to {versionId} while you wrote.{' '}
          {conflicts.length === 0
            ? 'What you wrote and what changed do not overlap.'
            : `${plural(conflicts.length, 'item')} changed in both: say which to go on with.`}{' '}
          {isSame
            ? 'As it is decided so far, what you wrote stays as it is.'
            : 'Merged, what you wrote would become what stands below.'}
        </p>
        {reordered.map((id) => (
          <p key={id}>{sectionOf(id).title} was put into another order in both: that of now stays.</p>
        ))}
        {warnings.map(({ line, words }) => (
          <p key={line}>
            Line {line}: {visible(words)}
          </p>
        ))}
        <Button
          kind="small yes"
          reason={open === 0 ? null : `Decide ${plural(open, 'item')} first.`}
          onClick={() => goOn(merged.text, draft)}
          testId="map-text-merge"
        >
          Merge
        </Button>
        <Button
          kind="small"
          tip="Saved, yours would undo what changed meanwhile"
          onClick={() => goOn(draft.text, null)}
          testId="map-text-keep"
        >
          Go on with mine
        </Button>
        <Button kind="small" icon="copy" onClick={() => void copyText(draft.text, 'What you wrote')}>
          Copy mine
        </Button>
        <Button kind="small no" onClick={() => setDraft({ mapText: null })} testId="map-text-discard">
          Give mine up
        </Button>
      </div>
      {conflicts.length > 0 && (
        <ul className="merge-conflicts" aria-label="Items that changed in both">
          {conflicts.map((conflict) => (
            <Conflict
              key={conflict.itemId}
              conflict={conflict}
              decided={decided.get(conflict.itemId) ?? null}
              onDecide={(side) =>
                setDraft({ mapText: { ...draft, decided: new Map(decided).set(conflict.itemId, side) } })
              }
            />
          ))}
        </ul>
      )}
      {!isSame && (
        <MonacoDiff before={draft.text} after={merged.text} label={`What you wrote, and merged with ${versionId}`} />
      )}
    </div>
  );
}

interface ConflictProps {
  readonly conflict: MergeConflict;
  readonly decided: MergeSide | null;
  readonly onDecide: (side: MergeSide) => void;
}

function Conflict({ conflict, decided, onDecide }: ConflictProps) {
  const { itemId, base, mine, theirs } = conflict;
  const contentOf = (item: MergeConflict['mine']) => item?.content ?? null;
  return (
    <li data-testid="merge-conflict" data-item-id={itemId}>
      <div className="merge-conflict-head">
        <ItemId id={itemId} />
        <span className="grow">{conflictWords(conflict)}</span>
        <Switch
          label={`Which ${itemId} to go on with`}
          options={[
            {
              value: 'mine',
              words: mine === null ? 'Leave it out' : theirs === null ? 'Keep as a new item' : 'Keep mine',
              testId: 'conflict-mine',
            },
            { value: 'theirs', words: theirs === null ? 'Let it go' : 'Take theirs', testId: 'conflict-theirs' },
          ]}
          value={decided}
          onChange={onDecide}
        />
      </div>
      {mine !== null && (
        <>
          <p className="dim">{theirs === null ? 'What you changed:' : 'Yours would make this of it:'}</p>
          <WordDiff before={contentOf(theirs ?? base)} after={mine.content} />
        </>
      )}
      {theirs !== null && (
        <>
          <p className="dim">What changed meanwhile:</p>
          <WordDiff before={contentOf(base)} after={theirs.content} />
        </>
      )}
    </li>
  );
}

function conflictWords({ mine, theirs }: MergeConflict): string {
  if (theirs === null) return 'It has gone from the map; you changed it.';
  if (mine === null) return 'You took it out; it was changed meanwhile.';
  if (mine.section === theirs.section) return 'Both changed the same words.';
  return `Yours stands in ${sectionOf(mine.section).title}, now it is in ${sectionOf(theirs.section).title}.`;
}
