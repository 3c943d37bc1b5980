// Settings: the study's (recorded in its history) and the window's own.

import { useState } from 'react';
import type { StudySettings } from '#app/bridge/index.ts';
import { send } from '../actions/commands.ts';
import { changePreferences, closeDialog, setTheme, zoomTo } from '../actions/views.ts';
import { Button } from '../parts/Button.tsx';
import { useRequest } from '../parts/use-request.ts';
import { visible } from '../parts/visible-text.ts';
import { store, useStore } from '../store/store.ts';
import { Dialog } from './Dialog.tsx';
import { AgentForm, CapsForm, MethodForm } from './forms/MethodForm.tsx';
import { ModelForm } from './forms/ModelForm.tsx';
import { PartsNav } from './forms/PartsNav.tsx';
import { PromptsForm } from './forms/PromptsForm.tsx';
import { NumberField, SelectField, TextField } from './forms/fields.tsx';
import './settings.css';

const PARTS = ['model', 'map', 'agent', 'prompts', 'caps', 'window'] as const;
type Part = (typeof PARTS)[number];

export function SettingsDialog() {
  const live = useStore((state) => state.study.live);
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const readOnly = useStore((state) => state.study.open?.readOnly?.words ?? null);
  const [part, setPart] = useState<Part>(live === null ? 'window' : 'model');
  const [settings, setSettings] = useState<StudySettings | null>(() => store.getState().study.live?.settings ?? null);
  const changed = live !== null && settings !== null && JSON.stringify(settings) !== JSON.stringify(live.settings);
  const command = changed ? ({ do: 'settings.change', settings, reason: null } as const) : null;
  const preview = useRequest(
    'preview.command',
    command === null ? null : { handle, command },
    JSON.stringify(command),
    200,
  );
  const refusal = !changed
    ? null
    : preview.kind === 'error'
      ? preview.words
      : preview.kind === 'data'
        ? (preview.value.refusals[0]?.refusal.words ?? null)
        : null;
  const evicted = changed && preview.kind === 'data' ? preview.value.eviction.removed.length : 0;
  const save = async () => {
    if (command !== null && (await send(command))) closeDialog();
  };
  return (
    <Dialog
      title="Settings"
      size={live === null ? 'medium' : 'wide'}
      testId="settings-dialog"
      foot={
        live === null ? (
          <>
            <span className="grow dim">Changes apply at once.</span>
            <Button onClick={closeDialog}>Done</Button>
          </>
        ) : (
          <>
            <span className="grow dim" role="status">
              {refusal !== null ? (
                <span style={{ color: 'var(--harmful)' }}>{visible(refusal)}</span>
              ) : evicted > 0 ? (
                `Lets go ${evicted} ${evicted === 1 ? 'item' : 'items'} at once.`
              ) : (
                'Changes apply from the next run on, and are recorded.'
              )}
            </span>
            <Button onClick={closeDialog}>Cancel</Button>
            <Button
              kind="primary"
              reason={readOnly ?? (changed ? refusal : 'Nothing has been changed.')}
              onClick={() => void save()}
              testId="settings-save"
            >
              Save
            </Button>
          </>
        )
      }
    >
      <div className={`settings ${live === null ? 'alone' : ''}`}>
        {live !== null && <PartsNav parts={PARTS} value={part} onChange={setPart} testId="settings" />}
        <div className="settings-body">
          {part === 'window' || settings === null ? (
            <WindowForm />
          ) : part === 'model' ? (
            <ModelForm models={settings.models} onChange={(models) => setSettings({ ...settings, models })} />
          ) : part === 'map' ? (
            <MethodForm settings={settings} onChange={setSettings} />
          ) : part === 'agent' ? (
            <AgentForm settings={settings} onChange={setSettings} />
          ) : part === 'prompts' ? (
            <PromptsForm settings={settings} onChange={setSettings} />
          ) : (
            <CapsForm settings={settings} onChange={setSettings} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

const THEMES = [
  { value: 'system', label: 'as the system' },
  { value: 'light', label: 'light' },
  { value: 'dark', label: 'dark' },
  { value: 'contrast', label: 'high contrast' },
] as const;

function WindowForm() {
  const preferences = useStore((state) => state.view.preferences);
  return (
    <div className="field-grid">
      <SelectField
        label="Theme"
        value={preferences.theme}
        options={THEMES}
        onChange={(value) => setTheme(THEMES.find((each) => each.value === value)?.value ?? 'system')}
        testId="theme-field"
      />
      <NumberField
        label="Zoom (%)"
        value={preferences.zoomPercent}
        min={80}
        step={10}
        onChange={(value) => zoomTo(value ?? 100)}
      />
      <TextField
        label="Your name"
        value={preferences.author}
        placeholder="the account’s"
        hint="shown beside what you do by hand"
        onChange={(author) => changePreferences({ author: author.slice(0, 100) })}
        testId="author-field"
      />
    </div>
  );
}
