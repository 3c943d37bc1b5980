// Yes or no from stdin: from a person at a terminal, or from lines that were piped in. No further line means no.

import { createInterface } from 'node:readline';

export interface Asker {
  /** False also when the signal ends the wait. */
  ask(question: string, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

export function createAsker(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Asker {
  let lines: AsyncIterator<string> | null = null;
  let reader: ReturnType<typeof createInterface> | null = null;
  // Several calls may want to be asked about at once; each waits for its turn.
  let turn: Promise<unknown> = Promise.resolve();

  async function askNow(question: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    reader ??= createInterface({ input });
    lines ??= reader[Symbol.asyncIterator]();
    output.write(`${question} [y/N] `);
    const over = new AbortController();
    const line = await Promise.race([lines.next(), abortOf(signal, over.signal)]);
    over.abort();
    return line !== null && line.done !== true && /^y(es)?$/i.test(line.value.trim());
  }

  return {
    ask(question, signal) {
      const answer = turn.then(() => askNow(question, signal));
      turn = answer;
      return answer;
    },
    close() {
      reader?.close();
    },
  };
}

/** Resolves when the signal aborts; listens no longer once `over` has. */
function abortOf(signal: AbortSignal, over: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true, signal: over }));
}
