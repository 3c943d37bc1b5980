import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, removeKeys } from './redact.ts';

describe('redacting', () => {
  it('takes out a known key wherever and however often it stands, also in a URL', () => {
    const key = 'a+b/c==secret';
    const text = `key ${key}, again ${key}; ?k=${encodeURIComponent(key)}`;
    expect(redact(text, [key])).toBe('key [key removed], again [key removed]; ?k=[key removed]');
  });

  it.each([
    'sk-proj-abc_123456',
    'Bearer abc.def.ghi',
    'sk-abc****wxyz',
    'api_key=abcdef123',
    '"authorization": "Basic Zm9vOmJhcg=="',
    'hf_abcdefghijk',
  ])('takes out what looks like a key: %s', (secret) => {
    expect(redact(`before ${secret} after`, [])).toMatch(/^before .*\[key removed\].*after$/);
  });

  it('leaves ordinary words alone', () => {
    for (const text of ['Check the key for OpenAI.', 'risk-free task-based', 'the api key is missing', '']) {
      expect(redact(text, ['short'])).toBe(text);
    }
  });

  it('leaves no trace of the key in any text', () => {
    const key = fc
      .string({ minLength: 8 })
      .filter((text) => text.trim().length >= 8 && !'[key removed]'.includes(text.trim()));
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
        return !removeKeys(`${before}${secret}${after}`, [secret]).includes(secret);
      }),
    );
  });
});
