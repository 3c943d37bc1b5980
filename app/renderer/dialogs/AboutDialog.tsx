// Which program this is, and what it runs on.

import { useStore } from '../store/store.ts';
import { Dialog } from './Dialog.tsx';

export function AboutDialog() {
  const info = useStore((state) => state.study.info);
  return (
    <Dialog title="Peek" size="small" testId="about-dialog">
      <p className="soft">A desktop inspector for watching a context map evolve.</p>
      {info !== null && (
        <dl className="facts text">
          <dt>Peek</dt>
          <dd className="mono">{info.version}</dd>
          <dt>Electron</dt>
          <dd className="mono">{info.electron}</dd>
          <dt>Chromium</dt>
          <dd className="mono">{info.chrome}</dd>
          <dt>Node</dt>
          <dd className="mono">{info.node}</dd>
          <dt>System</dt>
          <dd className="mono">{info.platform}</dd>
          <dt>Keys are kept</dt>
          <dd>
            {info.keyStore === 'os'
              ? 'in the system’s key store'
              : info.keyStore === 'weak'
                ? 'on disk, without real protection'
                : 'in memory only'}
          </dd>
        </dl>
      )}
    </Dialog>
  );
}
