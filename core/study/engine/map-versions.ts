// New versions of the map as events: the one place where tokens, hash and difference of a version are worked out.

import { canonicalMap, countMap, evict, fitWithinBudget, mapDelta } from '#core/map/index.ts';
import type { BudgetRules, ContextMap, CountTokens, Eviction, MapItem, Refusal } from '#core/map/index.ts';
import { countItem } from '#core/map/index.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { EventPayload, NewEvent } from '../events.ts';
import type { MethodSettings } from '../settings.ts';
import type { Version } from '../state.ts';
import { eventBy } from './decision.ts';
import type { Desk } from './decision.ts';

export interface NewVersion {
  readonly versionId: string;
  readonly parent: Version | null;
  readonly branch: string;
  readonly map: ContextMap;
  readonly cause: EventPayload<'version.committed'>['cause'];
  readonly runId?: string;
  readonly reason?: string | null;
  readonly budgetTokens: number;
  readonly gone?: readonly MapItem[];
}

export function versionEvent(desk: Pick<Desk, 'actor' | 'count' | 'hash'>, made: NewVersion): NewEvent {
  const { map, parent } = made;
  const { put, removed, order } = mapDelta(parent?.map ?? { ...map, items: [] }, map);
  const { total, bySection } = countMap(map, desk.count);
  return eventBy(desk.actor, 'version.committed', {
    versionId: made.versionId,
    parentId: parent?.id ?? null,
    branch: made.branch,
    cause: made.cause,
    runId: made.runId ?? null,
    sections: [...map.sections],
    headers: map.headers,
    delta: { put: [...put], removed: [...removed], order: order === null ? null : [...order] },
    tokens: total,
    tokensBySection: bySection,
    budgetTokens: made.budgetTokens,
    hash: desk.hash(canonicalMap(map)),
    reason: made.reason ?? null,
    ...(made.gone === undefined || made.gone.length === 0 ? {} : { gone: [...made.gone] }),
  });
}

export function evictionEvent(desk: Pick<Desk, 'actor'>, runId: string | null, eviction: Eviction): NewEvent {
  return eventBy(desk.actor, 'items.evicted', { runId, eviction: recordedEviction(eviction) });
}

function recordedEviction(eviction: Eviction): EventPayload<'items.evicted'>['eviction'] {
  return { ...eviction, ranking: [...eviction.ranking], removed: [...eviction.removed] };
}

export function budgetRules(method: MethodSettings): BudgetRules {
  return { budgetTokens: method.budgetTokens, evictionOrder: method.evictionOrder, eviction: method.eviction };
}

export function nextVersionId(versions: ReadonlyMap<string, unknown>, ahead = 0): string {
  return `v${versions.size + ahead}`;
}

/**
 * A map under other settings: their sections, headings and tokenizer, within their budget. The same object where nothing
 * has to change.
 */
export function fitToSettings(
  map: ContextMap,
  method: MethodSettings,
  count: CountTokens,
): Result<{ readonly map: ContextMap; readonly eviction: Eviction | null }, Refusal> {
  const shaped = shape(map, method, count);
  const fitted = fitWithinBudget(shaped, { ...budgetRules(method), eviction: true }, count);
  if (!fitted.ok) return fitted;
  const { eviction } = fitted.value;
  return ok({ map: fitted.value.map, eviction: eviction.removed.length === 0 ? null : eviction });
}

function shape(map: ContextMap, method: MethodSettings, count: CountTokens): ContextMap {
  const headers = method.blankSlate ? 'used' : 'all';
  const enabled = new Set(method.sections);
  // A section that holds items is not switched off under them: it stays until they are gone.
  const used = new Set(map.items.map((item) => item.section));
  const sections = ALL.filter((id) => enabled.has(id) || used.has(id));
  const items = map.items.map((item) => {
    const tokens = countItem(item, count);
    return tokens === item.tokens ? item : { ...item, tokens };
  });
  const sameItems = items.every((item, at) => item === map.items[at]);
  const sameSections = sections.length === map.sections.length && sections.every((id, at) => id === map.sections[at]);
  if (sameItems && sameSections && headers === map.headers) return map;
  return { sections, headers, items: sameItems ? map.items : items };
}

const ALL = ['cr', 'cu', 'dc', 'ps', 'rr', 'ep'] as const;

/** The ranking as it stands, with nothing removed: for previews of changes that fit. */
export function rankingOf(map: ContextMap, method: MethodSettings, count: CountTokens): Eviction {
  return evict(map, { budgetTokens: method.budgetTokens, order: method.evictionOrder }, count).eviction;
}
