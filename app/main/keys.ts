// Keys of model providers. Kept encrypted by the operating system through Electron's safeStorage, in memory only where the
// person wants that or no store exists; what was set by hand comes before the environment. A key leaves this file for a request's header and
// nowhere else: not to the renderer, a study, a log or an error text (logs are redacted with `known`).

import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { RequestError } from '#app/bridge/index.ts';
import { writeWhole } from '#core/node/index.ts';
import { environmentKey } from '#core/node/models/index.ts';
import type { Environment } from '#core/node/models/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';

/** The part of Electron's safeStorage that is used; the asynchronous calls are missing before Electron 40. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
  getSelectedStorageBackend?(): string;
  setUsePlainTextEncryption?(plain: boolean): void;
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(text: string): Promise<Buffer>;
  decryptStringAsync?(encrypted: Buffer): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>;
}

/** os: the system's key store. weak: written without real protection. none: memory only. */
export type KeyStore = 'os' | 'weak' | 'none';
export type KeySource = 'store' | 'environment' | 'memory' | 'none';

export interface Keys {
  readonly store: KeyStore;
  /** What to say beside the "remember" switch. */
  readonly storeWords: string;
  state(keyName: string): { readonly source: KeySource };
  set(keyName: string, key: string, remember: boolean): Promise<Result<null, RequestError>>;
  clear(keyName: string): Promise<Result<null, RequestError>>;
  /** For a request's header only. Null when there is none or the stored one cannot be read any more. */
  keyFor(keyName: string): Promise<string | null>;
  /** Every key this process has had in hand, for redacting. */
  known(): readonly string[];
}

export interface KeyOptions {
  readonly safeStorage: SafeStorage;
  /** Where encrypted keys lie. */
  readonly file: string;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** Told, without the key, of a file that cannot be read. */
  readonly warn: (words: string) => void;
}

const keyFile = z.object({ version: z.literal(1), keys: z.record(z.string(), z.string()) });
type Stored = z.infer<typeof keyFile>['keys'];

export async function createKeys(options: KeyOptions): Promise<Keys> {
  const { safeStorage, file, environment, warn } = options;
  const store = await findStore(options);
  const encrypted = new Map(Object.entries(readKeyFile(file, warn)));
  const inMemory = new Map<string, string>();
  /** Stored keys once read, so that the key store is asked once. */
  const decrypted = new Map<string, string>();
  const known = new Set<string>();
  const remember = (key: string): string => {
    known.add(key);
    return key;
  };

  return {
    store,
    storeWords: STORE_WORDS[store],
    state(keyName) {
      if (inMemory.has(keyName)) return { source: 'memory' };
      if (encrypted.has(keyName)) return { source: 'store' };
      return { source: environmentKey(keyName, environment) === null ? 'none' : 'environment' };
    },
    async set(keyName, typed, toStore) {
      const key = typed.trim();
      if (!/^[\x21-\x7e]+$/.test(key)) {
        return refused(
          'A key is one word of plain letters, digits and signs. Copy it again without spaces or line breaks.',
        );
      }
      if (toStore && store === 'none') return refused(`${STORE_WORDS.none} Set the key without remembering it.`);
      remember(key);
      if (!toStore) {
        inMemory.set(keyName, key);
        return ok(null);
      }
      try {
        encrypted.set(keyName, (await encrypt(safeStorage, key)).toString('base64'));
        writeKeyFile(file, Object.fromEntries(encrypted));
      } catch (error) {
        encrypted.delete(keyName);
        warn(`a key could not be stored (${codeOf(error)})`);
        return err({
          kind: 'storage',
          words: `The key could not be stored (${codeOf(error)}). It can be set without remembering it.`,
        });
      }
      inMemory.delete(keyName);
      decrypted.set(keyName, key);
      return ok(null);
    },
    clear(keyName) {
      inMemory.delete(keyName);
      decrypted.delete(keyName);
      if (!encrypted.delete(keyName)) return Promise.resolve(ok(null));
      try {
        writeKeyFile(file, Object.fromEntries(encrypted));
      } catch (error) {
        return Promise.resolve(
          err({
            kind: 'storage',
            words: `The stored key could not be removed (${codeOf(error)}): ${file} cannot be written.`,
          }),
        );
      }
      return Promise.resolve(ok(null));
    },
    async keyFor(keyName) {
      const typed = inMemory.get(keyName) ?? decrypted.get(keyName);
      if (typed !== undefined) return typed;
      const stored = encrypted.get(keyName);
      if (stored === undefined) {
        const given = environmentKey(keyName, environment);
        return given === null ? null : remember(given);
      }
      try {
        const key = remember(await decrypt(safeStorage, Buffer.from(stored, 'base64')));
        decrypted.set(keyName, key);
        return key;
      } catch (error) {
        warn(`the stored key for ${keyName} cannot be read any more (${codeOf(error)}); set it again`);
        return null;
      }
    },
    known: () => [...known],
  };
}

const STORE_WORDS: Readonly<Record<KeyStore, string>> = {
  os: 'Keys are kept encrypted in the key store of your system.',
  weak: 'This system has no key store that Peek can use (basic_text): a key that is kept can be read by anyone who can read your files. One that is not kept is forgotten when Peek ends.',
  none: 'This system has no key store, so keys are forgotten when Peek ends.',
};

async function findStore({ safeStorage, platform }: KeyOptions): Promise<KeyStore> {
  const backend = platform === 'linux' ? safeStorage.getSelectedStorageBackend?.() : undefined;
  if (backend === 'basic_text') return 'weak';
  const available = (await safeStorage.isAsyncEncryptionAvailable?.()) ?? safeStorage.isEncryptionAvailable();
  return available ? 'os' : 'none';
}

/** A key is written the weak way only after the person was told and chose to. */
async function encrypt(safeStorage: SafeStorage, key: string): Promise<Buffer> {
  if (safeStorage.getSelectedStorageBackend?.() === 'basic_text') safeStorage.setUsePlainTextEncryption?.(true);
  return safeStorage.encryptStringAsync === undefined
    ? safeStorage.encryptString(key)
    : safeStorage.encryptStringAsync(key);
}

async function decrypt(safeStorage: SafeStorage, encrypted: Buffer): Promise<string> {
  if (safeStorage.getSelectedStorageBackend?.() === 'basic_text') safeStorage.setUsePlainTextEncryption?.(true);
  if (safeStorage.decryptStringAsync === undefined) return safeStorage.decryptString(encrypted);
  return (await safeStorage.decryptStringAsync(encrypted)).result;
}

function readKeyFile(file: string, warn: (words: string) => void): Stored {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') warn(`the key file cannot be read (${codeOf(error)})`);
    return {};
  }
  try {
    return keyFile.parse(JSON.parse(text)).keys;
  } catch {
    // Not the error itself: it may quote the file.
    warn('the key file was not understood and is ignored');
    return {};
  }
}

/** For its owner only, whole or not at all. */
function writeKeyFile(file: string, keys: Stored): void {
  mkdirSync(dirname(file), { recursive: true });
  writeWhole(file, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, 0o600);
}

function refused(words: string) {
  return err({ kind: 'refused', words } as const);
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'the key store refused';
}
