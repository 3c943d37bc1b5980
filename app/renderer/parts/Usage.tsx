// What calls took: tokens in and out, price, time. A figure that misses something says so.

import type { CallSummary } from '#core/study/index.ts';
import { duration, money, plural, whole } from '../format/numbers.ts';

export interface UsageFigures {
  readonly input: number;
  readonly output: number;
  readonly costMicroUsd: number;
  readonly latencyMs: number;
  readonly calls: number;
  readonly unpriced: readonly string[];
  readonly origins: readonly CallSummary['origin'][];
}

export function usageOf(calls: readonly CallSummary[]): UsageFigures {
  const unpriced = new Set(
    calls.filter((call) => call.costMicroUsd === null && call.error === null).map((call) => call.modelName),
  );
  return {
    input: calls.reduce((sum, call) => sum + (call.usage?.input ?? 0), 0),
    output: calls.reduce((sum, call) => sum + (call.usage?.output ?? 0), 0),
    costMicroUsd: calls.reduce((sum, call) => sum + (call.costMicroUsd ?? 0), 0),
    latencyMs: calls.reduce((sum, call) => sum + call.latencyMs, 0),
    calls: calls.length,
    unpriced: [...unpriced],
    origins: [...new Set(calls.map((call) => call.origin))],
  };
}

export function Usage({ calls, extra }: { readonly calls: readonly CallSummary[]; readonly extra?: string }) {
  const usage = usageOf(calls);
  if (usage.calls === 0) return null;
  const origin = usage.origins.find((each) => each !== 'live');
  const parts = [
    ...(calls.every((call) => call.usage === null && call.reply !== null)
      ? ['tokens not reported']
      : [`${whole(usage.input)} in`, `${whole(usage.output)} out`]),
    ...(usage.costMicroUsd > 0 ? [money(usage.costMicroUsd)] : []),
    // How long a person took to type says nothing about the call.
    ...(origin === 'manual' ? [] : [duration(usage.latencyMs)]),
  ];
  return (
    <span className="mono dim usage" title={usageWords(usage)}>
      {origin !== undefined && <span className="soft">{origin} · </span>}
      {parts.join(' · ')}
      {extra !== undefined && ` ${extra}`}
    </span>
  );
}

function usageWords(usage: UsageFigures): string {
  const missing = usage.unpriced.length === 0 ? '' : `; no price is known for ${usage.unpriced.join(', ')}`;
  return `${plural(usage.calls, 'call')}: ${whole(usage.input)} tokens in, ${whole(usage.output)} tokens out${missing}`;
}
