import { describe, expect, it } from 'vitest';
import { PRESETS, findPreset, keyNameOf } from './presets.ts';

describe('presets', () => {
  it('have unique names, and a key variable wherever a key is needed', () => {
    expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length);
    for (const preset of PRESETS) if (preset.needsKey) expect(preset.keyVariable, preset.id).not.toBeNull();
  });

  it('send keys that leave the machine over TLS only', () => {
    for (const { baseUrl, local } of PRESETS) if (baseUrl !== null && !local) expect(baseUrl).toMatch(/^https:/);
  });

  it('are found by name', () => {
    expect(findPreset('ollama')?.label).toBe('Ollama');
    expect(findPreset('__proto__')).toBeNull();
  });
});

describe('the name of a key', () => {
  it('is the provider’s, at the provider’s own address', () => {
    expect(keyNameOf({ preset: 'openai', baseUrl: null })).toBe('openai');
    expect(keyNameOf({ preset: 'openai', baseUrl: 'https://api.openai.com/v1/' })).toBe('openai');
  });

  it.each([
    'https://evil.example/v1',
    'http://api.openai.com/v1',
    'https://api.openai.com:444/v1',
    'https://api.openai.com@evil.example/v1',
    'https://api.openai.com.evil.example/v1',
    'https://evil.example\\@api.openai.com/v1',
    'https:/\\evil.example/v1',
    ' nonsense',
  ])('is never the provider’s at another address: %s', (baseUrl) => {
    expect(keyNameOf({ preset: 'openai', baseUrl })).toMatch(/^host:/);
  });

  it('is the host’s for any other server, whatever its path, user and case', () => {
    const name = 'host:http://10.0.0.5:8000';
    for (const baseUrl of ['http://10.0.0.5:8000/v1', 'HTTP://u:p@10.0.0.5:8000?x=1', 'http://10.0.0.5:8000']) {
      expect(keyNameOf({ preset: 'custom', baseUrl })).toBe(name);
    }
  });
});
