// Everything a person can ask of a study. The window's buttons, the command line's verbs and the tests all send these; a
// command is decided against the state into events, or refused with a reason (engine/).

import { z } from 'zod';
import { studySettings } from './settings.ts';

const reason = z.string().max(2_000).nullable();
const id = z.string().min(1).max(100);
const content = z.string().max(20_000);
const section = z.enum(['cr', 'cu', 'dc', 'ps', 'rr', 'ep']);

export const decision = z.object({
  editId: id,
  decision: z.enum(['accept', 'refuse', 'change']),
  content: content.nullable(),
  reason,
});

export const command = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('queries.add'),
    queries: z.array(z.object({ text: z.string().max(1_000_000), truth: z.string().max(100_000).nullable() })),
  }),
  z.object({ do: z.literal('query.remove'), queryId: id }),
  z.object({ do: z.literal('query.skip'), queryId: id, reason }),
  /** Takes back a removal or a skip. */
  z.object({ do: z.literal('query.restore'), queryId: id }),

  /** Runs the next query whole; goes on with a run that was stopped, failed or interrupted. */
  z.object({ do: z.literal('run.step') }),
  /** Only the next stage of the next or current run. */
  z.object({ do: z.literal('run.stage') }),
  /** All that remain, or up to and including one query. */
  z.object({ do: z.literal('run.all'), untilQueryId: id.nullable() }),
  /** A new run of a query on the current map; the old run is kept. */
  z.object({ do: z.literal('run.again'), queryId: id }),
  /** Gives up a stopped, failed or interrupted run as it is, so that stepping goes to the next query. */
  z.object({ do: z.literal('run.abandon'), runId: id }),
  /** Passes over the update of a run whose Distiller or Cartographer failed; its answer stands, the map stays. */
  z.object({ do: z.literal('update.skip'), runId: id, reason }),
  z.object({ do: z.literal('run.stop') }),
  z.object({ do: z.literal('run.pause') }),
  z.object({ do: z.literal('run.resume') }),

  z.object({ do: z.literal('review.decide'), runId: id, decisions: z.array(decision) }),
  z.object({ do: z.literal('review.set'), on: z.boolean() }),

  z.object({ do: z.literal('map.freeze'), reason }),
  z.object({ do: z.literal('map.unfreeze'), reason }),
  z.object({ do: z.literal('map.rollback'), versionId: id, reason }),

  z.object({ do: z.literal('branch.create'), name: id, versionId: id, reason }),
  z.object({ do: z.literal('branch.switch'), name: id }),
  z.object({ do: z.literal('branch.rename'), from: id, to: id }),
  z.object({ do: z.literal('branch.delete'), name: id }),

  z.object({ do: z.literal('item.add'), section, content, reason }),
  z.object({ do: z.literal('item.edit'), itemId: id, content, reason }),
  z.object({ do: z.literal('item.delete'), itemId: id, reason }),
  /** To a section, before another item or (null) last in it. */
  z.object({ do: z.literal('item.move'), itemId: id, section, beforeItemId: id.nullable(), reason }),
  z.object({ do: z.literal('item.pin'), itemId: id, reason }),
  z.object({ do: z.literal('item.unpin'), itemId: id, reason }),
  /** Brings back a removed item with its id, score and history. */
  z.object({ do: z.literal('item.return'), itemId: id, reason }),
  /** The whole map as edited text: parsed, compared with the current map, applied as one hand edit. */
  z.object({ do: z.literal('map.edit-text'), text: z.string().max(1_000_000), reason }),
  z.object({ do: z.literal('map.import'), json: z.string().max(50_000_000), reason }),

  z.object({ do: z.literal('settings.change'), settings: studySettings, reason }),
  z.object({ do: z.literal('operation.undo') }),
  z.object({ do: z.literal('operation.redo') }),
  z.object({
    do: z.literal('note.add'),
    target: z.object({ kind: z.enum(['item', 'version', 'iteration', 'query', 'study']), id }),
    text: z.string().max(20_000),
  }),
  z.object({ do: z.literal('note.remove'), noteId: id }),
  /** A model's verdict on the answers of these runs. */
  z.object({ do: z.literal('answers.judge'), runIds: z.array(id).min(1).max(10_000) }),
  /** How near the items of a version are to one another. */
  z.object({ do: z.literal('items.measure'), versionId: id }),
  z.object({ do: z.literal('item.leave-one-out'), itemId: id, queryIds: z.array(id) }),
]);

export type Command = z.infer<typeof command>;
export type Decision = z.infer<typeof decision>;

export type CommandError = {
  readonly kind: 'refused' | 'busy' | 'unknown' | 'read-only' | 'storage' | 'cancelled';
  /** What happened, why, and what to do. */
  readonly words: string;
};
