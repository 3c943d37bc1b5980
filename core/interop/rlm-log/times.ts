// Times as Python writes them: ISO 8601 with microseconds or without, and as a rule without a zone.

const WRITTEN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/** Null for what is no time. Without a zone it is taken for a time of this computer. */
export function instantOf(written: string): { readonly at: string; readonly lacksZone: boolean } | null {
  const [, day, time, fraction = '', zone] = WRITTEN.exec(written) ?? [];
  if (day === undefined || time === undefined) return null;
  const instant = Date.parse(`${day}T${time}${fraction.slice(0, 4)}${zone ?? ''}`);
  return Number.isNaN(instant) ? null : { at: new Date(instant).toISOString(), lacksZone: zone === undefined };
}
