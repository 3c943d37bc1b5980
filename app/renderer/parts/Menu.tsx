// A menu behind a chip or button.

import { Menu as Base } from '@base-ui/react/menu';
import { useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import './menu.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: string;
  readonly checked?: boolean;
  readonly reason?: string | null;
  readonly separated?: boolean;
  /** What it opens takes the caret: the focus must not go back to where the menu was opened from. */
  readonly takesFocus?: boolean;
  readonly run: () => void;
}

interface Props {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'end';
  readonly startsOpen?: boolean;
}

/** Where it hangs: at the end of the body it would lie outside all that a screen reader knows the page by. */
const MAIN = {
  get current() {
    return document.querySelector<HTMLElement>('main');
  },
};

export function Menu({ trigger, label, entries, align = 'start', startsOpen = false }: Props) {
  const givesBack = useRef(true);
  return (
    <Base.Root defaultOpen={startsOpen}>
      <Base.Trigger render={trigger} aria-label={label} />
      <Base.Portal container={MAIN} className="menu-portal">
        <Base.Positioner className="menu-place" sideOffset={5} align={align}>
          <Base.Popup className="menu" aria-label={label} finalFocus={() => givesBack.current}>
            {entries.map((entry) => (
              <Base.Item
                key={entry.id}
                className={`menu-item ${entry.separated === true ? 'separated' : ''}`}
                disabled={entry.reason !== undefined && entry.reason !== null}
                title={entry.reason ?? undefined}
                onClick={() => {
                  givesBack.current = entry.takesFocus !== true;
                  entry.run();
                }}
              >
                <span className="menu-check" aria-hidden="true">
                  {entry.checked === true ? '●' : ''}
                </span>
                <span className="grow">{entry.label}</span>
                {entry.hint !== undefined && <span className="mono dim">{entry.hint}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
