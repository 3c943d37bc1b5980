// How many calls one provider is asked at once, over all runs and studies. Waiting calls stand in two lanes, so that the
// thousand sub-calls of one run cannot keep another run's next iteration waiting, nor the other way round; free places go
// to the lanes in turn. While a server asks for patience no new call is started.

export type Lane = 'main' | 'sub';

export interface LimiterState {
  readonly running: number;
  readonly waiting: Readonly<Record<Lane, number>>;
  readonly held: boolean;
  readonly maxConcurrent: number;
}

export interface Limiter {
  readonly state: LimiterState;
  /**
   * Resolves with a function that gives the place back (once; later calls do nothing), or null when the signal fired first.
   * onWait is told how many stand before it, when it must wait, and again whenever that changes.
   */
  enter(lane: Lane, signal: AbortSignal, onWait?: (ahead: number) => void): Promise<(() => void) | null>;
  /** Starts nothing new until the returned function is called. Holds add up. */
  hold(): () => void;
  setMaxConcurrent(maxConcurrent: number): void;
}

interface Waiting {
  readonly start: () => void;
  readonly tell: (ahead: number) => void;
}

export function createLimiter(maxConcurrent: number): Limiter {
  const lanes: Record<Lane, Waiting[]> = { main: [], sub: [] };
  let most = Math.max(1, maxConcurrent);
  let running = 0;
  let holds = 0;
  let turn: Lane = 'main';

  const leave = (): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      running -= 1;
      admit();
    };
  };

  function admit(): void {
    let admitted = false;
    while (holds === 0 && running < most) {
      const lane = lanes[turn].length > 0 ? turn : other(turn);
      const next = lanes[lane].shift();
      if (next === undefined) break;
      turn = other(lane);
      running += 1;
      admitted = true;
      next.start();
    }
    if (admitted) tellAll();
  }

  function tellAll(): void {
    for (const lane of ['main', 'sub'] as const) lanes[lane].forEach(({ tell }, place) => tell(place));
  }

  return {
    get state() {
      return {
        running,
        waiting: { main: lanes.main.length, sub: lanes.sub.length },
        held: holds > 0,
        maxConcurrent: most,
      };
    },
    enter(lane, signal, onWait) {
      if (signal.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const waiting: Waiting = {
          start: () => {
            signal.removeEventListener('abort', giveUp);
            resolve(leave());
          },
          tell: (ahead) => onWait?.(ahead),
        };
        const giveUp = (): void => {
          lanes[lane].splice(lanes[lane].indexOf(waiting), 1);
          resolve(null);
          tellAll();
        };
        signal.addEventListener('abort', giveUp, { once: true });
        lanes[lane].push(waiting);
        admit();
        const place = lanes[lane].indexOf(waiting);
        if (place >= 0) waiting.tell(place);
      });
    },
    hold() {
      let held = true;
      holds += 1;
      return () => {
        if (!held) return;
        held = false;
        holds -= 1;
        admit();
      };
    },
    setMaxConcurrent(value) {
      most = Math.max(1, value);
      admit();
    },
  };
}

function other(lane: Lane): Lane {
  return lane === 'main' ? 'sub' : 'main';
}
