// A dialog: title, body, foot. Escape and the backdrop close it; the focus goes back to where it was.

import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { closeDialog } from '../actions/views.ts';
import { Icon } from '../parts/Icon.tsx';
import './dialog.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
  readonly size?: 'small' | 'medium' | 'steady' | 'top' | 'sheet' | 'wide' | 'large';
  readonly onClose?: () => void;
  readonly testId?: string;
}

const FIRST = '[aria-pressed="true"], [aria-current="true"], input:not(:disabled), textarea, select, button';

export function Dialog({ title, children, foot, size = 'medium', onClose = closeDialog, testId }: Props) {
  const body = useRef<HTMLDivElement>(null);
  // What the dialog is for, not the way out of it; where there is nothing to do, its text, so that keys scroll it.
  const first = () =>
    body.current?.querySelector<HTMLElement>('[data-first]') ??
    body.current?.querySelector<HTMLElement>(FIRST) ??
    body.current;
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-back" />
        <Base.Popup className={`dialog ${size}`} data-testid={testId} initialFocus={first}>
          <header className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <span className="grow" />
            {/* Without a tip: it opens with the focus, and the first Escape would only close the tip. */}
            <button type="button" className="button bare icon-only" aria-label="Close" onClick={onClose}>
              <Icon name="close" size={13} />
            </button>
          </header>
          <div ref={body} className="dialog-body scroll" tabIndex={-1}>
            {children}
          </div>
          {foot !== undefined && <footer className="dialog-foot">{foot}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export function Field({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      {children}
      {hint !== undefined && <span className="field-hint">{hint}</span>}
    </label>
  );
}
