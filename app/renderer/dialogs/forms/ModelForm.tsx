// Which model answers: the offline stand-in, a person, or any OpenAI-compatible server; its key; a test of the connection.

import { useState } from 'react';
import type { ConnectionReport, ModelSettings } from '#app/bridge/index.ts';
import { PRESETS, findPreset, keyNameOf } from '#core/lm/index.ts';
import { notify } from '../../actions/notices.ts';
import { request } from '../../host/current-host.ts';
import { Button } from '../../parts/Button.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { useStore } from '../../store/store.ts';
import type { Loaded } from '../../store/study-slice.ts';
import { NumberField, SelectField, TextField } from './fields.tsx';
import { Prices } from './Prices.tsx';

interface Props {
  readonly models: ModelSettings;
  readonly onChange: (models: ModelSettings) => void;
}

const PROVIDERS = [
  { provider: 'offline', title: 'Offline', words: 'rule-based, no LM, no key' },
  { provider: 'openai', title: 'A server', words: 'OpenAI or any that speaks its protocol' },
  { provider: 'manual', title: 'Manual', words: 'you answer for the model' },
] as const;

export function ModelForm({ models, onChange }: Props) {
  const change = (next: Partial<ModelSettings>) => onChange({ ...models, ...next });
  return (
    <>
      <div className="choice-row" role="group" aria-label="Who answers">
        {PROVIDERS.map(({ provider, title, words }) => (
          <button
            key={provider}
            type="button"
            aria-pressed={models.provider === provider}
            onClick={() => onChange(providerDefaults(models, provider))}
            data-testid={`provider-${provider}`}
          >
            <b>{title}</b>
            {words}
          </button>
        ))}
      </div>
      {models.provider === 'offline' && (
        <p className="soft">
          A deterministic stand-in that works by rules: it writes Python that really runs over your text, so that the
          whole loop can be watched without a key. Nothing it yields is a result of the method.
        </p>
      )}
      {models.provider === 'manual' && (
        <p className="soft">
          Every call of the model opens a dialog with its exact messages; you write or paste the reply.
        </p>
      )}
      {models.provider === 'openai' && <ServerFields models={models} change={change} />}
    </>
  );
}

function providerDefaults(models: ModelSettings, provider: 'offline' | 'openai' | 'manual'): ModelSettings {
  if (models.provider === provider) return models;
  if (provider !== 'openai')
    return {
      ...models,
      provider,
      preset: provider,
      baseUrl: null,
      root: provider,
      sub: null,
      distiller: null,
      cartographer: null,
      judge: null,
      embedding: null,
    };
  return {
    ...models,
    provider,
    preset: 'openai',
    baseUrl: null,
    root: 'gpt-5-mini',
    sub: null,
    distiller: null,
    cartographer: null,
    judge: null,
    embedding: null,
  };
}

function ServerFields({
  models,
  change,
}: {
  readonly models: ModelSettings;
  readonly change: (next: Partial<ModelSettings>) => void;
}) {
  const preset = findPreset(models.preset);
  const orRoot = models.root === '' ? 'as the main model' : `as the main model (${models.root})`;
  return (
    <>
      <div className="field-grid">
        <SelectField
          label="Server"
          value={models.preset}
          options={PRESETS.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => {
            const chosen = findPreset(id);
            change({
              preset: id,
              baseUrl: chosen?.baseUrl === null ? (models.baseUrl ?? '') : null,
              api: chosen?.apis[0] ?? 'chat',
            });
          }}
          testId="preset"
        />
        <TextField
          label="Base URL"
          value={models.baseUrl ?? ''}
          placeholder={preset?.baseUrl ?? 'https://…/v1'}
          onChange={(text) => change({ baseUrl: text.trim() === '' ? null : text.trim() })}
          testId="base-url"
        />
      </div>
      {preset !== null && <p className="dim">{preset.hint}</p>}
      <KeyField key={keyNameOf(models)} models={models} />
      <div className="field-grid">
        <TextField
          label="Main model"
          value={models.root}
          placeholder="gpt-5-mini"
          onChange={(root) => change({ root })}
          testId="model-root"
        />
        <TextField
          label="Sub-calls"
          value={models.sub ?? ''}
          placeholder={orRoot}
          onChange={(text) => change({ sub: orNull(text) })}
        />
        <TextField
          label="Distiller"
          value={models.distiller ?? ''}
          placeholder={orRoot}
          onChange={(text) => change({ distiller: orNull(text) })}
        />
        <TextField
          label="Cartographer"
          value={models.cartographer ?? ''}
          placeholder={orRoot}
          onChange={(text) => change({ cartographer: orNull(text) })}
        />
        <TextField
          label="Judge"
          value={models.judge ?? ''}
          placeholder={orRoot}
          hint="grades answers when you ask it to"
          onChange={(text) => change({ judge: orNull(text) })}
          testId="model-judge"
        />
        <TextField
          label="Embedding"
          value={models.embedding ?? ''}
          placeholder="none"
          hint="measures how near the map’s items are"
          onChange={(text) => change({ embedding: orNull(text) })}
          testId="model-embedding"
        />
      </div>
      <Prices models={models} />
      <details className="more">
        <summary>More about the calls</summary>
        <div className="field-grid">
          <SelectField
            label="Protocol"
            value={models.api}
            options={(preset?.apis ?? ['chat', 'responses']).map((api) => ({
              value: api,
              label: api === 'chat' ? 'Chat Completions' : 'Responses',
            }))}
            onChange={(api) => change({ api: api === 'responses' ? 'responses' : 'chat' })}
          />
          <SelectField
            label="Reasoning effort"
            value={models.reasoningEffort ?? ''}
            options={['', 'minimal', 'low', 'medium', 'high'].map((value) => ({
              value,
              label: value === '' ? 'the server’s own' : value,
            }))}
            onChange={(value) => change({ reasoningEffort: effortOf(value) })}
          />
          <NumberField
            label="Temperature"
            value={models.temperature}
            placeholder="the server’s own"
            step={0.1}
            min={0}
            onChange={(temperature) => change({ temperature })}
          />
          <NumberField
            label="Seed"
            value={models.seed}
            placeholder="none"
            onChange={(seed) => change({ seed: seed === null ? null : Math.round(seed) })}
          />
          <NumberField
            label="Time limit of a call (s)"
            value={models.timeoutMs / 1_000}
            min={1}
            onChange={(seconds) => change({ timeoutMs: Math.max(1, Math.round((seconds ?? 300) * 1_000)) })}
          />
          <NumberField
            label="Calls at once"
            value={models.maxConcurrent}
            min={1}
            onChange={(count) => change({ maxConcurrent: Math.max(1, Math.round(count ?? 8)) })}
          />
        </div>
      </details>
      <Test models={models} />
    </>
  );
}

function effortOf(value: string): ModelSettings['reasoningEffort'] {
  return value === 'minimal' || value === 'low' || value === 'medium' || value === 'high' ? value : null;
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

const SOURCES = {
  store: 'A key is kept for this address.',
  environment: 'A key comes from the environment.',
  memory: 'A key is held until Peek is closed.',
  none: 'No key is known for this address.',
} as const;

/**
 * The key goes straight to main and never comes back; what is shown is only where one comes from. Where no store protects
 * it, keeping it is offered but not chosen beforehand.
 */
function KeyField({ models }: { readonly models: ModelSettings }) {
  const name = keyNameOf(models);
  const store = useStore((state) => state.study.info);
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [asked, setAsked] = useState(0);
  const canKeep = store?.keyStore !== 'none';
  const remember = canKeep && (wanted ?? store?.keyStore === 'os');
  const state = useRequest('keys.state', { preset: name }, `${name} ${asked}`);
  const save = async () => {
    const saved = await request('keys.set', { preset: name, key: typed.trim(), remember });
    setTyped('');
    setAsked(asked + 1);
    if (!saved.ok) notify('bad', saved.error.words);
  };
  const clear = async () => {
    const cleared = await request('keys.clear', { preset: name });
    setAsked(asked + 1);
    if (!cleared.ok) notify('bad', cleared.error.words);
  };
  return (
    <div className="field">
      <span className="field-label">Key</span>
      <span className="key-line">
        <input
          type="password"
          autoComplete="off"
          spellCheck={false}
          aria-label="Key"
          value={typed}
          placeholder="paste a key"
          onChange={(event) => setTyped(event.target.value)}
          data-testid="key-field"
        />
        <label className="key-remember">
          <input
            type="checkbox"
            checked={remember}
            disabled={!canKeep}
            onChange={(event) => setWanted(event.target.checked)}
            data-testid="key-keep"
          />{' '}
          keep it
        </label>
        <Button
          reason={typed.trim() === '' ? 'Paste a key first.' : null}
          onClick={() => void save()}
          testId="key-save"
        >
          {remember ? 'Keep' : 'Use until Peek ends'}
        </Button>
        {state.kind === 'data' && (state.value.source === 'store' || state.value.source === 'memory') && (
          <Button kind="danger" onClick={() => void clear()} testId="key-forget">
            Forget
          </Button>
        )}
      </span>
      <span className="field-hint" role="status" data-testid="key-state">
        {state.kind === 'data' ? SOURCES[state.value.source] : state.kind === 'error' ? state.words : '…'}
      </span>
      {store !== null && (
        <span className={`field-hint ${store.keyStore === 'os' ? '' : 'key-weak'}`} data-testid="key-store">
          {store.keyStoreWords}
        </span>
      )}
    </div>
  );
}

function Test({ models }: { readonly models: ModelSettings }) {
  const [report, setReport] = useState<Loaded<ConnectionReport> | null>(null);
  const test = async () => {
    setReport({ kind: 'loading' });
    const result = await request('models.test', { models });
    setReport(result.ok ? { kind: 'data', value: result.value } : { kind: 'error', words: result.error.words });
  };
  return (
    <div className="test-line" role="status" data-testid="test-report">
      <Button
        onClick={() => void test()}
        reason={report?.kind === 'loading' ? 'Asking…' : null}
        testId="test-connection"
      >
        Test the connection
      </Button>
      {report?.kind === 'loading' && <span className="dim breathing">Asking…</span>}
      {report?.kind === 'error' && <span style={{ color: 'var(--harmful)' }}>{visible(report.words)}</span>}
      {report?.kind === 'data' && (
        <span style={{ color: report.value.ok ? 'var(--helpful)' : 'var(--harmful)' }}>
          {visible(report.value.words)}
          {report.value.models.length > 0 && (
            <span className="dim"> {report.value.models.slice(0, 6).map(visible).join(', ')}</span>
          )}
        </span>
      )}
    </div>
  );
}
