// Long work as a generator: each yield is a moment at which others may have their turn. Who drives it decides how often they do.

export type Steps<T> = Generator<undefined, T, undefined>;

/** Does the work in one breath. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
