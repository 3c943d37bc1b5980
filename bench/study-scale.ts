// Long studies: what if over 500 queries, reducing 10,000 versions, reaching any of them, verifying them.

import { createTimeline, emptyState, reduceAll, verifyLog, whatIf } from '#core/study/index.ts';
import type { WhatIfRules } from '#core/study/index.ts';
import { playStudy, quickHash } from '#core/study/insight/testing/index.ts';
import { tokenCounter } from '#core/node/index.ts';
import { msFigure, timed } from './figure.ts';
import type { Bench } from './figure.ts';
import { chance, madeUpSteps } from './made-up.ts';

const RULES: WhatIfRules = {
  budgetTokens: 512,
  evictionOrder: 'score-then-section',
  tagWeights: { helpful: 2, harmful: -2, neutral: 0, stale: -1 },
  eviction: true,
};

export const whatIfScale: Bench = {
  name: 'what-if',
  run() {
    const count = tokenCounter('o200k_base');
    const { state } = playStudy(madeUpSteps(500), {}, { count, hash: quickHash });
    // The first time after opening a study nothing has been counted yet but what the log holds.
    const fresh = playStudy(madeUpSteps(500, 2), {}, { count: tokenCounter('o200k_base'), hash: quickHash });
    const first = timed(() => whatIf(fresh.state, 'main', RULES, count), 1, 0);
    const later = timed((run) => whatIf(state, 'main', { ...RULES, budgetTokens: 400 + run * 7 }, count), 40, 5);
    return [
      msFigure('what-if over 500 queries, first', first.maxMs, 200),
      msFigure('what-if over 500 queries, best', later.minMs, 200),
      msFigure('what-if over 500 queries, processor time', later.cpuMs, 200),
      msFigure('what-if over 500 queries, median', later.medianMs, 200),
      msFigure('what-if over 500 queries, p95', later.p95Ms, 200),
    ];
  },
};

export const studyScale: Bench = {
  name: 'study-scale',
  run() {
    const count = tokenCounter('o200k_base');
    const { events } = playStudy(madeUpSteps(10_000), {}, { count, hash: quickHash });
    const reduced = timed(() => reduceAll(emptyState, events), 5, 1);
    const timeline = createTimeline({ read: (after, limit = Infinity) => events.slice(after, after + limit) });
    timeline.at(events.length);
    const random = chance(11);
    const reached = timed(() => timeline.at(1 + random.below(events.length)), 200, 10);
    const verified = timed(() => verifyLog(events, { counter: () => count, hash: quickHash }), 1, 0);
    return [
      { name: 'events of the study', value: events.length, unit: 'count', limit: null },
      msFigure('reduce 10,000 versions, best', reduced.minMs),
      msFigure('reduce 10,000 versions, processor time', reduced.cpuMs),
      msFigure('reduce 10,000 versions, median', reduced.medianMs),
      msFigure('reach any of 10,000 versions, processor time', reached.cpuMs, 50),
      msFigure('reach any of 10,000 versions, median', reached.medianMs, 50),
      msFigure('reach any of 10,000 versions, p95', reached.p95Ms, 50),
      msFigure('reach any of 10,000 versions, slowest', reached.maxMs, 50),
      msFigure('verify 10,000 versions', verified.maxMs),
      msFigure('verify 10,000 versions, processor time', verified.cpuMs),
    ];
  },
};
