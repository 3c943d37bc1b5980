// The items of the map under their sections: new and rewritten ones marked, those just let go as ghosts, earlier ghosts below.

import { memo, useDeferredValue, useMemo, useState } from 'react';
import type { MapPreview } from '#app/bridge/index.ts';
import { sectionOf } from '#core/map/index.ts';
import type { SectionId } from '#core/map/index.ts';
import { ghostsInSteps } from '#core/study/index.ts';
import type { Ghost, StudyState, Version } from '#core/study/index.ts';
import { plural, whole } from '../../format/numbers.ts';
import { Icon } from '../../parts/Icon.tsx';
import { useMore } from '../../parts/More.tsx';
import { useSteps } from '../../parts/use-steps.ts';
import { sectionsOf } from '../../store/map-items.ts';
import { proposedId } from '../../store/outcome.ts';
import { canChange } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { pendingSections } from './pending-view.ts';
import { ItemCard } from './ItemCard.tsx';
import { ItemEditor } from './ItemEditor.tsx';
import { useDragging } from './use-dragging.ts';
import type { Dragging } from './use-dragging.ts';

/** From here on the browser lays out only the cards that are near what is seen. A number of ours. */
const MANY = 100;

interface Props {
  readonly state: StudyState;
  readonly version: Version;
  readonly pending: MapPreview | null;
}

export function MapItems({ state, version, pending }: Props) {
  const drafts = useStore((store) => store.draft.decisions);
  const draft = useStore((store) => store.draft.item);
  const sections = pending === null ? sectionsOf(state, version) : pendingSections(state, version, pending, drafts);
  const label = pending === null ? version.id : proposedId(version.id);
  const dragging = useDragging();
  const changeable = useStore(canChange);
  const movable = changeable && pending === null;
  const isListed = sections.some(({ items }) => items.some(({ item }) => item.id === draft?.itemId));
  return (
    <div className="scroll map-items" data-testid="map-items" role="region" aria-label="Items of the map" tabIndex={0}>
      {draft !== null && changeable && !isListed && <ItemEditor draft={draft} />}
      {draft !== null && !changeable && (
        <p className="item-kept dim" data-testid="item-kept">
          What you write on {draft.itemId ?? 'a new item'} is kept. It goes on at now.
        </p>
      )}
      {sections.map((section) => (
        <section
          key={section.id}
          {...(movable ? dragging.target(section.id, null) : {})}
          className={`map-section section-${section.id} ${isOver(dragging, section.id, null) ? 'drop-end' : ''}`}
          aria-label={sectionOf(section.id).title}
          data-section={section.id}
        >
          <SectionHead
            id={section.id}
            count={section.items.filter((each) => each.gone === null).length}
            tokens={section.tokens}
          />
          <ul className={section.items.length > MANY ? 'many' : undefined}>
            {section.items.map((shown) => (
              <li
                key={shown.item.id}
                {...(movable && shown.gone === null ? dragging.target(section.id, shown.item.id) : {})}
                className={isOver(dragging, section.id, shown.item.id) ? 'drop-before' : undefined}
              >
                {changeable && draft?.itemId === shown.item.id ? (
                  <ItemEditor draft={draft} />
                ) : (
                  <ItemCard
                    shown={shown}
                    state={state}
                    version={version}
                    label={label}
                    {...(movable && shown.gone === null ? { grip: dragging.handle(shown.item.id) } : {})}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <EarlierSoon state={state} version={version} />
    </div>
  );
}

function isOver({ over }: Dragging, section: SectionId, beforeItemId: string | null): boolean {
  return over !== null && over.section === section && over.beforeItemId === beforeItemId;
}

function SectionHead({
  id,
  count,
  tokens,
}: {
  readonly id: SectionId;
  readonly count: number;
  readonly tokens: number;
}) {
  return (
    <h3 className="section-head" title={sectionOf(id).meaning}>
      {sectionOf(id).title}
      <em>
        {count === 0 ? 'empty' : plural(count, 'item')} · {whole(tokens)}
      </em>
    </h3>
  );
}

interface EarlierProps {
  readonly state: StudyState;
  readonly version: Version;
}

/** It looks through all the versions before, which a reader who drags through a long study need not wait for. */
function EarlierSoon({ state, version }: EarlierProps) {
  return <Earlier state={useDeferredValue(state)} version={useDeferredValue(version)} />;
}

const Earlier = memo(function Earlier({ state, version }: EarlierProps) {
  const [open, setOpen] = useState(false);
  const make = useMemo(() => () => ghostsInSteps(state, version.id), [state, version.id]);
  const gone = useSteps(make)?.value ?? [];
  const ghosts = gone.filter((ghost) => ghost.version.id !== version.id);
  if (ghosts.length === 0) return null;
  return (
    <section className="map-section earlier" aria-label="Earlier ghosts">
      <button
        type="button"
        className="same-button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        data-testid="earlier-ghosts"
      >
        <Icon name="ghost" size={12} />
        {plural(ghosts.length, 'item')} let go earlier
        <span className="grow" />
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size={11} />
      </button>
      {open && <EarlierCards ghosts={ghosts} state={state} version={version} />}
    </section>
  );
});

function EarlierCards({ ghosts, state, version }: EarlierProps & { readonly ghosts: readonly Ghost[] }) {
  const { shown, more } = useMore('earlier ghosts', ghosts, MANY, 'items');
  return (
    <>
      <ul>
        {shown.map(({ itemId, item, version: wentIn }) => {
          if (item === null) return null;
          const gone = wentIn.evictions.some((each) => each.itemId === itemId) ? 'evicted' : 'deleted';
          return (
            <li key={itemId} className={`section-${item.section}`}>
              <ItemCard shown={{ item, change: null, gone }} state={state} version={version} label={wentIn.id} />
            </li>
          );
        })}
      </ul>
      {more}
    </>
  );
}
