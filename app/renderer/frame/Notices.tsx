// Short messages at the window's corner; bad ones are announced at once and stay.

import { dismiss } from '../actions/notices.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { visible } from '../parts/visible-text.ts';
import { useStore } from '../store/store.ts';

const KINDS = { info: 'run', good: 'add', bad: 'error' } as const;

export function Notices() {
  const notices = useStore((state) => state.view.notices);
  return (
    <div className="notices" aria-live="polite" aria-label="Messages" role="log">
      {notices.map((notice) => (
        <div
          key={notice.id}
          className={`notice kind-${KINDS[notice.tone]}`}
          role={notice.tone === 'bad' ? 'alert' : undefined}
          data-testid={`notice-${notice.tone}`}
        >
          <Icon name={notice.tone === 'bad' ? 'warning' : notice.tone === 'good' ? 'check' : 'info'} />
          <span className="grow text">{visible(notice.words)}</span>
          <Button icon="close" kind="small bare" name="Dismiss" onClick={() => dismiss(notice.id)} />
        </div>
      ))}
    </div>
  );
}
