// The palette: every action, and every query, version, item and branch, by a few letters of its name.

import { Dialog as Base } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { useMemo, useRef, useState } from 'react';
import { headOf } from '#core/study/index.ts';
import { selectQuery, selectVersion } from '../actions/moving.ts';
import { followLink } from '../actions/places.ts';
import { openItem } from '../actions/views.ts';
import { send } from '../actions/commands.ts';
import { whole } from '../format/numbers.ts';
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

/** Of a kind at once; what is typed is looked for among all. A number of ours. */
const LISTED = 60;
/** Of a text that is looked through. A number of ours. */
const SOUGHT_CHARS = 2_000;

/**
 * Every word typed stands somewhere in the name; a name that begins with what was typed comes first. The name is given as
 * keywords where it holds a text of the study: the value goes into a selector, which not every text can.
 */
function matches(value: string, search: string, keywords: readonly string[] = []): number {
  const name = (keywords[0] ?? value).toLowerCase();
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (!words.every((word) => name.includes(word))) return 0;
  if (name.startsWith(words.join(' '))) return 1;
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 0.8 : 0.5;
}

interface Listed<T> {
  readonly heading: string;
  readonly shown: readonly { readonly each: T; readonly value: string; readonly name: string }[];
}

/**
 * Those of one kind that what was typed may mean, best first, and a heading that says how many are left out.
 *
 * valueOf  short and its own among all that the palette lists
 * nameOf   what is typed is looked for in it
 */
function listed<T>(
  kind: string,
  all: readonly T[],
  typed: string,
  valueOf: (each: T, at: number) => string,
  nameOf: (each: T, at: number) => string,
): Listed<T> {
  const isTyped = typed.trim() !== '';
  const named = (each: T, at: number) => {
    const name = nameOf(each, at);
    return { each, value: valueOf(each, at), name, match: isTyped ? matches(name, typed) : 1 };
  };
  const found = isTyped ? all.map(named).filter(({ match }) => match > 0) : all.slice(0, LISTED).map(named);
  const count = isTyped ? found.length : all.length;
  const of = `${whole(Math.min(LISTED, count))} of ${whole(count)}`;
  return {
    heading:
      count <= LISTED
        ? kind
        : `${kind}, ${of}; ${isTyped ? 'type more to find the others' : 'type to find the others'}`,
    shown: found.toSorted((a, b) => b.match - a.match).slice(0, LISTED),
  };
}

export function Palette() {
  const live = useStore((state) => state.study.live);
  const version = useStore(shownVersion);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  /** What was chosen may take the focus; else it goes back to where it was. */
  const hasChosen = useRef(false);
  const queries = useMemo(
    () =>
      listed(
        'Queries',
        (live?.queries ?? []).map((query, at) => ({ query, number: at + 1 })),
        typed,
        ({ number }) => `query ${number}`,
        ({ query, number }) => `query ${number} q${number} ${headOf(query.text).slice(0, SOUGHT_CHARS)}`,
      ),
    [live, typed],
  );
  const items = useMemo(
    () =>
      listed(
        'Items',
        version?.map.items ?? [],
        typed,
        ({ id }) => `item ${id}`,
        ({ id, content }) => `item ${id} ${content.slice(0, SOUGHT_CHARS)}`,
      ),
    [version, typed],
  );
  const versions = useMemo(
    () =>
      listed(
        'Versions',
        live === null
          ? []
          : [...live.versions.values()].reverse().map((each) => ({ id: each.id, words: causeWords(live, each) })),
        typed,
        ({ id }) => `version ${id}`,
        ({ id, words }) => `version ${id} ${words}`,
      ),
    [live, typed],
  );
  const link = parseLink(typed);
  const close = () => setView({ paletteOpen: false });
  const choose = (act: () => void) => () => {
    hasChosen.current = true;
    close();
    act();
  };
  const state = store.getState();
  const ids = ACTION_IDS.filter((id) => id !== 'palette.open' && id !== 'view.close');
  return (
    <Base.Root open onOpenChange={(open) => !open && close()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-back" />
        <Base.Popup
          className="palette"
          aria-label="All commands"
          initialFocus={field}
          finalFocus={() => !hasChosen.current}
        >
          <Command label="All commands" filter={matches} loop>
            <Command.Input
              ref={field}
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
                  <Command.Group heading={queries.heading} className="palette-group">
                    {queries.shown.map(({ each: { query, number }, value, name }) => (
                      <Command.Item
                        key={query.id}
                        value={value}
                        keywords={[name]}
                        onSelect={choose(() => selectQuery(query.id))}
                        className="palette-item"
                      >
                        <span className="dim palette-kind mono">q{number}</span>
                        <span className="grow">{visible(titleOf(query.text).slice(0, 120))}</span>
                      </Command.Item>
                    ))}
                  </Command.Group>
                  <Command.Group heading={items.heading} className="palette-group">
                    {items.shown.map(({ each: item, value, name }) => (
                      <Command.Item
                        key={item.id}
                        value={value}
                        keywords={[name]}
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
                  <Command.Group heading={versions.heading} className="palette-group">
                    {versions.shown.map(({ each, value, name }) => (
                      <Command.Item
                        key={each.id}
                        value={value}
                        keywords={[name]}
                        onSelect={choose(() => selectVersion(each.id))}
                        className="palette-item"
                      >
                        <span className="dim palette-kind mono">{each.id}</span>
                        <span className="grow">{each.words}</span>
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
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
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
