// Deciding: command and state to events, or a refusal in words. Everything here is a pure function, so that a preview is the
// same decision looked at and not carried out.

import type { CountTokens, Refusal } from '#core/map/index.ts';
import { err } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { CommandError } from '../commands.ts';
import type { Actor, EventPayload, EventType, NewEvent, StudyEvent } from '../events.ts';
import type { StudyState } from '../state.ts';
import type { ImportedMap } from '../imported-map.ts';

export interface Desk {
  /** Reads a map from a file's text; absent where maps cannot be imported. */
  readonly readMap?: (json: string) => Result<ImportedMap, { readonly words: string }>;
  readonly state: StudyState;
  readonly actor: Actor;
  readonly count: CountTokens;
  readonly hash: (text: string) => string;
  /** The time now (ISO 8601), for pins. */
  readonly time: string;
  /** The events that were appended as the operation of that seq. */
  readonly operation: (seq: number) => readonly StudyEvent[];
  /** The state as it was when that event was the last. */
  readonly stateAt: (seq: number) => StudyState;
}

export interface Refused extends CommandError {
  /** Put on record as hand.refused: a person tried to change the map and could not. */
  readonly refusal: Refusal | null;
}

export type Decision = Result<readonly NewEvent[], Refused>;

export function refuse(words: string): Decision {
  return err({ kind: 'refused', words, refusal: null });
}

export function unknown(words: string): Decision {
  return err({ kind: 'unknown', words, refusal: null });
}

export function refuseWith(refusal: Refusal): Decision {
  return err({ kind: 'refused', words: refusal.words, refusal });
}

/** An event by whoever is deciding. */
export function eventBy<T extends EventType>(actor: Actor, type: T, payload: EventPayload<T>): NewEvent {
  return { type, actor, payload } as NewEvent;
}

/** The name behind an actor, for pins and origins. */
export function nameOf(actor: Actor): string {
  return actor === 'engine' ? 'engine' : actor.slice('user:'.length);
}
