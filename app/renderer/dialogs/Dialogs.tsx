// Whatever stands over the window: dialogs, the palette, the reader of long texts.

import { AddQueriesDialog } from './AddQueriesDialog.tsx';
import { AboutDialog } from './AboutDialog.tsx';
import { BranchDialog } from './BranchDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { FindAllDialog } from './FindAllDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { ManualDialog } from './ManualDialog.tsx';
import { NewStudyDialog } from './NewStudyDialog.tsx';
import { ReplayDialog } from './replay/ReplayDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { Palette } from './Palette.tsx';
import { Reader } from './Reader.tsx';
import { useStore } from '../store/store.ts';

export function Dialogs() {
  const dialog = useStore((state) => state.view.dialog);
  const asked = useStore((state) => state.study.asked[0]);
  const reader = useStore((state) => state.view.reader);
  const paletteOpen = useStore((state) => state.view.paletteOpen);
  return (
    <>
      {dialog === 'export' && <ExportDialog />}
      {dialog === 'queries' && <AddQueriesDialog />}
      {dialog === 'replay' && <ReplayDialog />}
      {dialog === 'branch' && <BranchDialog />}
      {dialog === 'find-all' && <FindAllDialog />}
      {dialog === 'keys' && <KeysDialog />}
      {dialog === 'settings' && <SettingsDialog />}
      {dialog === 'new-study' && <NewStudyDialog />}
      {asked !== undefined && <ManualDialog key={asked.callId} asked={asked} />}
      {dialog === 'about' && <AboutDialog />}
      {paletteOpen && <Palette />}
      {reader !== null && <Reader title={reader.title} text={reader.text} />}
    </>
  );
}
