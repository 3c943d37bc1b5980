// Buttons. A button that cannot be used stays reachable by keyboard and says why; one that stands for an action of the table
// takes its name, keys and reason from there.

import type { ReactNode } from 'react';
import { actionOf } from '../keys/actions.ts';
import type { ActionId } from '../keys/actions.ts';
import { keyLabel } from '../keys/keymap.ts';
import { useStore } from '../store/store.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';
import { tipOf } from './tip.ts';

interface ButtonProps {
  readonly children?: ReactNode;
  readonly icon?: IconName;
  /** The accessible name where the visible text does not say enough. */
  readonly name?: string;
  readonly kind?: string;
  readonly pressed?: boolean;
  readonly reason?: string | null;
  readonly onClick: () => void;
  readonly testId?: string;
  readonly tip?: string;
  readonly keys?: readonly string[];
}

export function Button({
  children,
  icon,
  name,
  kind = '',
  pressed,
  reason = null,
  onClick,
  testId,
  tip,
  keys = [],
}: ButtonProps) {
  const bare = children === undefined || children === null;
  const words = tip ?? name;
  const hasTip = words !== undefined || reason !== null;
  return (
    <button
      type="button"
      className={`button ${kind} ${bare ? 'icon-only' : ''}`}
      aria-label={name}
      aria-pressed={pressed}
      aria-disabled={reason !== null}
      aria-description={reason ?? (words === name ? undefined : words)}
      aria-keyshortcuts={
        keys.length === 0
          ? undefined
          : keys
              .filter((key) => !key.includes(' '))
              .map(shortcut)
              .join(' ')
      }
      data-testid={testId}
      {...(hasTip ? tipOf({ words: words ?? '', keys, reason }) : {})}
      onClick={() => reason === null && onClick()}
    >
      {icon !== undefined && <Icon name={icon} size={kind.includes('small') ? 12 : 13} />}
      {children}
    </button>
  );
}

/** The notation of the key table as screen readers know it. */
function shortcut(key: string): string {
  return key
    .split('+')
    .map((part) => SHORTCUTS[part] ?? part)
    .join('+');
}

const SHORTCUTS: Readonly<Record<string, string>> = {
  mod: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  escape: 'Escape',
  enter: 'Enter',
  space: 'Space',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

interface ActionButtonProps {
  readonly action: ActionId;
  readonly icon?: IconName;
  readonly children?: ReactNode;
  readonly kind?: string;
  readonly pressed?: boolean;
  readonly showKey?: boolean;
  readonly tip?: string;
  readonly name?: string;
}

export function ActionButton({ action, icon, children, kind, pressed, showKey = false, tip, name }: ActionButtonProps) {
  const { label, keys, run, can } = actionOf(action);
  const able = useStore(can);
  const key = keys[0];
  return (
    <Button
      {...(icon === undefined ? {} : { icon })}
      {...(kind === undefined ? {} : { kind })}
      {...(pressed === undefined ? {} : { pressed })}
      {...(name === undefined && children !== undefined && children !== null ? {} : { name: name ?? label })}
      reason={able === true ? null : able}
      onClick={run}
      testId={`action-${action}`}
      tip={tip ?? label}
      keys={keys}
    >
      {children}
      {showKey && key !== undefined && <kbd aria-hidden="true">{keyLabel(key)}</kbd>}
    </Button>
  );
}
