// Takes keys out of text before anybody sees it: every error text, warning and log line goes through here (DESIGN rule 12).
// Known keys are found exactly; what merely looks like a key (a server may echo a shortened one) by its shape.

export const REDACTED = '[key removed]';

/** Shorter strings are no keys worth the name, and replacing them would riddle ordinary text. */
const SHORTEST_KEY = 6;

/** Only these can be sent in a header, hence echoed in a URL. */
const PRINTABLE = /^[\x20-\x7e]+$/;

const KEY_SHAPES = [
  /\b(?:sk|pk|rk|tgp|gsk|hf|xai)[-_][A-Za-z0-9_*.-]{6,}/g,
  /\bBearer\s+[^\s"',;]+/gi,
  /\b(?:api[-_]?key|authorization|access[-_]?token)["']?\s*[:=]\s*["']?(?:basic\s+)?[^\s"',;&]{6,}/gi,
];

export type Redact = (text: string) => string;

/** Takes out the given keys, as they stand and as a URL would encode them, and everything that has a key's shape. */
export function redact(text: string, keys: readonly string[]): string {
  return KEY_SHAPES.reduce((clean, shape) => clean.replace(shape, REDACTED), removeKeys(text, keys));
}

/** Takes out the given keys only: for a model's own words, which are otherwise kept as they came. */
export function removeKeys(text: string, keys: readonly string[]): string {
  let clean = text;
  for (const key of keys) {
    const bare = key.trim();
    if (bare.length < SHORTEST_KEY) continue;
    const encoded = PRINTABLE.test(bare) ? encodeURIComponent(bare) : bare;
    for (const form of [key, bare, encoded]) clean = clean.replaceAll(form, REDACTED);
  }
  return clean;
}
