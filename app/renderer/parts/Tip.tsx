// A tooltip: what a control does, its keys, and why it cannot be used now. For the eye; the control itself says the same to
// a screen reader (Button.tsx).

import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { keyLabel } from '../keys/keymap.ts';
import './tip.css';

interface Props {
  readonly words: string;
  readonly keys?: readonly string[];
  readonly reason?: string | null;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly children: ReactElement<Record<string, unknown>>;
}

export function Tip({ words, keys = [], reason = null, side = 'bottom', children }: Props) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner side={side} sideOffset={6} className="tip-place">
          <Tooltip.Popup className="tip" aria-hidden="true">
            <span>{words}</span>
            {keys.slice(0, 2).map((key) => (
              <kbd key={key}>{keyLabel(key)}</kbd>
            ))}
            {reason !== null && <span className="tip-reason">{reason}</span>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
