// The palette: every action, and every query, version, item and branch, by a few letters of its name.

import { Command } from 'cmdk';
import { useState } from 'react';
import { selectQuery, selectVersion } from '../actions/moving.ts';
import { followLink } from '../actions/places.ts';
import { openItem } from '../actions/views.ts';
import { send } from '../actions/commands.ts';
import { ACTION_IDS, actionOf } from '../keys/actions.ts';
import { keyLabel } from '../keys/keymap.ts';
import { titleOf } from '../panels/queries/queries-view.ts';
import { visible } from '../parts/visible-text.ts';
import { parseLink, placeWords } from '../store/place.ts';
import { causeWords } from '../store/timeline.ts';
import { shownVersion } from '../store/shown.ts';
import { setView, store, useStore } from '../store/store.ts';
import './palette.css';

const LISTED = 200;

/** Ends the name of what cannot be done now: it is found, after all that can. */
const OFF = ' (not now)';

/** Every word typed stands somewhere in the name; a name that begins with what was typed comes first. */
function matches(value: string, search: string): number {
  const isOff = value.endsWith(OFF);
  const name = value.toLowerCase();
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (!words.every((word) => name.includes(word))) return 0;
  const fit = name.startsWith(words.join(' ')) ? 1 : words.every((word) => ` ${name}`.includes(` ${word}`)) ? 0.8 : 0.5;
  return isOff ? fit / 10 : fit;
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
          {ACTION_IDS.filter((id) => id !== 'palette.open' && id !== 'view.close').map((id) => {
            const action = actionOf(id);
            const can = action.can(state);
            // What cannot be done now is found by its name, with the reason; it does not stand in the way.
            if (can !== true && typed.trim() === '') return null;
            return (
              <Command.Item
                key={id}
                value={`${action.label} ${action.group} ${id}${can === true ? '' : OFF}`}
                disabled={can !== true}
                onSelect={choose(action.run)}
                className="palette-item"
                title={can === true ? undefined : can}
                data-testid={`palette-${id}`}
              >
                <span className="dim palette-kind">{action.group}</span>
                <span className="grow">{action.label}</span>
                {action.keys[0] !== undefined && <kbd>{keyLabel(action.keys[0])}</kbd>}
              </Command.Item>
            );
          })}
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
                    value={`version ${each.id} ${causeWords(each)}`}
                    onSelect={choose(() => selectVersion(each.id))}
                    className="palette-item"
                  >
                    <span className="dim palette-kind mono">{each.id}</span>
                    <span className="grow">{causeWords(each)}</span>
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
      </Command.List>
    </Command.Dialog>
  );
}
