import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeys } from './keys.ts';
import type { KeyOptions, SafeStorage } from './keys.ts';

const KEY = 'sk-test-1234567890abcdef';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reverses the bytes: enough to see that only what the store gave is written. */
function aStore(overrides: Partial<SafeStorage> = {}): SafeStorage {
  return {
    isEncryptionAvailable: () => true,
    encryptString: (text) => Buffer.from(text).reverse(),
    decryptString: (encrypted) => Buffer.from(encrypted).reverse().toString(),
    getSelectedStorageBackend: () => 'gnome_libsecret',
    ...overrides,
  };
}

/** As Electron 33 does on a desktop it does not know: nothing works until plain text is asked for. */
function aWeakStore(): SafeStorage {
  let plain = false;
  const store = aStore({ getSelectedStorageBackend: () => 'basic_text' });
  return {
    ...store,
    isEncryptionAvailable: () => plain,
    encryptString: (text) => {
      if (!plain) throw new Error('Encryption is not available.');
      return store.encryptString(text);
    },
    setUsePlainTextEncryption: (use) => (plain = use),
  };
}

function keysWith(overrides: Partial<KeyOptions> = {}) {
  return createKeys({
    safeStorage: aStore(),
    file: join(folder, 'keys.json'),
    environment: {},
    platform: 'linux',
    warn: () => undefined,
    ...overrides,
  });
}

describe('keys', () => {
  it('that are remembered survive a restart, encrypted, in a file for the owner only', async () => {
    expect(await (await keysWith()).set('openai', ` ${KEY}\n`, true)).toEqual({ ok: true, value: null });
    const file = join(folder, 'keys.json');
    expect(readFileSync(file, 'utf8')).not.toContain(KEY);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const later = await keysWith();
    expect(later.state('openai')).toEqual({ source: 'store' });
    expect(await later.keyFor('openai')).toBe(KEY);
    expect(later.state('openai')).toEqual({ source: 'store' });
  });

  it('that are not remembered last as long as the program', async () => {
    const keys = await keysWith();
    await keys.set('openai', KEY, false);
    expect([keys.state('openai').source, await keys.keyFor('openai')]).toEqual(['memory', KEY]);
    expect(await (await keysWith()).keyFor('openai')).toBeNull();
  });

  it('that are cleared are gone from memory and file', async () => {
    const keys = await keysWith();
    await keys.set('openai', KEY, true);
    await keys.clear('openai');
    expect([keys.state('openai').source, await keys.keyFor('openai')]).toEqual(['none', null]);
    expect(await (await keysWith()).keyFor('openai')).toBeNull();
  });

  it('come from the environment where none was set, and never from another provider’s variable', async () => {
    const keys = await keysWith({ environment: { OPENAI_API_KEY: KEY } });
    expect([keys.state('openai').source, await keys.keyFor('openai')]).toEqual(['environment', KEY]);
    expect(await keys.keyFor('together')).toBeNull();
    await keys.set('openai', 'sk-typed-000000', false);
    expect(await keys.keyFor('openai')).toBe('sk-typed-000000');
  });

  it('use the asynchronous calls of newer Electron where it has them', async () => {
    const calls: string[] = [];
    const store = aStore();
    const safeStorage: SafeStorage = {
      ...store,
      encryptString: () => {
        throw new Error('deprecated');
      },
      isAsyncEncryptionAvailable: () => Promise.resolve(true),
      encryptStringAsync: (text) => {
        calls.push('encrypt');
        return Promise.resolve(store.encryptString(text));
      },
      decryptStringAsync: (encrypted) => {
        calls.push('decrypt');
        return Promise.resolve({ result: store.decryptString(encrypted), shouldReEncrypt: false });
      },
    };
    await (await keysWith({ safeStorage })).set('openai', KEY, true);
    expect(await (await keysWith({ safeStorage })).keyFor('openai')).toBe(KEY);
    expect(calls).toEqual(['encrypt', 'decrypt']);
  });

  it('say that a basic_text store is weak, and still take a key there for those who choose so', async () => {
    const keys = await keysWith({ safeStorage: aWeakStore() });
    expect(keys.store).toBe('weak');
    expect(keys.storeWords).toContain('basic_text');
    expect((await keys.set('openai', KEY, true)).ok).toBe(true);
    expect(await (await keysWith({ safeStorage: aWeakStore() })).keyFor('openai')).toBe(KEY);
  });

  it('are only kept in memory where there is no store, and say so', async () => {
    const keys = await keysWith({ safeStorage: aStore({ isEncryptionAvailable: () => false }) });
    expect(keys.store).toBe('none');
    const refused = await keys.set('openai', KEY, true);
    expect(refused.ok ? '' : refused.error.words).toContain('without remembering');
    expect((await keys.set('openai', KEY, false)).ok).toBe(true);
  });

  it('that cannot be decrypted any more are none, with a warning that does not hold them', async () => {
    await (await keysWith()).set('openai', KEY, true);
    const warnings: string[] = [];
    const safeStorage = aStore({
      decryptString: () => {
        throw new Error(`cannot decrypt ${KEY}`);
      },
    });
    const keys = await keysWith({ safeStorage, warn: (words) => warnings.push(words) });
    expect(await keys.keyFor('openai')).toBeNull();
    expect(warnings.join()).toContain('set it again');
    expect(warnings.join()).not.toContain(KEY);
  });

  it('outlive a damaged key file, which is named and not quoted', async () => {
    writeFileSync(join(folder, 'keys.json'), `{"version":1,"keys":"${KEY}`);
    const warnings: string[] = [];
    const keys = await keysWith({ warn: (words) => warnings.push(words) });
    expect(await keys.keyFor('openai')).toBeNull();
    expect(warnings).toEqual(['the key file was not understood and is ignored']);
    expect((await keys.set('openai', KEY, true)).ok).toBe(true);
  });

  it.each(['two words', 'schlüssel-123', 'line\nbreak', ''])(
    'that cannot be sent are refused when typed: %j',
    async (key) => {
      const keys = await keysWith();
      expect((await keys.set('openai', key, false)).ok).toBe(false);
    },
  );

  it('that cannot be written leave no half-set key behind', async () => {
    const keys = await keysWith({ file: join(folder, 'keys.json', 'under-a-file', 'keys.json') });
    writeFileSync(join(folder, 'keys.json'), '');
    const result = await keys.set('openai', KEY, true);
    expect(result.ok ? '' : result.error.kind).toBe('storage');
    expect(keys.state('openai').source).toBe('none');
  });
});
