// The context map: how full it is, and its items, its exact text or its JSON.

import { openMapTab } from '../../actions/views.ts';
import { whole } from '../../format/numbers.ts';
import { ActionButton } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { SIDE_TITLE } from '../../parts/SideHead.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { isFrozen } from '#core/study/index.ts';
import { proposedId } from '../../store/outcome.ts';
import { shownState, shownVersion } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { MAP_TABS } from '../../store/view-slice.ts';
import { BudgetMeter } from './BudgetMeter.tsx';
import { MapItems } from './MapItems.tsx';
import { MapJson, MapText } from './MapTexts.tsx';
import { usePending } from './use-pending.ts';
import './map.css';

const LABELS = { items: 'Items', text: 'Text', json: 'JSON' } as const;

export function MapPanel() {
  const state = useStore(shownState);
  const version = useStore(shownVersion);
  const tab = useStore((store) => store.view.mapTab);
  const pending = usePending();
  const adding = useStore((store) => store.draft.item !== null);
  const past = useStore((store) => store.view.moment !== null);
  if (state === null || version === null) return <Waiting />;
  const name = pending === null ? version.id : proposedId(version.id);
  return (
    <>
      <div className="head map-head">
        <h2 id={SIDE_TITLE} className="map-title" aria-label="Context map">
          <span>Context </span>map
        </h2>
        <span className="mono soft map-version" data-testid="map-version">
          {name}
        </span>
        {past && <span className="kind kind-pin">past</span>}
        {isFrozen(state) && <span className="kind kind-frost">frozen</span>}
        <span className="grow" />
        {!past && <ActionButton action="item.add" icon="plus" kind="small bare" />}
        <Switch
          label="Map as"
          options={MAP_TABS.map((each) => ({ value: each, words: LABELS[each], testId: `map-tab-${each}` }))}
          value={tab}
          onChange={openMapTab}
        />
      </div>
      <BudgetMeter
        tokens={pending?.tokens ?? version.tokens}
        bySection={pending?.tokensBySection ?? version.tokensBySection}
        sections={version.map.sections}
        budget={pending?.budgetTokens ?? version.budgetTokens}
        pending={pending !== null}
      />
      {tab === 'items' &&
        (version.map.items.length === 0 && pending === null && version.ghosts.length === 0 && !adding ? (
          <EmptyMap tokens={version.tokens} isUsed={state.settings.method.kind !== 'none'} />
        ) : (
          <MapItems state={state} version={version} pending={pending} />
        ))}
      {tab === 'text' && <MapText version={version} pending={pending} />}
      {tab === 'json' && <MapJson version={version} proposed={pending !== null} />}
    </>
  );
}

function EmptyMap({ tokens, isUsed }: { readonly tokens: number; readonly isUsed: boolean }) {
  return (
    <Empty icon="spark" title="The map is empty">
      <p>
        {tokens > 0 ? `Its headings alone take ${whole(tokens)} tokens. ` : ''}
        {isUsed
          ? 'The first answered query fills it.'
          : 'Runs of this study have no map; its settings can give them one.'}
      </p>
    </Empty>
  );
}
