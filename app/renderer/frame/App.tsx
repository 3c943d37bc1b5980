// The window's root: which screen is shown, the theme, the keys, and what floats above everything.

import { useEffect } from 'react';
import { Dialogs } from '../dialogs/Dialogs.tsx';
import { listenToKeys } from '../keys/keymap.ts';
import { useStore } from '../store/store.ts';
import { TipLayer } from '../parts/TipLayer.tsx';
import { Frame } from './Frame.tsx';
import { Notices } from './Notices.tsx';
import { StartScreen } from './StartScreen.tsx';
import { useDrop } from './use-drop.ts';
import { useTheme } from './use-theme.ts';
import { WorkScreen } from './WorkScreen.tsx';

export function App() {
  const screen = useStore((state) => state.study.screen);
  useTheme();
  useEffect(() => listenToKeys(window), []);
  const dropping = useDrop();
  return (
    <>
      {screen.kind === 'study' ? (
        <Frame />
      ) : screen.kind === 'start' ? (
        <StartScreen />
      ) : (
        <WorkScreen words={screen.kind === 'opening' ? screen.words : ''} />
      )}
      {dropping && (
        <div className="drop-hint" aria-hidden="true">
          <p>
            Drop a .peek study to open it, a text or a folder to begin a new study with it, or a list of queries on the
            queries.
          </p>
        </div>
      )}
      <Dialogs />
      <Notices />
      <TipLayer />
    </>
  );
}
