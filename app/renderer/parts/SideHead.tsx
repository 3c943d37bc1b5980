// The head of a panel that stands over the map, with the way back.

import type { ReactNode } from 'react';
import { openSide } from '../actions/views.ts';
import { Button } from './Button.tsx';

/** The title of whatever the right pane shows: it names the pane. */
export const SIDE_TITLE = 'side-title';

export function SideHead({
  title,
  children,
  plain = false,
}: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly plain?: boolean;
}) {
  return (
    <div className={`head ${plain ? 'plain' : ''}`}>
      <h2 id={SIDE_TITLE}>{title}</h2>
      <span className="grow" />
      {children}
      <Button
        icon="close"
        kind="small bare"
        name="Back to the map"
        keys={['escape']}
        onClick={() => openSide({ kind: 'map' })}
        testId="side-close"
      />
    </div>
  );
}
