// How events of old versions are read. An upcaster lifts a payload by one version; it gets whatever a file held and must
// accept anything: what it cannot lift comes out unchanged and fails the schema afterwards, which makes it a warning.

import type { EventType } from './events.ts';

/** The version in which an event is written now, for those that have changed since version 1. */
export const CURRENT_VERSIONS: Readonly<Partial<Record<EventType, number>>> = {
  'iteration.finished': 2,
  'edits.proposed': 2,
  'version.committed': 2,
};

export function versionOf(type: EventType): number {
  return CURRENT_VERSIONS[type] ?? 1;
}

/** By `type@version`: from that version to the next. */
export const UPCASTERS: Readonly<Record<string, (payload: unknown) => unknown>> = {
  // Version 1 did not say which iteration ended its agent.
  'iteration.finished@1': (payload) => withDefaults(payload, { answer: null }),
  // Version 1 did not record which candidate an edit took up.
  'edits.proposed@1': (payload) =>
    isRecord(payload) && Array.isArray(payload['edits'])
      ? { ...payload, edits: payload['edits'].map((edit: unknown) => withDefaults(edit, { candidateId: null })) }
      : payload,
  // In version 1 a map always had the headings of all its sections.
  'version.committed@1': (payload) => withDefaults(payload, { headers: 'all' }),
};

function withDefaults(payload: unknown, defaults: Record<string, unknown>): unknown {
  return isRecord(payload) ? { ...defaults, ...payload } : payload;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
