import fc from 'fast-check';
import { expect, test } from 'vitest';
import { thousands } from './thousands.ts';

test('any count is written as English writes it', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(thousands(count)).toBe(count.toLocaleString('en-US'));
    }),
  );
});
