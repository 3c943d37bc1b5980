// "Test connection": asks a server for its models once, without retries, and says what it found or exactly what is wrong.

import { APIError } from 'openai';
import { redact } from '#core/lm/index.ts';
import { createAttempts } from './attempts.ts';
import { createClient } from './client.ts';
import { httpFetch } from './http-fetch.ts';
import { explain } from './failure.ts';
import { placeWords, shownUrl } from './place.ts';
import type { ModelPlace } from './place.ts';
import { isRecord, textOf } from './wire.ts';

export interface ConnectionReport {
  readonly ok: boolean;
  readonly words: string;
  readonly models: readonly string[];
}

export interface ConnectionTestOptions {
  /** Model ids that the study would use; each is looked for. */
  readonly wanted: readonly string[];
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** A server that is there lists its models at once. A number of ours. */
const TIMEOUT_MS = 15_000;
/** A list longer than this is no list of models. */
const MAX_LIST_BYTES = 20_000_000;

export async function testConnection(place: ModelPlace, options: ConnectionTestOptions): Promise<ConnectionReport> {
  const found = await listModels(place, options);
  const report =
    found.kind === 'models'
      ? describeModels(place, found.models, options.wanted)
      : await describeFault(place, found, options);
  return { ...report, words: redact(report.words, place.key === null ? [] : [place.key]) };
}

type Found =
  | { readonly kind: 'models'; readonly models: readonly string[] }
  | { readonly kind: 'fault'; readonly words: string; readonly lackingPath: boolean };

async function listModels(place: ModelPlace, options: ConnectionTestOptions): Promise<Found> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  options.signal.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(cancel, timeoutMs);
  try {
    if (options.signal.aborted) return { kind: 'fault', words: 'Stopped.', lackingPath: false };
    const { fetch } = createAttempts({
      timeoutMs,
      fetch: options.fetch ?? httpFetch,
      onProgress: () => undefined,
      giveUp: cancel,
    });
    const response = await createClient(place, 0, fetch).get('/models', { signal: stop.signal }).asResponse();
    const text = await readText(response);
    const models = text === null ? null : modelsIn(text);
    if (models !== null) return { kind: 'models', models };
    const sent = text !== null && /^\s*</.test(text) ? 'a web page' : 'something else';
    const words = `${placeWords(place)} answers, but with ${sent} where a list of models should be. Check the base URL ${shownUrl(place.baseUrl)}.`;
    return { kind: 'fault', words, lackingPath: true };
  } catch (error) {
    if (options.signal.aborted) return { kind: 'fault', words: 'Stopped.', lackingPath: false };
    if (stop.signal.aborted) {
      const words = `Nothing came from ${placeWords(place)} for ${String(timeoutMs / 1_000)} seconds. Check the network and the base URL ${shownUrl(place.baseUrl)}.`;
      return { kind: 'fault', words, lackingPath: false };
    }
    const lackingPath = error instanceof APIError && (error.status === 404 || error.status === 405);
    return { kind: 'fault', words: explain(error, place, 'the list of models', timeoutMs).words, lackingPath };
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', cancel);
  }
}

function describeModels(place: ModelPlace, models: readonly string[], wanted: readonly string[]): ConnectionReport {
  const at = placeWords(place);
  if (models.length === 0)
    return { ok: false, words: `${at} answers, but has no model. Load one there first.`, models };
  const missing = [...new Set(wanted)].filter((model) => model !== '' && !models.includes(model));
  const count = models.length === 1 ? '1 model' : `${String(models.length)} models`;
  if (missing.length === 0) return { ok: true, words: `${at} answers and has ${count}.`, models };
  const words = `${at} answers and has ${count}, but ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not among them. Choose from the list.`;
  return { ok: false, words, models };
}

/** The most common mistake has a remedy that can be tried: an address without /v1. */
async function describeFault(
  place: ModelPlace,
  fault: Extract<Found, { kind: 'fault' }>,
  options: ConnectionTestOptions,
): Promise<ConnectionReport> {
  if (fault.lackingPath && !/\/v\d+\/*$/.test(shownUrl(place.baseUrl))) {
    const longer = `${shownUrl(place.baseUrl)}/v1`;
    const found = await listModels({ ...place, baseUrl: longer }, options);
    if (found.kind === 'models') {
      const words = `${placeWords(place)} answers at ${longer}, not at ${shownUrl(place.baseUrl)}. Put the longer address into the base URL.`;
      return { ok: false, words, models: found.models };
    }
  }
  return { ok: false, words: fault.words, models: [] };
}

async function readText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  const body: ReadableStream<Uint8Array> | null = response.body;
  if (body === null) return '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_LIST_BYTES) return null;
  }
  return text;
}

function modelsIn(text: string): readonly string[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
  // Together answers with the bare list; Ollama without any model with null.
  const list = isRecord(json) && 'data' in json ? (json['data'] ?? []) : json;
  if (!Array.isArray(list)) return null;
  const names = list.map((entry: unknown) => (isRecord(entry) ? textOf(entry['id']) : ''));
  return names.filter((name) => name !== '').sort((a, b) => a.localeCompare(b, 'en'));
}
