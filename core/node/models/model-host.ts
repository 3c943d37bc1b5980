// Makes the ChatModel that a study's settings ask for, in its layers: the client or a stand-in, then our count where the
// provider gives none, the price, and the place in the provider's queue. Caps and replay are laid around it by the study.
// One host serves all studies, so that a provider's limit holds over all of them.

import { setMaxListeners } from 'node:events';
import {
  createCountedModel,
  createLimitedModel,
  createLimiter,
  createManualModel,
  createPricedModel,
} from '#core/lm/index.ts';
import { findPreset, keyNameOf } from '#core/lm/index.ts';
import type { AskManual, ChatModel, LmError, Limiter, Preset, PriceList } from '#core/lm/index.ts';
import type { CountTokens } from '#core/map/index.ts';
import { err } from '#core/result.ts';
import type { ModelSettings } from '#core/study/index.ts';
import { createOpenAiModel, testConnection } from '../openai/index.ts';
import type { ConnectionReport, ModelPlace } from '../openai/index.ts';

export interface ModelHostOptions {
  /** The key for a key name (presets.ts, keyNameOf); asked at each call, so that a new key counts at once. */
  readonly keyFor: (keyName: string) => Promise<string | null>;
  readonly prices: () => PriceList;
  readonly count: CountTokens;
  /** The rule-based models, paced and counted as their host likes. */
  readonly standIn: (provider: 'offline' | 'adversarial') => ChatModel;
  readonly askManual?: AskManual;
  readonly fetch?: typeof globalThis.fetch;
}

export interface ModelHost {
  /** askManual: where this study's manual calls are shown; the host's own where absent. */
  model(settings: ModelSettings, options?: { readonly askManual?: AskManual }): ChatModel;
  /** Asks the server for its models; never throws, never shows a key. */
  test(settings: ModelSettings, signal?: AbortSignal): Promise<ConnectionReport>;
  /** The queue at a provider, for showing how it stands; null where nothing has been asked yet. */
  limiter(settings: ModelSettings): Limiter | null;
}

export function createModelHost(options: ModelHostOptions): ModelHost {
  const limiters = new Map<string, Limiter>();
  /** Kept, since a client remembers what its models refuse and holds connections open. */
  const clients = new Map<string, ChatModel>();

  function limiterOf(settings: ModelSettings): Limiter {
    const name = keyNameOf(settings);
    const limiter = limiters.get(name) ?? createLimiter(settings.maxConcurrent);
    limiters.set(name, limiter);
    limiter.setMaxConcurrent(settings.maxConcurrent);
    return limiter;
  }

  function clientOf(settings: ModelSettings): ChatModel {
    const { preset, baseUrl, api, root } = settings;
    const name = JSON.stringify([preset, baseUrl, api, root]);
    const client = clients.get(name) ?? createKeyedModel(settings, options);
    clients.set(name, client);
    return client;
  }

  return {
    model(settings, { askManual = options.askManual } = {}) {
      switch (settings.provider) {
        case 'offline':
        case 'adversarial':
          return options.standIn(settings.provider);
        case 'manual':
          return createCountedModel(
            createManualModel(askManual ?? askNobody, () => performance.now()),
            options.count,
          );
        case 'openai': {
          const client = clientOf(settings);
          const priced = createPricedModel(
            createCountedModel(client, options.count),
            options.prices(),
            settings.preset,
          );
          return allowingManyCalls(createLimitedModel(priced, limiterOf(settings)));
        }
      }
    },
    async test(settings, signal = new AbortController().signal) {
      if (settings.provider !== 'openai') return { ok: true, words: 'This model needs no connection.', models: [] };
      const place = await placeOf(settings, options);
      if (!place.ok) return { ok: false, words: place.error.words, models: [] };
      const { root, sub, distiller, cartographer, judge, embedding } = settings;
      const wanted = [root, sub, distiller, cartographer, judge, embedding].filter((model) => model !== null);
      return testConnection(place.value, {
        wanted,
        signal,
        ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
      });
    },
    limiter: (settings) => limiters.get(keyNameOf(settings)) ?? null,
  };
}

/** A client that looks up its key before each call and is made anew only when that changes. */
function createKeyedModel(settings: ModelSettings, options: ModelHostOptions): ChatModel {
  const preset = presetOf(settings);
  let current: { readonly key: string | null; readonly model: ChatModel } | null = null;
  return {
    name: settings.root,
    async complete(request, callOptions) {
      const place = await placeOf(settings, options);
      if (!place.ok) return place;
      if (current === null || current.key !== place.value.key) {
        const model = createOpenAiModel({
          place: place.value,
          api: settings.api,
          name: settings.root,
          outputLimitField: preset.outputLimitField,
          ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
        });
        current = { key: place.value.key, model };
      }
      return current.model.complete(request, callOptions);
    },
  };
}

/** A run's thousand sub-calls listen to one signal, which Node would take for a leak. */
function allowingManyCalls(model: ChatModel): ChatModel {
  return {
    name: model.name,
    complete(request, callOptions) {
      setMaxListeners(0, callOptions.signal);
      return model.complete(request, callOptions);
    },
  };
}

async function placeOf(settings: ModelSettings, { keyFor }: ModelHostOptions) {
  const preset = presetOf(settings);
  const baseUrl = (settings.baseUrl ?? preset.baseUrl ?? '').trim();
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    const words = `The base URL of ${preset.label} is missing or no http address. Set it in the model settings; most end in /v1.`;
    return err(faultBeforeCall('bad-request', words));
  }
  const keyName = keyNameOf(settings);
  const key = await keyFor(keyName);
  if (key === null && preset.needsKey) {
    const host = new URL(baseUrl).host;
    const words =
      keyName === preset.id
        ? `No key for ${preset.label} is set. Set one in the model settings, or ${preset.keyVariable ?? 'its variable'} in the environment.`
        : `${host} is not ${preset.label}, so the key for ${preset.label} is not sent there. Choose "Custom server" for it and set its own key.`;
    return err(faultBeforeCall('no-key', words));
  }
  const place: ModelPlace = {
    label: preset.label,
    baseUrl,
    key,
    keyVariable: preset.keyVariable,
    hint: preset.local ? preset.hint : null,
  };
  return { ok: true, value: place } as const;
}

function presetOf(settings: ModelSettings): Preset {
  const preset = findPreset(settings.preset) ?? findPreset('custom');
  if (preset === null) throw new Error('there is always a custom preset');
  return preset;
}

function faultBeforeCall(kind: LmError['kind'], words: string): LmError {
  return { kind, words, status: null, attempts: 0, latencyMs: 0, usage: null, partial: null };
}

/** Without anybody to ask, the call is declined in words rather than left hanging. */
const askNobody: AskManual = () => Promise.resolve(null);
