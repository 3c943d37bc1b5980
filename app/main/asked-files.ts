// Files that the system asks Peek to open. macOS asks by an event, which comes before 'ready' when a double click is what starts
// Peek: whoever listens later than that misses it. So what is asked for waits here until somebody can open it.

export interface AskedFiles {
  ask(path: string): void;
  /** What was asked for so far; each file that is asked for from now on goes to `open`. */
  takeOver(open: (path: string) => void): readonly string[];
}

export function askedFiles(): AskedFiles {
  const waiting: string[] = [];
  let open: ((path: string) => void) | null = null;
  return {
    ask(path) {
      if (open === null) waiting.push(path);
      else open(path);
    },
    takeOver(opener) {
      open = opener;
      return waiting.splice(0);
    },
  };
}
