// A new study: a context, queries, who answers, how the map is kept. Everything but the context can be changed later.

import { useEffect, useState } from 'react';
import type { ChosenContext, RequestError, StudySettings } from '#app/bridge/index.ts';
import type { Result } from '#core/result.ts';
import { DEFAULT_SETTINGS } from '#core/study/index.ts';
import { notify } from '../actions/notices.ts';
import { createStudy } from '../actions/opening.ts';
import { closeDialog } from '../actions/views.ts';
import { bytes, plural, whole } from '../format/numbers.ts';
import { request } from '../host/current-host.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { WorkLine } from '../parts/WorkLine.tsx';
import { useRequest } from '../parts/use-request.ts';
import { visible } from '../parts/visible-text.ts';
import { setView, useStore } from '../store/store.ts';
import { Dialog, Field } from './Dialog.tsx';
import { MethodForm } from './forms/MethodForm.tsx';
import { ModelForm } from './forms/ModelForm.tsx';
import { TextField } from './forms/fields.tsx';
import { chooseQueries, readQueries, withQueries } from './queries-text.ts';
import { useDroppedQueries } from './use-dropped-queries.ts';
import './settings.css';

export function NewStudyDialog() {
  const dropped = useStore((state) => state.view.droppedPath);
  const [context, setContext] = useState<ChosenContext | null>(null);
  const [choosing, setChoosing] = useState(dropped !== null);
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  useDroppedQueries((dropped) => setText(withQueries(text, dropped)));
  const [settings, setSettings] = useState<StudySettings>(DEFAULT_SETTINGS);
  const parsed = useRequest('queries.parse', text.trim() === '' ? null : { text }, text, 150);
  const read = text.trim() !== '' && parsed.kind === 'data' && parsed.answers === text ? parsed.value : null;
  const making = useStore((state) =>
    state.study.screen.kind === 'opening' ? (state.study.work?.words ?? state.study.screen.words) : null,
  );
  const problem =
    making !== null
      ? making
      : context === null
        ? 'Choose a context first.'
        : settings.models.root.trim() === ''
          ? 'Name a model.'
          : text.trim() !== '' && read === null
            ? 'Reading the queries…'
            : null;

  const take = (result: Result<ChosenContext, RequestError>) => {
    setChoosing(false);
    if (!result.ok) {
      if (result.error.kind !== 'cancelled') notify('bad', result.error.words);
      return;
    }
    setContext(result.value);
    setName((before) => (before.trim() === '' ? result.value.name.replace(/\.[^.]+$/, '') : before));
  };
  const choose = (folder: boolean) => {
    setChoosing(true);
    void request('context.choose', { folder }).then(take);
  };
  useEffect(() => {
    if (dropped === null) return;
    setView({ droppedPath: null });
    void request('context.dropped', { path: dropped }).then(take);
  }, [dropped]);

  const create = async () => {
    if (context === null || problem !== null) return;
    const queries = await readQueries(text);
    if (queries === null) return;
    void createStudy({
      name: name.trim() === '' ? context.name : name.trim(),
      contextHandle: context.contextHandle,
      queries: [...queries],
      settings,
    });
  };
  return (
    <Dialog
      title="New study"
      size="large"
      testId="new-study-dialog"
      foot={
        <>
          <span className="grow dim" role="status">
            {making ?? 'The study and its context are kept together in one .peek file.'}
          </span>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button kind="primary" reason={problem} onClick={() => void create()} testId="new-study-create">
            Create…
          </Button>
        </>
      }
    >
      <Step number={1} title="Context">
        {context === null ? (
          <div className="context-none">
            <Button icon="file" onClick={() => choose(false)} testId="choose-file">
              A file…
            </Button>
            <Button icon="open" onClick={() => choose(true)} testId="choose-folder">
              A folder…
            </Button>
            {choosing ? (
              <WorkLine words="Choosing…" />
            ) : (
              <span className="dim">Text, JSON or JSON lines, of any length; or drop one on the window.</span>
            )}
          </div>
        ) : (
          <div className="context-chosen" data-testid="context-chosen">
            <span className="test-line">
              <Icon name="file" />
              <b className="strong">{visible(context.name)}</b>
              <span className="mono dim">
                {bytes(context.bytes)} · {whole(context.chars)} characters · {context.encoding} · {context.format}
              </span>
              <span className="grow" />
              <Button kind="small" onClick={() => setContext(null)}>
                Another…
              </Button>
            </span>
            {context.warnings.map((words) => (
              <span key={words} style={{ color: 'var(--stale)' }}>
                {visible(words)}
              </span>
            ))}
            <pre>{visible(context.head.slice(0, 1_200))}</pre>
          </div>
        )}
        <TextField
          label="Name"
          value={name}
          placeholder="as the context"
          onChange={(value) => setName(value.slice(0, 200))}
          testId="study-name"
        />
      </Step>
      <Step number={2} title="Queries">
        <Field label="One a line, or JSON lines with query and, where known, truth">
          <textarea
            rows={5}
            data-drop="queries"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="Which area draws the most complaints?"
            data-testid="new-queries"
          />
        </Field>
        {read?.warnings.slice(0, 10).map((warning) => (
          <p key={warning.line} style={{ color: 'var(--stale)' }}>
            Line {warning.line}: {visible(warning.words)}
          </p>
        ))}
        <span className="queries-line">
          <Button
            icon="file"
            kind="small"
            onClick={() =>
              void chooseQueries().then((chosen) => chosen !== null && setText((before) => withQueries(before, chosen)))
            }
          >
            From a file…
          </Button>
          <span className="field-hint" role="status">
            {read === null ? 'They can also be added later.' : plural(read.queries.length, 'query', 'queries')}
          </span>
        </span>
      </Step>
      <Step number={3} title="Model">
        <ModelForm models={settings.models} onChange={(models) => setSettings({ ...settings, models })} />
      </Step>
      <Step number={4} title="Map">
        <MethodForm settings={settings} onChange={setSettings} />
      </Step>
    </Dialog>
  );
}

function Step({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section className="settings-body" aria-label={title}>
      <h3 className="step-title">
        <span className="count">{number}</span>
        {title}
      </h3>
      {children}
    </section>
  );
}
