// Finds the real python3 behind whatever the PATH names (a version manager's shim needs the user's environment; the
// interpreter itself does not) and where the user's own packages lie, so that it can run in a clean environment.

import { spawn } from 'node:child_process';
import { z } from 'zod';
import type { PythonError } from '#core/agents/index.ts';
import { type Result, err, ok } from '#core/result.ts';

export interface FoundPython {
  readonly executable: string;
  readonly version: string;
  /** Base of the user's site-packages, e.g. ~/.local. */
  readonly userBase: string;
}

const PROBE = 'import sys, site, json; print(json.dumps([sys.executable, sys.version.split()[0], site.getuserbase()]))';
const PROBE_TIMEOUT_MS = 10_000;
const answer = z.tuple([z.string().min(1), z.string(), z.string()]);

/** command   what to start, by default the environment's PEEK_PYTHON, else python3 (python on Windows) */
export async function findPython(command = defaultCommand()): Promise<Result<FoundPython, PythonError>> {
  const output = await new Promise<string | null>((resolve) => {
    const child = spawn(command, ['-c', PROBE], { stdio: ['ignore', 'pipe', 'ignore'], timeout: PROBE_TIMEOUT_MS });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code === 0 ? text : null));
  });
  const parsed = output === null ? null : answer.safeParse(parseJson(output));
  if (!parsed?.success) {
    return err({
      kind: 'unavailable',
      words: `Native Python needs ${command} on the PATH (or PEEK_PYTHON set to it); it could not be started.`,
    });
  }
  const [executable, version, userBase] = parsed.data;
  return ok({ executable, version, userBase });
}

function defaultCommand(): string {
  return process.env['PEEK_PYTHON'] ?? (process.platform === 'win32' ? 'python' : 'python3');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
