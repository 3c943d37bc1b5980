import { expect, it } from 'vitest';
import { storeErrorOf } from './store-error.ts';

it.each(['ENOTCONN', 'ESTALE', 'EHOSTDOWN', 'ETIMEDOUT', 'EIO'])(
  'a drive that went away (%s) is named as such, with what to do',
  (code) => {
    const error = Object.assign(new Error(`${code}: it went away`), { code });
    const { kind, words } = storeErrorOf(error, '/drive/a.peek');
    expect(kind).toBe('failed');
    expect(words).toMatch(/^a\.peek cannot be reached: the drive it lies on does not answer .*connect the drive again/);
  },
);
