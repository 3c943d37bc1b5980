// Events sent to the window as main sends them, made up in main so that nothing but the window itself is measured.

import type { ElectronApplication } from '@playwright/test';

export interface MadeUpRun {
  readonly handle: string;
  readonly runId: string;
  readonly queryId: string;
  /** The number of the study's last event. */
  readonly seq: number;
  readonly first: number;
  readonly count: number;
  readonly starts: boolean;
  readonly ends: boolean;
  /** True: the code of every iteration asks a model once. */
  readonly asks?: boolean;
}

/**
 * Sends a stretch of a run: its start, iterations first … first + count − 1, its end. Returns the last event's number. Sent again
 * when the debugger loses the answer to the garbage collector: events that are there already are passed over.
 */
export async function pushIterations(app: ElectronApplication, run: MadeUpRun): Promise<number> {
  for (;;) {
    try {
      return await send(app, run);
    } catch (error) {
      if (!String(error).includes('garbage collected')) throw error;
    }
  }
}

function send(app: ElectronApplication, run: MadeUpRun): Promise<number> {
  return app.evaluate(({ BrowserWindow }, { handle, runId, queryId, seq, first, count, starts, ends, asks }) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().startsWith('app://ui'));
    let number = seq;
    const at = new Date().toISOString();
    const events: unknown[] = [];
    const add = (type: string, payload: unknown) => {
      number += 1;
      events.push({ seq: number, v: 1, at, actor: 'engine', type, payload });
    };
    if (starts)
      add('run.started', {
        runId,
        queryId,
        branch: 'main',
        versionId: 'v9',
        method: 'peek',
        mapText: '',
        mapTokens: 600,
        evolves: false,
        withoutItem: null,
      });
    for (let each = first; each < first + count; each++) {
      const callId = `${runId}-${each}`;
      const reply = `Look number ${each}. ${'It says a little more than that. '.repeat(each % 9)}`;
      const call = {
        callId,
        runId,
        stage: 'agent',
        role: 'root',
        iteration: each,
        block: null,
        depth: 0,
        parentCallId: null,
        modelName: 'made-up',
        model: 'made-up',
        parameters: {},
        prompt: { base: null, keep: 0, add: [] },
        reply,
        usage: { input: 900, output: 40, cached: 0, reasoning: 0 },
        usageSource: 'provider',
        ourInputTokens: null,
        finishReason: 'stop',
        latencyMs: 20,
        firstDeltaMs: null,
        attempts: 1,
        costMicroUsd: 3,
        origin: 'live',
        error: null,
      };
      add('call.finished', call);
      const subId = `${callId}-sub`;
      if (asks) {
        const asked = { callId: subId, role: 'sub', block: 0, depth: 1, parentCallId: callId };
        add('call.finished', { ...call, ...asked, reply: `The reply to ask ${each}.` });
      }
      const block = {
        code: `print(llm_query("ask ${each}"))`,
        stdout: '',
        stderr: '',
        outputChars: 0,
        shown: '',
        error: null,
        variables: [],
        durationMs: 1,
        limit: null,
        stateLost: false,
        callIds: [subId],
      };
      add('iteration.finished', {
        runId,
        number: each,
        depth: 0,
        parentCallId: null,
        callId,
        reply,
        blocks: asks ? [block] : [],
        finalRefused: null,
        answer: null,
        elapsedMs: 20,
      });
    }
    if (ends) {
      add('run.answered', {
        runId,
        answer: 'done',
        source: 'final',
        iterations: first + count,
        score: null,
        warnings: [],
        elapsedMs: 1,
      });
      add('run.completed', { runId, versionId: 'v9' });
    }
    window?.webContents.send('peek:push', 'study.events', { handle, events });
    return number;
  }, run);
}
