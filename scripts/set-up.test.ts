import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInstalledAsLocked } from './set-up.mjs';

const one = { 'node_modules/one': { version: '1.0.0', integrity: 'sha512-a' } };
const forMac = { 'node_modules/mac': { version: '1.0.0', integrity: 'sha512-m', optional: true } };
const project = { '': { name: 'peek' } };

test('what npm recorded as installed stands for the lock', () => {
  expect(isInstalledAsLocked({ ...project, ...one }, one)).toBe(true);
});

test('nothing recorded means nothing installed, since npm records last', () => {
  expect(isInstalledAsLocked({ ...project, ...one }, undefined)).toBe(false);
});

test('a package for another platform may be absent', () => {
  expect(isInstalledAsLocked({ ...project, ...one, ...forMac }, one)).toBe(true);
});

test('any change of the lock is seen', () => {
  const version = fc.constantFrom('1.0.0', '1.0.1');
  const packages = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.record({ version, integrity: version }));
  fc.assert(
    fc.property(packages, packages, (locked, installed) => {
      const isSame = JSON.stringify(sorted(locked)) === JSON.stringify(sorted(installed));
      expect(isInstalledAsLocked(locked, installed)).toBe(isSame);
    }),
  );
});

function sorted<T>(packages: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  return Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b));
}
