// Spans as OTLP/JSON has them: attributes as a list of keys with typed values, whole numbers and times as texts since they have
// 64 bits, ids as lower-case hex. Source: the OTLP specification, "JSON Protobuf Encoding".

export type AnyValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } }
  | { readonly kvlistValue: { readonly values: readonly KeyValue[] } };

export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: within this program. 3: a call to another one. */
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly status?: { readonly code: 2; readonly message: string };
}

/** What a program says of itself as a value; null and undefined are left out where they stand in a list of keys. */
export type Plain = string | number | boolean | null | undefined | readonly Plain[] | { readonly [key: string]: Plain };

export function keyValues(fields: Readonly<Record<string, Plain>>): readonly KeyValue[] {
  return Object.entries(fields).flatMap(([key, plain]) => {
    const value = anyValue(plain);
    return value === null ? [] : [{ key, value }];
  });
}

function anyValue(plain: Plain): AnyValue | null {
  if (plain === null || plain === undefined) return null;
  if (typeof plain === 'string') return { stringValue: wellFormed(plain) };
  if (typeof plain === 'boolean') return { boolValue: plain };
  if (typeof plain === 'number')
    return Number.isSafeInteger(plain) ? { intValue: String(plain) } : { doubleValue: plain };
  return isList(plain)
    ? { arrayValue: { values: plain.flatMap((each) => anyValue(each) ?? []) } }
    : { kvlistValue: { values: keyValues(plain) } };
}

/** Texts of OTLP are UTF-8, which has no halves of characters. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function isList(plain: readonly Plain[] | { readonly [key: string]: Plain }): plain is readonly Plain[] {
  return Array.isArray(plain);
}

/** An id of so many hex digits, always the same for the same name. One of zeros alone would be no id. */
export function idOf(name: string, digits: 16 | 32, hash: (text: string) => string): string {
  const id = hash(name).slice(0, digits);
  return /^0*$/.test(id) ? '1'.padStart(digits, '0') : id;
}

/** at   ISO 8601; what is no time is told as unknown, which is 0 */
export function nanoseconds(at: string, earlierMs = 0): string {
  const milliseconds = Math.round(Date.parse(at) - earlierMs);
  return milliseconds > 0 ? `${String(milliseconds)}000000` : '0';
}
