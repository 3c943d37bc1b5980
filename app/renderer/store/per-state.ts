// What is derived from a whole study, worked out once for each of its states (or of what was derived from one): many parts of
// the window ask for the same, and in a long study each answer takes a walk over all its versions or runs.

import type { StudyState } from '#core/study/index.ts';

export function perState<T, S extends object = StudyState>(compute: (state: S) => T): (state: S) => T {
  const known = new WeakMap<S, { readonly value: T }>();
  return (state) => {
    const found = known.get(state);
    if (found !== undefined) return found.value;
    const value = compute(state);
    known.set(state, { value });
    return value;
  };
}
