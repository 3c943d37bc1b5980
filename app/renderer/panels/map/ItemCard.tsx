// One item: its text, what it costs, how it was judged, where it stands.

import { useEffect, useRef, useState } from 'react';
import type { StudyState, Version } from '#core/study/index.ts';
import { pin, returnItem, unpin } from '../../actions/commands.ts';
import { editItem, openItem, selectItem } from '../../actions/views.ts';
import { signed, whole } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { TagStrip } from '../../parts/marks.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import type { ShownItem } from '../../store/map-items.ts';
import { canChange } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { stripsOf } from '../../store/tags.ts';
import type { Dragging } from './use-dragging.ts';

/** Enough for any item within a usual budget; a longer one is read whole in its biography. A number of ours. */
const CARD_CHARS = 2_000;

interface Props {
  readonly shown: ShownItem;
  readonly state: StudyState;
  readonly version: Version;
  /** The version that is spoken of in "+ v3" and "evicted v3". */
  readonly label: string;
  /** Makes the card's handle take hold of it. */
  readonly grip?: ReturnType<Dragging['handle']>;
}

export function ItemCard({ shown, state, version, label, grip }: Props) {
  const { item, change, gone } = shown;
  const selected = useStore((store) => store.view.selectedItemId === item.id);
  const changeable = useStore(canChange);
  const verdicts = stripsOf(state, version.id).get(item.id) ?? [];
  // A map of thousands of items would otherwise hold thousands of buttons with their tips.
  const [near, setNear] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  // An item can be chosen anywhere: by keys, by its id in another pane, from the palette.
  useEffect(() => {
    if (selected) card.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const notes = state.notes.filter((note) => note.target.kind === 'item' && note.target.id === item.id).length;
  return (
    <div
      ref={card}
      className={`item section-${item.section} ${change ?? ''} ${gone === null ? '' : 'gone'} ${selected ? 'selected' : ''}`}
      data-testid="map-item"
      data-item-id={item.id}
      data-change={change ?? undefined}
      data-gone={gone ?? undefined}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    >
      <button
        type="button"
        className="item-main"
        aria-current={selected}
        aria-label={`${item.id}: ${item.content.slice(0, 200)}`}
        onClick={(event) => {
          // Dragging over the text to take it away is not a click.
          if (window.getSelection()?.isCollapsed === false && event.detail > 0) return;
          if (selected) openItem(item.id);
          else selectItem(item.id);
        }}
      >
        <span className="item-text prose selectable">
          <RunningText text={item.content} chars={CARD_CHARS} />
        </span>
      </button>
      <span className="item-foot">
        {item.pin !== null && (
          <span
            className="item-pin"
            title={`Pinned by ${item.pin.by}${item.pin.reason === null ? '' : `: ${item.pin.reason}`}`}
          >
            <Icon name="pin" size={11} />
            <span className="hidden-text">pinned</span>
          </span>
        )}
        {gone !== null ? (
          <span className="item-gone">
            {gone === 'evicted' ? 'evicted' : 'let go'} {label}
          </span>
        ) : (
          change !== null && (
            <span className={`kind-${change === 'added' ? 'add' : 'replace'} item-change`}>
              {change === 'added' ? '+' : '~'} {label}
            </span>
          )
        )}
        <span>{item.id}</span>
        <span>{whole(item.tokens)} tok</span>
        <span title="Score">{signed(item.score)}</span>
        {item.origin.kind !== 'policy' && (
          <span title={item.origin.kind === 'hand' ? `Written by ${item.origin.by}` : `From ${item.origin.from}`}>
            {item.origin.kind === 'hand' ? 'by hand' : 'imported'}
          </span>
        )}
        {notes > 0 && (
          <span title={`${notes} notes`} className="item-note">
            <Icon name="note" size={11} /> {notes}
          </span>
        )}
      </span>
      <TagStrip tags={verdicts} />
      {changeable && (near || selected) && (
        <span className="item-tools">
          {gone === null ? (
            <>
              {grip !== undefined && (
                <span className="item-grip" title="Drag to another place (Alt+↑ and Alt+↓ move it too)" {...grip}>
                  <Icon name="drag" size={12} />
                </span>
              )}
              <Button
                kind="small bare"
                icon="pin"
                name={item.pin === null ? 'Pin' : 'Unpin'}
                pressed={item.pin !== null}
                onClick={() => void (item.pin === null ? pin(item.id, null) : unpin(item.id))}
                testId="item-pin"
              />
              <Button kind="small bare" icon="edit" name="Edit" onClick={() => editItem(item.id)} testId="item-edit" />
            </>
          ) : (
            version.map.items.every((each) => each.id !== item.id) && (
              <Button kind="small" onClick={() => void returnItem(item.id)} testId="item-return">
                Return
              </Button>
            )
          )}
        </span>
      )}
    </div>
  );
}
