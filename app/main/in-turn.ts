// Acts one after the other, also when one is asked for in the middle of another.

/** An act asked for while one runs is put off until that one is over; one that throws does not hold back the others. */
export function createInTurn(): (act: () => void) => void {
  let waiting: (() => void)[] | null = null;
  return function inTurn(act) {
    if (waiting !== null) {
      waiting.push(act);
      return;
    }
    waiting = [act];
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
    } finally {
      const left = waiting;
      waiting = null;
      for (const each of left) inTurn(each);
    }
  };
}
