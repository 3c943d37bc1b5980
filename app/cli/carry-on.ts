// Running a study from the command line: sends the same command as the window's button, tells what happens, stops cleanly
// on Ctrl+C, and says by its exit code how it ended.

import type { OpenStudy } from '#core/node/index.ts';
import type { Actor, Command, LoggedEvent } from '#core/study/index.ts';
import { CliExit } from './cli-exit.ts';
import { narrate } from './narrate.ts';
import type { Tools } from './tools.ts';

export interface Telling {
  /** One JSON line per event instead of words. */
  readonly json: boolean;
  /** Only progress, no line for what happens. */
  readonly quiet?: boolean;
}

/**
 * Carries out a run command to its end.
 *
 * Returns 0 when all went well (a pending review included), 1 when a run failed, 130 when it was stopped by Ctrl+C
 */
export async function carryOn(
  study: OpenStudy,
  command: Command,
  actor: Actor,
  telling: Telling,
  tools: Tools,
): Promise<number> {
  const { terminal, host } = tools;
  const seen = { failure: false, interrupt: false };
  const unlisten = study.engine.listen({
    events(events, state) {
      for (const event of events) {
        if (event.type === 'run.failed') seen.failure = true;
        if (telling.quiet === true) continue;
        if (telling.json) terminal.printJson(event);
        else for (const line of narrate(event, state, terminal)) terminal.print(line);
      }
    },
    status(status) {
      if (!telling.json && status.phase === 'running') terminal.progress(status.words);
    },
  });
  const stopListening = host.onInterrupt(() => {
    if (seen.interrupt) return;
    seen.interrupt = true;
    terminal.say('stopping…');
    void study.engine.do({ do: 'run.stop' }, actor);
  });
  try {
    const done = await study.engine.do(command, actor);
    if (seen.interrupt) return 130;
    if (!done.ok) {
      terminal.say(done.error.words);
      return 1;
    }
    return seen.failure ? 1 : 0;
  } finally {
    stopListening();
    unlisten();
  }
}

/** Tells what was already on record, as if it were just happening. */
export function tellEvents(events: readonly LoggedEvent[], tools: Tools): void {
  for (const event of events) tools.terminal.printJson(event);
}

export function refuseWithoutQueries(study: OpenStudy): void {
  if (study.engine.state.queries.some((query) => !query.removed)) return;
  throw new CliExit(2, 'The study has no queries. Add some: peek add STUDY --queries FILE');
}
