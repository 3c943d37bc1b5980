// What a change would do, before anyone commits to it: the same decision as the command's own, reduced on the side.

import { countMap, evict, renderMap } from '#core/map/index.ts';
import type { ContextMap, CountTokens, Eviction, Refusal, SectionId } from '#core/map/index.ts';
import type { Policy } from '#core/methods/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Command, CommandError, Decision } from '../commands.ts';
import { placeEvents } from '../decode.ts';
import type { Actor, StudyEvent } from '../events.ts';
import { reduceAll } from '../reducer/index.ts';
import { headVersion } from '../selectors/index.ts';
import type { StudySettings } from '../settings.ts';
import type { StudyState } from '../state.ts';
import { decide } from './decide.ts';
import type { Desk } from './decision.ts';
import { rankingOf } from './map-versions.ts';
import { computeUpdate } from './update.ts';

export interface MapPreview {
  readonly text: string;
  readonly tokens: number;
  readonly tokensBySection: Readonly<Partial<Record<SectionId, number>>>;
  readonly budgetTokens: number;
  readonly refusals: readonly { readonly editId: string | null; readonly refusal: Refusal }[];
  readonly eviction: Eviction;
}

export interface PreviewPorts {
  /** Needed to preview an import. */
  readonly readMap?: Desk['readMap'];
  readonly count: CountTokens;
  readonly hash: (text: string) => string;
  /** Who would do it; for pins and origins. */
  readonly actor?: Actor;
  /** Needed to preview undo and redo. */
  readonly operation?: (seq: number) => readonly StudyEvent[];
  readonly stateAt?: (seq: number) => StudyState;
}

/** What a hand edit, pin, return, text edit, roll back, switch, budget change, undo or import would give. */
export function previewCommand(
  state: StudyState,
  command: Command,
  ports: PreviewPorts,
): Result<MapPreview, CommandError> {
  switch (command.do) {
    case 'run.step':
    case 'run.stage':
    case 'run.all':
    case 'run.again':
    case 'run.stop':
    case 'run.pause':
    case 'run.resume':
    case 'review.decide':
    case 'update.skip':
    case 'item.leave-one-out':
    case 'answers.judge':
    case 'items.measure':
      return err({ kind: 'refused', words: `${command.do} cannot be seen beforehand.` });
    default:
  }
  const desk = {
    state,
    actor: ports.actor ?? ('user:' as const),
    count: ports.count,
    hash: ports.hash,
    time: '',
    ...(ports.readMap === undefined ? {} : { readMap: ports.readMap }),
    operation: ports.operation ?? (() => []),
    stateAt: ports.stateAt ?? (() => state),
  };
  const decision = decide(desk, command, (text) => text);
  if (!decision.ok) {
    const { kind, words, refusal } = decision.error;
    const head = headVersion(state);
    if (refusal === null || head === null) return err({ kind, words });
    return ok(previewOf(head.map, state.settings, ports.count, [{ editId: null, refusal }], null));
  }
  const after = reduceAll(state, placeEvents(decision.value, state.seq, ''));
  const head = headVersion(after);
  if (head === null) return err({ kind: 'refused', words: 'This study has no map yet.' });
  const evicted = decision.value.find((event) => event.type === 'items.evicted');
  const eviction = evicted?.type === 'items.evicted' ? evicted.payload.eviction : null;
  return ok(previewOf(head.map, after.settings, ports.count, [], eviction));
}

/** What a pending review would give with these decisions laid over those already made. */
export function previewReview(
  state: StudyState,
  runId: string,
  decisions: readonly Omit<Decision, 'reason'>[],
  ports: { readonly count: CountTokens; readonly policy?: Pick<Policy, 'evict'> },
): Result<MapPreview, CommandError> {
  const run = state.runs.get(runId);
  const head = headVersion(state, run?.branch);
  if (run === undefined || head === null) return err({ kind: 'unknown', words: `This study has no run ${runId}.` });
  const all = [...run.decisions, ...decisions.map((each) => ({ ...each, reason: null }))];
  const policy = ports.policy ?? plainEvictor;
  const update = computeUpdate({ state, run, map: head.map, decisions: all, by: 'the reviewer' }, policy, ports.count);
  if (update === null) return err({ kind: 'refused', words: `${runId} proposes no edits.` });
  const refusals = update.outcomes.flatMap((outcome) =>
    outcome.status === 'refused' ? [{ editId: outcome.editId, refusal: outcome.refusal }] : [],
  );
  return ok(previewOf(update.map, state.settings, ports.count, refusals, update.eviction));
}

const plainEvictor: Pick<Policy, 'evict'> = {
  evict(map, settings, count) {
    const budgetTokens = settings.eviction ? settings.budgetTokens : Number.MAX_SAFE_INTEGER;
    return evict(map, { budgetTokens, order: settings.evictionOrder }, count);
  },
};

function previewOf(
  map: ContextMap,
  settings: StudySettings,
  count: CountTokens,
  refusals: MapPreview['refusals'],
  eviction: Eviction | null,
): MapPreview {
  const { total, bySection } = countMap(map, count);
  return {
    text: renderMap(map),
    tokens: total,
    tokensBySection: bySection,
    budgetTokens: settings.method.budgetTokens,
    refusals,
    eviction: eviction ?? rankingOf(map, settings.method, count),
  };
}
