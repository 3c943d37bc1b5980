// Replaying: the study derived again from its own recording. As it is, to see that it holds; or under other settings or
// prompts, to see what would have become of it.

import { useState } from 'react';
import type { ReplayReport, ReplayWanted, StudySettings } from '#app/bridge/index.ts';
import { answerReplay, startReplay, stopReplay } from '../../actions/replaying.ts';
import { closeDialog } from '../../actions/views.ts';
import { Button } from '../../parts/Button.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { useStore } from '../../store/store.ts';
import type { Loaded } from '../../store/study-slice.ts';
import { Dialog } from '../Dialog.tsx';
import { AgentForm, MethodForm } from '../forms/MethodForm.tsx';
import { ModelForm } from '../forms/ModelForm.tsx';
import { PartsNav } from '../forms/PartsNav.tsx';
import { PromptsForm } from '../forms/PromptsForm.tsx';
import { CheckField } from '../forms/fields.tsx';
import { Report } from './Report.tsx';
import '../settings.css';
import './replay.css';

type Unmatched = Extract<ReplayWanted, { kind: 'changed' }>['unmatched'];

const KINDS = [
  { kind: 'as-it-is', title: 'As it is', words: 'does every answer, edit and version come again?' },
  { kind: 'changed', title: 'With changes', words: 'what would other settings or prompts have made of it?' },
] as const;

const UNMATCHED = [
  { unmatched: 'refuse', title: 'Refuse', words: 'stop at the first; no cost' },
  { unmatched: 'ask', title: 'Ask', words: 'you say yes or no to each' },
  { unmatched: 'call', title: 'Make anew', words: 'the model answers; it may cost' },
] as const;

export function ReplayDialog() {
  const live = useStore((state) => state.study.live);
  const [kind, setKind] = useState<ReplayWanted['kind']>('as-it-is');
  const [unmatched, setUnmatched] = useState<Unmatched>('refuse');
  const [keep, setKeep] = useState(false);
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const recorded = useRequest('replay.settings', { handle }, handle);
  const [edited, setSettings] = useState<StudySettings | null>(null);
  const settings = edited ?? (recorded.kind === 'data' ? recorded.value : null);
  const [report, setReport] = useState<Loaded<ReplayReport> | null>(null);
  if (live === null || settings === null) return null;
  const isRunning = report?.kind === 'loading';
  const start = async () => {
    setReport({ kind: 'loading' });
    const done = await startReplay(
      kind === 'as-it-is' ? { kind } : { kind, settings: { ...settings, reviewEdits: false }, unmatched, keep },
    );
    if (done === null || (!done.ok && done.error.kind === 'cancelled')) setReport(null);
    else setReport(done.ok ? { kind: 'data', value: done.value } : { kind: 'error', words: done.error.words });
  };
  const close = () => {
    if (isRunning) void stopReplay();
    closeDialog();
  };
  return (
    <Dialog
      title="Replay from the recording"
      size="top"
      testId="replay-dialog"
      onClose={close}
      foot={
        <>
          <span className="grow dim">
            {kind === 'as-it-is' ? 'No model is called. Python runs again.' : modelWords(settings, unmatched)}
          </span>
          {isRunning ? (
            <Button kind="danger" icon="stop" onClick={() => void stopReplay()} testId="replay-stop">
              Stop
            </Button>
          ) : (
            <Button kind="primary" icon="step" onClick={() => void start()} testId="replay-start">
              {report === null ? 'Replay' : 'Replay again'}
            </Button>
          )}
        </>
      }
    >
      <fieldset className="replay-choices" disabled={isRunning}>
        <Choices
          name="What to replay"
          choices={KINDS.map(({ kind: value, ...rest }) => ({ value, ...rest }))}
          chosen={kind}
          onChoose={(value) => {
            setKind(value);
            setReport(null);
          }}
        />
        {kind === 'changed' && (
          <>
            <Choices
              name="Calls that were not recorded"
              choices={UNMATCHED.map(({ unmatched: value, ...rest }) => ({ value, ...rest }))}
              chosen={unmatched}
              onChoose={setUnmatched}
            />
            <CheckField
              label="Keep the replay as a study"
              hint="each of its calls is marked as replayed or made anew"
              checked={keep}
              onChange={setKeep}
            />
            <details className="more" open={report === null} data-testid="replay-settings">
              <summary>Settings and prompts of the replay</summary>
              <ReplaySettings settings={settings} onChange={setSettings} />
            </details>
          </>
        )}
      </fieldset>
      {isRunning && <Progress />}
      {report?.kind === 'error' && (
        <p className="replay-bad" role="alert" data-testid="replay-error">
          {visible(report.words)}
        </p>
      )}
      {report?.kind === 'data' && <Report report={report.value} />}
    </Dialog>
  );
}

function modelWords({ models }: StudySettings, unmatched: Unmatched): string {
  if (unmatched === 'refuse') return 'No model is called. What people did to the map is left out.';
  const who = models.provider === 'openai' ? models.root : `the ${models.provider} model`;
  return `Calls that are made anew go to ${visible(who)}, within the caps. What people did to the map is left out.`;
}

const PARTS = ['map', 'prompts', 'agent', 'model'] as const;

function ReplaySettings(form: {
  readonly settings: StudySettings;
  readonly onChange: (settings: StudySettings) => void;
}) {
  const [part, setPart] = useState<(typeof PARTS)[number]>('map');
  return (
    <div className="settings">
      <PartsNav parts={PARTS} value={part} onChange={setPart} testId="replay-settings" />
      <div className="settings-body">
        {part === 'map' ? (
          <MethodForm {...form} />
        ) : part === 'prompts' ? (
          <PromptsForm {...form} />
        ) : part === 'agent' ? (
          <AgentForm {...form} />
        ) : (
          <ModelForm models={form.settings.models} onChange={(models) => form.onChange({ ...form.settings, models })} />
        )}
      </div>
    </div>
  );
}

interface ChoicesProps<T extends string> {
  readonly name: string;
  readonly choices: readonly { readonly value: T; readonly title: string; readonly words: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

function Choices<T extends string>({ name, choices, chosen, onChoose }: ChoicesProps<T>) {
  return (
    <div>
      <p className="field-label">{name}</p>
      <div className="choice-row" role="group" aria-label={name}>
        {choices.map(({ value, title, words }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
            data-testid={`replay-${value}`}
          >
            <b>{title}</b>
            {words}
          </button>
        ))}
      </div>
    </div>
  );
}

function Progress() {
  const progress = useStore((state) => state.study.replay);
  const asked = useStore((state) => state.study.replayAsked[0]);
  const calls = progress?.calls ?? { replayed: 0, madeAnew: 0, refused: 0 };
  return (
    <section className="replay-progress" aria-label="Progress" data-testid="replay-progress">
      <progress value={progress?.fraction ?? 0} aria-label="How far the replay is" />
      <p role="status">
        <span className="mono">
          {calls.replayed} replayed · {calls.madeAnew} anew · {calls.refused} refused
        </span>
        <span className="dim"> {visible(progress?.words ?? 'starting')}</span>
      </p>
      {asked !== undefined && (
        <div
          className="card replay-asked"
          role="alertdialog"
          aria-label="A call is not recorded"
          data-testid="replay-asked"
        >
          <p className="card-body prose text">{visible(asked.why)}</p>
          <p className="replay-answers">
            Make this call anew?
            <span className="grow" />
            <Button kind="primary" onClick={() => void answerReplay(asked.askId, true, false)} testId="replay-yes">
              Yes
            </Button>
            <Button onClick={() => void answerReplay(asked.askId, true, true)} testId="replay-yes-all">
              Yes, and all further ones
            </Button>
            <Button onClick={() => void answerReplay(asked.askId, false, false)} testId="replay-no">
              No
            </Button>
          </p>
        </div>
      )}
    </section>
  );
}
