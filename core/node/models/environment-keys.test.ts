import { describe, expect, it } from 'vitest';
import { environmentKey } from './environment-keys.ts';

describe('a key from the environment', () => {
  const environment = { OPENAI_API_KEY: 'sk-openai', TOGETHER_API_KEY: ' ', PEEK_API_KEY: 'own' };

  it('is the provider’s, for the provider', () => {
    expect(environmentKey('openai', environment)).toBe('sk-openai');
    expect(environmentKey('together', environment)).toBeNull();
    expect(environmentKey('openrouter', environment)).toBeNull();
  });

  it('is PEEK_API_KEY for a server on this machine', () => {
    for (const host of ['http://127.0.0.1:8000', 'http://localhost:11434', 'https://[::1]:1']) {
      expect(environmentKey(`host:${host}`, environment), host).toBe('own');
    }
  });

  it('goes to no other host, unless PEEK_BASE_URL names it', () => {
    for (const host of [
      'https://evil.example',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'http://10.0.0.5:8000',
    ]) {
      expect(environmentKey(`host:${host}`, environment), host).toBeNull();
    }
    const named = { ...environment, PEEK_BASE_URL: 'http://10.0.0.5:8000/v1' };
    expect(environmentKey('host:http://10.0.0.5:8000', named)).toBe('own');
    expect(environmentKey('host:http://10.0.0.5:8001', named)).toBeNull();
  });

  it('is not found under a name that is no provider’s', () => {
    expect(environmentKey('custom', environment)).toBeNull();
    expect(environmentKey('__proto__', environment)).toBeNull();
  });
});
