// Keys from the environment: for the command line, and before anything stored in the desktop. A provider's variable is for
// that provider's own address; PEEK_API_KEY is for a server on this machine, or for the one that PEEK_BASE_URL names.

import { PRESETS, keyNameOf } from '#core/lm/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The key for a key name (presets.ts), or null. */
export function environmentKey(keyName: string, environment: Environment): string | null {
  const preset = PRESETS.find(({ id, needsKey }) => needsKey && id === keyName);
  if (preset !== undefined) return valueOf(environment, preset.keyVariable);
  const named = environment['PEEK_BASE_URL'];
  const allowed =
    isLoopback(keyName) || (named !== undefined && keyNameOf({ preset: 'custom', baseUrl: named }) === keyName);
  return allowed ? valueOf(environment, 'PEEK_API_KEY') : null;
}

function valueOf(environment: Environment, variable: string | null): string | null {
  const value = variable === null ? undefined : environment[variable]?.trim();
  return value === undefined || value === '' ? null : value;
}

function isLoopback(keyName: string): boolean {
  return /^host:https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(keyName);
}
