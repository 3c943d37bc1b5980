// What one call took, as lines to read: our count beside the provider's, the map's share of the prompt, what was cached,
// attempts, times and price. Pure; the panel only draws it.

import { mapShare, reconcile, reconcileAll } from '#core/lm/index.ts';
import type { CallSummary, Run } from '#core/study/index.ts';
import { duration, MINUS, money, plural, signed, whole } from '../../format/numbers.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Said beside the value, quietly. */
  readonly more?: string;
  /** Worth a second look. */
  readonly odd?: true;
}

/** Facts of a call in the order they are read. */
export function factsOf(call: CallSummary, run: Run): readonly Fact[] {
  return [...promptFacts(call, run), ...replyFacts(call), ...timeFacts(call), priceFact(call)];
}

function promptFacts(call: CallSummary, run: Run): readonly Fact[] {
  const { ours, theirs, difference, share, verdict, cachedShare } = reconcile(call);
  const facts: Fact[] = [
    { name: 'prompt, our count', value: ours === null ? 'not counted' : tokens(ours) },
    theirs === null
      ? {
          name: 'the provider’s',
          value: 'not reported',
          ...(call.usageSource === 'counted' ? { more: 'our count is used' } : {}),
        }
      : { name: 'the provider’s', value: tokens(theirs) },
  ];
  if (difference !== null) {
    const far =
      verdict === 'fewer' ? 'far fewer: was the prompt cut there?' : verdict === 'more' ? 'far more' : 'close';
    facts.push({
      name: 'difference',
      value: `${signed(difference)}${share === null ? '' : ` (${percent(share)})`}`,
      more: far,
      ...(verdict === 'close' ? {} : { odd: true as const }),
    });
  }
  const map = holdsMap(call, run) ? mapShare(run.mapTokens, ours) : null;
  if (map !== null)
    facts.push({ name: 'the map in it', value: tokens(run.mapTokens), more: `${percent(map)} of the prompt` });
  if (theirs !== null) {
    facts.push({
      name: 'from the cache',
      value: call.usage === null || call.usage.cached === 0 ? 'nothing' : tokens(call.usage.cached),
      ...(cachedShare === null || cachedShare === 0 ? {} : { more: `${percent(cachedShare)} of the prompt` }),
    });
  }
  return facts;
}

function replyFacts({ usage, finishReason }: CallSummary): readonly Fact[] {
  if (usage === null) return [];
  const more = [
    ...(usage.reasoning > 0 ? [`${whole(usage.reasoning)} of them reasoning`] : []),
    ...(finishReason === null || finishReason === 'stop' ? [] : [`ended by ${finishReason}`]),
  ];
  return [{ name: 'reply', value: tokens(usage.output), ...(more.length === 0 ? {} : { more: more.join(', ') }) }];
}

function timeFacts({ latencyMs, firstDeltaMs, attempts, origin }: CallSummary): readonly Fact[] {
  const tries: Fact[] =
    attempts > 1 ? [{ name: 'attempts', value: whole(attempts), more: 'all counted as this one call', odd: true }] : [];
  // How long a person took to type says nothing about the call.
  if (origin === 'manual') return tries;
  const first = firstDeltaMs === null ? {} : { more: `first words after ${duration(firstDeltaMs)}` };
  return [...tries, { name: 'time', value: duration(latencyMs), ...first }];
}

function priceFact({ costMicroUsd, model, origin }: CallSummary): Fact {
  if (origin !== 'live') return { name: 'price', value: 'none', more: ORIGIN_WORDS[origin] };
  if (costMicroUsd === null) return { name: 'price', value: 'not known', more: `no price for ${model}`, odd: true };
  return { name: 'price', value: money(costMicroUsd) };
}

const ORIGIN_WORDS = {
  replayed: 'replayed from a recording',
  offline: 'rule-based, no LM',
  manual: 'typed by a person',
} as const;

/** Sub-calls get the piece of text the agent's code gives them and no map. */
function holdsMap({ role, depth }: CallSummary, { mapText }: Run): boolean {
  return mapText !== null && (role === 'distiller' || role === 'cartographer' || (role === 'root' && depth === 0));
}

/** One line over all calls of a run that both sides counted. */
export function totalOf(run: Run): { readonly words: string; readonly odd: string | null } {
  const { calls, compared, ours, theirs, cached, apart } = reconcileAll(run.calls);
  if (compared === 0) {
    const isCounted = run.calls.some((call) => call.ourInputTokens !== null);
    return { words: `${plural(calls, 'call')}, ${isCounted ? 'counted by us alone' : 'not counted'}`, odd: null };
  }
  const by = compared === calls ? plural(calls, 'call') : `${whole(compared)} of ${plural(calls, 'call')}`;
  const from = cached === 0 ? '' : ` · ${whole(cached)} cached`;
  const words = `${by}: prompt tokens ${whole(ours)} by our count, ${whole(theirs)} by the provider’s (${signed(theirs - ours)})${from}`;
  return { words, odd: apart.length === 0 ? null : `${plural(apart.length, 'call')} counted far apart` };
}

/** The reply's arrival as points of a line, both axes 0 to 1; empty when its times were not recorded. */
export function arrivalOf(call: CallSummary): readonly (readonly [x: number, y: number])[] {
  const deltas = call.deltas ?? [];
  const chars = deltas.reduce((sum, [, more]) => sum + more, 0);
  const end = Math.max(call.latencyMs, deltas.at(-1)?.[0] ?? 0);
  if (deltas.length < 2 || chars === 0 || end === 0) return [];
  let given = 0;
  return [
    [0, 0],
    ...deltas.map(([ms, more]): readonly [number, number] => {
      given += more;
      return [ms / end, given / chars];
    }),
  ];
}

function tokens(count: number): string {
  return plural(count, 'token');
}

function percent(share: number): string {
  const of = share * 100;
  return `${of.toFixed(of !== 0 && Math.abs(of) < 9.95 ? 1 : 0).replace('-', MINUS)} %`;
}
