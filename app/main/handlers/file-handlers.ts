// Contexts and queries chosen for a new study.

import { dialog } from 'electron';
import type { ChosenContext, ReadQueries, RequestError } from '#app/bridge/index.ts';
import { openContext, parseQueries, readQueriesFile, type ContextFileError } from '#core/node/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { CANCELLED, windowOf, type Caller, type DeskHandlers } from './callers.ts';
import type { ChosenContexts } from './chosen-contexts.ts';
import { longWork, stopLongWork } from './long-work.ts';

type Names = 'context.choose' | 'context.dropped' | 'queries.choose' | 'queries.parse' | 'work.stop';

export function fileHandlers(contexts: ChosenContexts): Pick<DeskHandlers, Names> {
  async function open(path: string, caller: Caller): Promise<Result<ChosenContext, RequestError>> {
    const opened = await longWork(caller, 'Opening the context', (going) => openContext(path, going));
    if (!opened.ok) return err(requestErrorOf(opened.error));
    const { name, bytesCount, chars, encoding, format, head, warnings } = opened.value;
    const contextHandle = contexts.hold(opened.value, caller);
    return ok({ contextHandle, name, bytes: bytesCount, chars, encoding, format, head, warnings });
  }

  return {
    'context.choose': async ({ folder }, caller) => {
      const property = folder === true ? ('openDirectory' as const) : ('openFile' as const);
      const path = await choose(caller, 'Choose a context', property);
      return path === null ? err(CANCELLED) : open(path, caller);
    },
    'context.dropped': ({ path }, caller) => open(path, caller),
    'queries.choose': async (_input, caller) => {
      const path = await choose(caller, 'Choose a file of queries', 'openFile');
      if (path === null) return err(CANCELLED);
      const read = await readQueriesFile(path);
      return read.ok ? ok<ReadQueries>(read.value) : err(requestErrorOf(read.error));
    },
    'queries.parse': ({ text }) => Promise.resolve(ok(parseQueries(text))),
    'work.stop': (_input, caller) => {
      stopLongWork(caller);
      return Promise.resolve(ok(null));
    },
  };
}

async function choose(caller: Caller, title: string, property: 'openFile' | 'openDirectory'): Promise<string | null> {
  const window = windowOf(caller);
  const options = { title, properties: [property] };
  const chosen = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
}

function requestErrorOf(error: ContextFileError): RequestError {
  switch (error.kind) {
    case 'cancelled':
    case 'not-found':
    case 'unreadable':
      return { kind: error.kind, words: error.words };
    case 'empty':
    case 'binary':
    case 'too-large':
      return { kind: 'bad-input', words: error.words };
  }
}
