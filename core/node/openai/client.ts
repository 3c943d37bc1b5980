// The SDK's client, with everything it would read from the environment or write to a log turned off.

import OpenAI from 'openai';
import type { Attempts } from './attempts.ts';
import type { ModelPlace } from './place.ts';

/** The longest a timer takes; times are kept by attempts.ts, so the SDK's own must never come first. */
const NEVER_MS = 2_147_483_647;

export function createClient(place: ModelPlace, maxRetries: number, fetch: Attempts['fetch']): OpenAI {
  return new OpenAI({
    fetch,
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

/** The SDK ties its fetch to a client, and making a client takes a while: calls lend each other theirs. */
export class ClientPool {
  private readonly free: LentClient[] = [];
  private readonly place: ModelPlace;
  private readonly maxRetries: number;

  constructor(place: ModelPlace, maxRetries: number) {
    this.place = place;
    this.maxRetries = maxRetries;
  }

  /** Runs `work` with a client whose requests go through `attempts`. */
  async lend<T>(attempts: Attempts, work: (client: OpenAI) => Promise<T>): Promise<T> {
    const lent = this.free.pop() ?? new LentClient(this.place, this.maxRetries);
    lent.attempts = attempts;
    try {
      return await work(lent.client);
    } finally {
      lent.attempts = null;
      this.free.push(lent);
    }
  }
}

class LentClient {
  attempts: Attempts | null = null;
  readonly client: OpenAI;

  constructor(place: ModelPlace, maxRetries: number) {
    this.client = createClient(place, maxRetries, (url, init) => {
      if (this.attempts === null) throw new Error('a request was made after its call was over');
      return this.attempts.fetch(url, init);
    });
  }
}
