// Where the command line writes. stdout carries results only, one JSON value a line where JSON was asked for; everything
// said to people on the way goes to stderr.

export interface Terminal {
  /** A result, with its line end. */
  print(text: string): void;
  /** One JSON value on a line of its own. */
  printJson(value: unknown): void;
  /** A result exactly as it is, no line end added. */
  write(text: string): void;
  /** Words about the work, not its result. */
  say(text: string): void;
  /** A passing state on one line that the next one overwrites; only where a person looks on. */
  progress(text: string): void;
  readonly paint: Paint;
  readonly width: number;
}

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';
export type Paint = (colour: Colour, text: string) => string;

const CODES: Readonly<Record<Colour, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
};

export const plain: Paint = (_colour, text) => text;
export const coloured: Paint = (colour, text) => `\u001b[${CODES[colour][0]}m${text}\u001b[${CODES[colour][1]}m`;

export interface TerminalStreams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function createTerminal({ stdout, stderr, env }: TerminalStreams): Terminal {
  const colours = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  let passing = false;
  const clearPassing = () => {
    if (passing) stderr.write('\r\u001b[K');
    passing = false;
  };
  return {
    print(text) {
      clearPassing();
      stdout.write(`${visible(text)}\n`);
    },
    printJson(value) {
      clearPassing();
      stdout.write(`${JSON.stringify(value)}\n`);
    },
    write(text) {
      clearPassing();
      stdout.write(text);
    },
    say(text) {
      clearPassing();
      stderr.write(`${visible(text)}\n`);
    },
    progress(text) {
      if (stderr.isTTY !== true) return;
      stderr.write(`\r\u001b[K${visible(text)}`);
      passing = true;
    },
    paint: colours ? coloured : plain,
    width: stdout.columns ?? 100,
  };
}

/** Control characters of shown texts as pictures, so that no text can move the cursor or paint; our own colours stay. */
export function visible(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  return text.replace(/\u001b\[(?:1|2|22|3[1-69]|39)m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (found) => {
    if (found.length > 1) return found;
    const code = found.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}
