// What both entries do once they have a host.

import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './look/tokens.css';
import './look/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Host } from '#app/bridge/index.ts';
import { listen } from './actions/listen.ts';
import { begin } from './actions/opening.ts';
import { rememberView } from './actions/remember-view.ts';
import { App } from './frame/App.tsx';
import { Guard } from './parts/Guard.tsx';
import { setHost } from './host/current-host.ts';

/** `shown` is called once the study that the window was opened for is there. */
export function start(host: Host, shown: () => void = () => undefined): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  setHost(host);
  listen(host);
  rememberView();
  createRoot(root).render(
    <StrictMode>
      <Guard name="The window">
        <App />
      </Guard>
    </StrictMode>,
  );
  void begin().then(shown);
}
