// What a panel shows when it has nothing to show: why, and what to do about it.

import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';
import './empty.css';

interface Props {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly tone?: 'plain' | 'bad';
  /** It stands for what is on its way: not to be seen before that has taken a while. */
  readonly isLate?: boolean;
}

export function Empty({
  title,
  children,
  tone = 'plain',
  icon = tone === 'bad' ? 'warning' : 'info',
  isLate = false,
}: Props) {
  return (
    <div className={`empty ${tone} ${isLate ? 'late' : ''}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={icon} size={20} />
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="empty-words">{children}</div>}
    </div>
  );
}

export function Waiting({ words = 'Reading…' }: { readonly words?: string }) {
  return (
    <div className="empty late" role="status">
      <span className="breathing">{words}</span>
    </div>
  );
}
