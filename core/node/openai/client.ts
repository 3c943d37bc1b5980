// The SDK's client, with everything it would read from the environment or write to a log turned off.

import OpenAI from 'openai';
import type { ModelPlace } from './place.ts';

/** The longest a timer takes; times are kept by attempts.ts, so the SDK's own must never come first. */
const NEVER_MS = 2_147_483_647;

export function createClient(place: ModelPlace, maxRetries: number): OpenAI {
  return new OpenAI({
    baseURL: place.baseUrl,
    // The SDK insists on a key; a server that wants none gets no header.
    apiKey: place.key ?? 'none',
    ...(place.key === null ? { defaultHeaders: { Authorization: null } } : {}),
    organization: null,
    project: null,
    maxRetries,
    timeout: NEVER_MS,
    logLevel: 'off',
  });
}
