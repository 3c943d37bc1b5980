// Memory that the page and its worker share, since a worker busy with Python hears no message: what the host last answered,
// and after which answer it wants Python interrupted. The page writes, the worker sleeps on it and reads.

const INTERRUPT = 0;
const LENGTH = 1;
const BYTES_AT = 8;
/** Room for any piece of a context without growing (core/agents/repl/program.ts sends them so long). */
const FIRST_BYTES = BYTES_AT + 4_000_000;
/** More than any answer; only what is used takes memory (ours). */
const MOST_BYTES = 1 << 30;

/** In place of a length: not answered yet. */
const NOT_YET = -1;

export class AnswerMemory {
  readonly buffer: SharedArrayBuffer;
  private readonly words: Int32Array<SharedArrayBuffer>;

  constructor(buffer = new SharedArrayBuffer(FIRST_BYTES, { maxByteLength: MOST_BYTES })) {
    this.buffer = buffer;
    this.words = new Int32Array(buffer, 0, 2);
  }

  // --- the page's side ---

  /** Room for an answer of this many bytes. Throws RangeError for one longer than can be held. */
  room(length: number): Uint8Array {
    if (BYTES_AT + length > this.buffer.byteLength) this.buffer.grow(BYTES_AT + length);
    return new Uint8Array(this.buffer, BYTES_AT, length);
  }

  /** Wakes the worker with the answer that was written. */
  wake(length: number): void {
    Atomics.store(this.words, LENGTH, length);
    Atomics.notify(this.words, LENGTH);
  }

  /** `turn` says after how many answers, so that it hits nothing that comes later. */
  interrupt(turn: number): void {
    Atomics.store(this.words, INTERRUPT, turn);
    Atomics.notify(this.words, INTERRUPT);
  }

  // --- the worker's side ---

  /** Says by `ask` what there is to say and sleeps until it is answered. What is returned holds until the next answer. */
  ask(ask: () => void): Uint8Array {
    Atomics.store(this.words, LENGTH, NOT_YET);
    ask();
    Atomics.wait(this.words, LENGTH, NOT_YET);
    return new Uint8Array(this.buffer, BYTES_AT, Atomics.load(this.words, LENGTH));
  }

  /** Returns before its time when there is an interrupt. */
  sleep(milliseconds: number): void {
    Atomics.wait(this.words, INTERRUPT, 0, milliseconds);
  }

  /** The turn that is to be interrupted, 0 for none. */
  interruptedTurn(): number {
    return this.words[INTERRUPT] ?? 0;
  }

  /** Clears an interrupt unless another has come meanwhile. */
  clearInterrupt(turn: number): void {
    Atomics.compareExchange(this.words, INTERRUPT, turn, 0);
  }
}
