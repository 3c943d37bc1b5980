// Long work of this window: what is being done, how far it is, and a way to stop it.

import { request } from '../host/current-host.ts';
import { useStore } from '../store/store.ts';
import { Button } from './Button.tsx';
import { visible } from './visible-text.ts';
import './work-line.css';

export function WorkLine({ words }: { readonly words: string }) {
  const work = useStore((state) => state.study.work);
  return (
    <span className="work-line" role="status" data-testid="work-line">
      <span className="soft">{visible(work?.words ?? words)}</span>
      {work !== null && work.fraction !== null && (
        <progress max={1} value={work.fraction} aria-label={visible(work.work)} />
      )}
      {work !== null && (
        <Button kind="small" onClick={() => void request('work.stop', {})}>
          Stop
        </Button>
      )}
    </span>
  );
}
