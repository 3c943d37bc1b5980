// The tooltip of whatever control the pointer rests on or the keyboard has reached.

import { Tooltip } from '@base-ui/react/tooltip';
import { useEffect, useState } from 'react';
import { controlWithTip } from './tip.ts';
import './tip.css';

/** How long the pointer rests before a tip shows, and how long after one the next shows at once, in milliseconds. */
const DELAY_MS = 500;
const WARM_MS = 400;

export function TipLayer() {
  const [control, setControl] = useState<HTMLElement | null>(null);
  useEffect(() => listenForTips(setControl), []);
  if (control === null) return null;
  const { tip = '', tipKeys, tipReason } = control.dataset;
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={control} side="bottom" sideOffset={6} className="tip-place">
          <Tooltip.Popup className="tip" aria-hidden="true">
            <span>{tip}</span>
            {tipKeys?.split('\n').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            {tipReason !== undefined && <span className="tip-reason">{tipReason}</span>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

function listenForTips(show: (control: HTMLElement | null) => void): () => void {
  let shown: HTMLElement | null = null;
  let awaited: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warmUntil = 0;
  let met: HTMLElement | null = null;
  let pointerX = Number.NaN;
  let pointerY = Number.NaN;

  function change(to: HTMLElement | null): void {
    clearTimeout(timer);
    awaited = null;
    if (shown !== null) warmUntil = performance.now() + WARM_MS;
    if (to !== shown) show(to);
    shown = to;
  }

  const onPointer = (event: PointerEvent) => {
    const moved = event.clientX !== pointerX || event.clientY !== pointerY;
    pointerX = event.clientX;
    pointerY = event.clientY;
    const control = event.pointerType === 'touch' ? null : controlWithTip(event.target);
    // What comes to lie under a pointer at rest was not asked about: its tip would cover what has just been opened.
    if (control !== null && (control === met || !moved)) return;
    met = control;
    if (control === (awaited ?? shown)) return;
    if (control !== null && (shown !== null || performance.now() < warmUntil)) {
      change(control);
      return;
    }
    change(null);
    awaited = control;
    if (control !== null) timer = setTimeout(() => change(control.isConnected ? control : null), DELAY_MS);
  };
  const onFocus = (event: FocusEvent) => {
    const control = controlWithTip(event.target);
    change(control?.matches(':focus-visible') === true ? control : null);
  };
  // Whoever presses something knows what it does; a control that goes away by it takes its tip along.
  const hide = () => change(null);

  document.addEventListener('pointerover', onPointer);
  document.addEventListener('pointermove', onPointer);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', hide);
  document.addEventListener('pointerdown', hide, true);
  document.addEventListener('keydown', hide, true);
  return () => {
    change(null);
    document.removeEventListener('pointerover', onPointer);
    document.removeEventListener('pointermove', onPointer);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', hide);
    document.removeEventListener('pointerdown', hide, true);
    document.removeEventListener('keydown', hide, true);
  };
}
