// The palette: every action, and every query, version, item and branch, by a few letters of its name.

import { Command } from 'cmdk';
import { useState } from 'react';
import { selectQuery, selectVersion } from '../actions/moving.ts';
import { followLink } from '../actions/places.ts';
import { openItem } from '../actions/views.ts';
import { send } from '../actions/commands.ts';
import { ACTION_IDS, actionOf } from '../keys/actions.ts';
import type { ActionId } from '../keys/actions.ts';
import { keyLabel } from '../keys/keymap.ts';
import { titleOf } from '../panels/queries/queries-view.ts';
import { visible } from '../parts/visible-text.ts';
import { parseLink, placeWords } from '../store/place.ts';
import { causeWords } from '../store/timeline.ts';
import { shownVersion } from '../store/shown.ts';
import { setView, store, useStore } from '../store/store.ts';
import './palette.css';

const LISTED = 200;

/** Every word typed stands somewhere in the name; a name that begins with what was typed comes first. */
function matches(value: string, search: string): number {
  const name = value.toLowerCase();
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (!words.every((word) => name.includes(word))) return 0;
  if (name.startsWith(words.join(' '))) return 1;
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 0.8 : 0.5;
}

export function Palette() {
  const live = useStore((state) => state.study.live);
  const version = useStore(shownVersion);
  const [typed, setTyped] = useState('');
  const link = parseLink(typed);
  const close = () => setView({ paletteOpen: false });
  const choose = (act: () => void) => () => {
    close();
    act();
  };
  const state = store.getState();
  const ids = ACTION_IDS.filter((id) => id !== 'palette.open' && id !== 'view.close');
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && close()}
      label="All commands"
      filter={matches}
      className="palette"
      overlayClassName="dialog-back"
      loop
    >
      <Command.Input
        placeholder="Do anything, go anywhere; or paste a link…"
        value={typed}
        onValueChange={setTyped}
        className="palette-field"
        data-testid="palette-field"
      />
      <Command.List className="palette-list scroll" aria-label="Found">
        <Command.Empty className="palette-empty">Nothing is called that.</Command.Empty>
        {link !== null && (
          <Command.Group heading="Go to" className="palette-group" forceMount>
            <Command.Item
              value={typed}
              forceMount
              onSelect={choose(() => void followLink(link))}
              className="palette-item"
              data-testid="palette-link"
            >
              <span className="dim palette-kind">link</span>
              <span className="grow">
                {placeWords(link.place)}
                {link.file !== null && <span className="dim"> in {visible(link.file)}</span>}
              </span>
            </Command.Item>
          </Command.Group>
        )}
        <Command.Group heading="Do" className="palette-group">
          {ids
            .filter((id) => actionOf(id).can(state) === true)
            .map((id) => (
              <ActionItem key={id} id={id} reason={null} onSelect={choose(actionOf(id).run)} />
            ))}
        </Command.Group>
        {live !== null && (
          <>
            <Command.Group heading="Queries" className="palette-group">
              {live.queries.slice(0, LISTED).map((query, at) => (
                <Command.Item
                  key={query.id}
                  value={`query ${at + 1} ${titleOf(query.text).slice(0, 200)}`}
                  onSelect={choose(() => selectQuery(query.id))}
                  className="palette-item"
                >
                  <span className="dim palette-kind mono">q{at + 1}</span>
                  <span className="grow">{visible(titleOf(query.text).slice(0, 120))}</span>
                </Command.Item>
              ))}
            </Command.Group>
            <Command.Group heading="Items" className="palette-group">
              {version?.map.items.slice(0, LISTED).map((item) => (
                <Command.Item
                  key={item.id}
                  value={`item ${item.id} ${item.content.slice(0, 200)}`}
                  onSelect={choose(() => openItem(item.id))}
                  className={`palette-item section-${item.section}`}
                >
                  <span className="palette-kind mono" style={{ color: 'var(--c)' }}>
                    {item.id}
                  </span>
                  <span className="grow">{visible(item.content.slice(0, 120))}</span>
                </Command.Item>
              ))}
            </Command.Group>
            <Command.Group heading="Versions" className="palette-group">
              {[...live.versions.values()]
                .slice(-LISTED)
                .reverse()
                .map((each) => (
                  <Command.Item
                    key={each.id}
                    value={`version ${each.id} ${causeWords(live, each)}`}
                    onSelect={choose(() => selectVersion(each.id))}
                    className="palette-item"
                  >
                    <span className="dim palette-kind mono">{each.id}</span>
                    <span className="grow">{causeWords(live, each)}</span>
                  </Command.Item>
                ))}
            </Command.Group>
            <Command.Group heading="Branches" className="palette-group">
              {[...live.branches.values()]
                .filter((branch) => !branch.deleted && branch.name !== live.currentBranch)
                .map((branch) => (
                  <Command.Item
                    key={branch.name}
                    value={`branch ${branch.name}`}
                    onSelect={choose(() => void send({ do: 'branch.switch', name: branch.name }))}
                    className="palette-item"
                  >
                    <span className="dim palette-kind">branch</span>
                    <span className="grow">switch to {visible(branch.name)}</span>
                  </Command.Item>
                ))}
            </Command.Group>
          </>
        )}
        {/* What cannot be done now is found by its name, with the reason; it does not stand in the way. */}
        {typed.trim() !== '' && (
          <Command.Group heading="Not now" className="palette-group">
            {ids.map((id) => {
              const can = actionOf(id).can(state);
              return can === true ? null : <ActionItem key={id} id={id} reason={can} onSelect={close} />;
            })}
          </Command.Group>
        )}
      </Command.List>
    </Command.Dialog>
  );
}

interface ActionItemProps {
  readonly id: ActionId;
  /** Why it cannot be done now. */
  readonly reason: string | null;
  readonly onSelect: () => void;
}

function ActionItem({ id, reason, onSelect }: ActionItemProps) {
  const { label, group, keys } = actionOf(id);
  return (
    <Command.Item
      value={`${label} ${group} ${id}`}
      disabled={reason !== null}
      onSelect={onSelect}
      className="palette-item"
      title={reason ?? undefined}
      data-testid={`palette-${id}`}
    >
      <span className="dim palette-kind">{group}</span>
      <span className="grow">{label}</span>
      {keys[0] !== undefined && <kbd>{keyLabel(keys[0])}</kbd>}
    </Command.Item>
  );
}
