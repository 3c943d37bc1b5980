// The engine: answers every command, one run at a time. It holds nothing that is not in the log, except what is under way.

import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Command, CommandError } from '../commands.ts';
import type { Engine, EnginePorts } from '../engine.ts';
import type { Actor } from '../events.ts';
import { StorageFailure } from '../log.ts';
import { activeRun } from '../selectors/index.ts';
import { decide, needsRest, waitsForUpdate } from './decide.ts';
import type { DecidedCommand } from './decide.ts';
import { eventBy } from './decision.ts';
import { createRunner } from './runner.ts';
import { openSession } from './session.ts';

type Answer = Result<{ readonly seq: number }, CommandError>;

interface Queued {
  readonly command: DecidedCommand;
  readonly actor: Actor;
  readonly answer: (answer: Answer) => void;
}

/**
 * An engine over a study's log. A run that was under way when the log was last written is marked interrupted; a review that
 * was open is still open.
 *
 * Throws StorageFailure when the log cannot be read.
 */
export function createEngine(ports: EnginePorts): Engine {
  const session = openSession(ports);
  const runner = createRunner(session, () => drain());
  const queue: Queued[] = [];
  let closed = false;

  const left = activeRun(session.state);
  if (!ports.log.readOnly && left !== null && left.status !== 'review') {
    const payload = { runId: left.id, stage: left.stage };
    session.commit([{ type: 'run.interrupted', actor: 'engine', payload }]);
  }
  runner.rest();

  function isUpdating(): boolean {
    return activeRun(session.state)?.status === 'updating';
  }

  function carryOut(command: DecidedCommand, actor: Actor): Answer {
    const decision = decide(session.desk(actor), command, (text) => ports.log.keep(text));
    if (decision.ok) {
      session.commit(decision.value);
      runner.rest();
      return ok({ seq: session.state.seq });
    }
    const { kind, words, refusal } = decision.error;
    if (refusal !== null) session.commit([eventBy(actor, 'hand.refused', { command: command.do, refusal })]);
    return err({ kind, words });
  }

  function decided(command: DecidedCommand, actor: Actor): Answer | Promise<Answer> {
    const run = activeRun(session.state);
    if (needsRest(command) && (runner.isWorking() || isUpdating())) {
      return err({ kind: 'busy', words: `${run?.id ?? 'A run'} is under way. Stop it or let it finish first.` });
    }
    if (command.do === 'run.abandon' && runner.isWorking() && run?.id === command.runId) {
      return err({ kind: 'busy', words: `${run.id} is under way. Stop it first.` });
    }
    if (waitsForUpdate(command, session.state.settings) && isUpdating()) {
      return new Promise<Answer>((answer) => {
        queue.push({ command, actor, answer });
        session.setStatus({ queued: queue.length });
      });
    }
    return carryOut(command, actor);
  }

  function drain(): void {
    while (queue.length > 0 && !isUpdating()) {
      const next = queue.shift();
      if (next === undefined) break;
      session.setStatus({ queued: queue.length });
      next.answer(guarded(() => carryOut(next.command, next.actor)));
    }
  }

  function dispatch(command: Command, actor: Actor): Answer | Promise<Answer> {
    switch (command.do) {
      case 'run.step':
        return runner.step('run');
      case 'run.stage':
        return runner.step('stage');
      case 'run.all':
        return runner.all(command.untilQueryId);
      case 'run.again':
        return runner.again(command.queryId);
      case 'run.stop':
        return runner.stop();
      case 'run.pause':
        return runner.pause();
      case 'run.resume':
        return runner.resume();
      case 'review.decide':
        return runner.decide(command.runId, command.decisions, actor);
      case 'update.skip':
        return runner.skipUpdate(command.runId, command.reason, actor);
      case 'item.leave-one-out':
        return runner.leaveOneOut(command.itemId, command.queryIds, actor);
      case 'answers.judge':
        return runner.judge(command.runIds);
      case 'items.measure':
        return runner.measure(command.versionId);
      default:
        return decided(command, actor);
    }
  }

  return {
    get state() {
      return session.state;
    },
    get status() {
      return session.status;
    },
    listen: (listener) => session.listen(listener),
    async do(command, actor) {
      if (closed) return err({ kind: 'refused', words: 'The study is closed.' });
      if (ports.log.readOnly) return err({ kind: 'read-only', words: 'This study can only be read here.' });
      try {
        const answer = await dispatch(command, actor);
        drain();
        return answer;
      } catch (error) {
        if (error instanceof StorageFailure) return err({ kind: 'storage', words: error.message });
        throw error;
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await runner.close();
      for (const waiting of queue.splice(0)) {
        waiting.answer(err({ kind: 'cancelled', words: 'The study was closed before it was its turn.' }));
      }
      ports.log.close();
    },
  };
}

function guarded(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (error instanceof StorageFailure) return err({ kind: 'storage', words: error.message });
    throw error;
  }
}
