// Holds the interpreter. Pyodide runs the program the host serves, which talks to the host through a device file: what it
// writes there goes out by way of the page, what it reads is the answer. So Python waits for the host as it would for a
// file, and no JavaScript object has to be handed into Python at all.

import { AnswerMemory } from './answer-memory.ts';

interface PyodideFs {
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: DeviceOperations): void;
  mkdev(path: string, mode: number, device: number): void;
  writeFile(path: string, text: string): void;
  readonly root: MemoryNode;
  readonly filesystems: { readonly MEMFS: MemoryFs };
  readonly ErrnoError: new (errno: number) => Error;
}

interface DeviceOperations {
  open(): void;
  close(): void;
  read(stream: unknown, buffer: Int8Array, offset: number, length: number): number;
  write(stream: unknown, buffer: Int8Array, offset: number, length: number): number;
}

interface MemoryNode {
  /** Bytes of a file, entries of a folder. */
  readonly contents?: Uint8Array | Readonly<Record<string, MemoryNode>> | null;
  readonly usedBytes?: number;
}

type WriteFile = (stream: { readonly node: MemoryNode }, ...rest: unknown[]) => number;

interface MemoryFs {
  readonly ops_table: { readonly file: { readonly stream: { write: WriteFile } } };
}

interface Pyodide {
  readonly FS: PyodideFs;
  runPython(code: string): unknown;
  setInterruptBuffer(buffer: Uint8Array): void;
  setStdin(options: { stdin: () => null }): void;
  setStdout(options: { write: (bytes: Uint8Array) => number }): void;
  setStderr(options: { write: (bytes: Uint8Array) => number }): void;
  unregisterJsModule(name: string): void;
}

interface PyodideModule {
  loadPyodide(options: object): Promise<Pyodide>;
}

const WASM_PAGE_BYTES = 65_536;
const RAW_OUTPUT_BYTES = 1_000_000;
/** Files that Python writes live in JavaScript's memory, outside the interpreter's own limit (ours). */
const FILES_BYTES = 256 * 1024 * 1024;
/** "No space left on device" in WASI's numbering, which Emscripten uses. */
const ENOSPC = 51;

const START = `import os
with open("/program.py") as file: text = file.read()
os.remove("/program.py")
exec(compile(text, "<peek>", "exec"), {"__name__": "peek", "__builtins__": __builtins__})`;

/** Until the job says otherwise: enough to start. */
let memoryBytes = 512 * 1024 * 1024;

addEventListener('message', (event: MessageEvent<SharedArrayBuffer>) => {
  serve(new AnswerMemory(event.data)).catch((error: unknown) => {
    postMessage(error instanceof Error ? error.message : String(error));
  });
});

async function serve(memory: AnswerMemory): Promise<void> {
  const interrupts = new Interrupts(memory);
  takeWhole(interrupts);
  limitMemory();
  const [module, snapshot, program] = await Promise.all([
    import(/* @vite-ignore */ new URL('/pyodide/pyodide.mjs', location.href).href) as Promise<PyodideModule>,
    fetch('/pyodide/snapshot.bin.gz'),
    fetch('/program.py').then((answer) => answer.text()),
  ]);
  const python = await module.loadPyodide({
    indexURL: '/pyodide/',
    jsglobals: Object.create(null) as object,
    env: { HOME: '/home/pyodide', LANG: 'C.UTF-8', PYTHONHASHSEED: '0' },
    // Unpacked while the rest arrives. It is a short cut that a build may lack.
    ...(snapshot.ok ? { _loadSnapshot: unzipped(snapshot) } : {}),
  });
  // Has Python ask for interrupts at all; where it asks is ours.
  python.setInterruptBuffer(new Uint8Array(1));
  python.unregisterJsModule('js');
  python.unregisterJsModule('pyodide_js');
  limitFiles(python.FS);

  const raw = captureRawOutput(python);
  const device = python.FS.makedev(200, 0);
  python.FS.registerDevice(device, hostDevice(memory, interrupts, raw));
  python.FS.mkdev('/dev/peek', 0o600, device);
  // Compiled by Python itself: runPython takes a program apart into objects first, which takes many times as long.
  python.FS.writeFile('/program.py', program);
  python.runPython(START);
}

function unzipped({ body }: Response): Promise<ArrayBuffer> {
  return new Response(body?.pipeThrough(new DecompressionStream('gzip')) ?? null).arrayBuffer();
}

const SIGINT = 2;

/** Interrupts as Python sees them. One names the answer it came after, so it waits for that and is void after the next. */
class Interrupts {
  private turn = 0;
  private open = true;
  private readonly memory: AnswerMemory;

  constructor(memory: AnswerMemory) {
    this.memory = memory;
  }

  /** SIGINT when one has come, else 0. Python asks for it after every few instructions. */
  take(): number {
    const turn = this.memory.interruptedTurn();
    if (turn === 0 || turn !== this.turn || !this.open) return 0;
    this.memory.clearInterrupt(turn);
    return SIGINT;
  }

  /** Python has begun to say something: none is meant for it until it is answered. */
  hold(): void {
    this.open = false;
  }

  /** `answered` is false for a sleep, which the host knows nothing of. */
  goOn(answered: boolean): void {
    this.open = true;
    if (!answered) return;
    this.turn++;
    const turn = this.memory.interruptedTurn();
    if (turn < this.turn) this.memory.clearInterrupt(turn);
  }
}

/** Pyodide's own way of taking an interrupt reads and then clears: one that comes between the two would be lost. */
function takeWhole(interrupts: Interrupts): void {
  const name = '_Py_CheckEmscriptenSignals_Helper';
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (source, imports) => {
    if (imports?.['env']?.[name] === undefined) throw new Error(`Python no longer asks for interrupts by ${name}`);
    imports['env'][name] = () => interrupts.take();
    return instantiate(source, imports);
  };
}

/** WebAssembly's own maximum is fixed in the module; a refused growth becomes a MemoryError. */
function limitMemory(): void {
  const grow = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'grow')?.value as (
    this: WebAssembly.Memory,
    pages: number,
  ) => number;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > memoryBytes)
      throw new RangeError('the memory limit is reached');
    return grow.call(this, pages);
  };
}

function limitFiles(fs: PyodideFs): void {
  const operations = fs.filesystems.MEMFS.ops_table.file.stream;
  const write = operations.write;
  let used = 0;
  operations.write = (stream, ...rest) => {
    // What was deleted meanwhile is only seen by looking at all of it.
    if (used > FILES_BYTES) used = bytesUnder(fs.root);
    if (used > FILES_BYTES) throw new fs.ErrnoError(ENOSPC);
    const before = stream.node.usedBytes ?? 0;
    const written = write(stream, ...rest);
    used += (stream.node.usedBytes ?? 0) - before;
    return written;
  };
}

function bytesUnder(node: MemoryNode): number {
  // Devices have none.
  if (node.contents === undefined || node.contents === null || node.contents instanceof Uint8Array)
    return node.usedBytes ?? 0;
  return Object.values(node.contents).reduce((sum, child) => sum + bytesUnder(child), 0);
}

interface RawOutput {
  take(): readonly [Uint8Array, Uint8Array];
}

/** What goes to descriptors 1 and 2 past Python's own streams. */
function captureRawOutput(python: Pyodide): RawOutput {
  const streams = [new Uint8Array(), new Uint8Array()] as [Uint8Array, Uint8Array];
  const write = (stream: 0 | 1) => (bytes: Uint8Array) => {
    const room = RAW_OUTPUT_BYTES - streams[stream].length;
    if (room > 0) streams[stream] = join([streams[stream], bytes.slice(0, room)]);
    return bytes.length;
  };
  python.setStdin({ stdin: () => null });
  python.setStdout({ write: write(0) });
  python.setStderr({ write: write(1) });
  return {
    take: () => {
      const taken: readonly [Uint8Array, Uint8Array] = [streams[0], streams[1]];
      streams[0] = new Uint8Array();
      streams[1] = new Uint8Array();
      return taken;
    },
  };
}

/** The device file: four bytes of length and a payload in each direction, strictly in turn. */
function hostDevice(memory: AnswerMemory, interrupts: Interrupts, raw: RawOutput): DeviceOperations {
  let outgoing = new Uint8Array();
  /** What Python has still to read, in pieces, so that a large payload is copied only once: into Python. */
  const incoming: Uint8Array[] = [];

  return {
    open: () => undefined,
    close: () => undefined,
    write(_stream, buffer, offset, length) {
      interrupts.hold();
      outgoing = join([outgoing, new Uint8Array(buffer.buffer as ArrayBuffer, buffer.byteOffset + offset, length)]);
      return length;
    },
    read(_stream, buffer, offset, length) {
      if (incoming.length === 0) {
        const answer = exchange(outgoing.subarray(4));
        outgoing = new Uint8Array();
        incoming.push(lengths(answer.length), answer);
      }
      const [piece = new Uint8Array()] = incoming;
      const count = Math.min(length, piece.length);
      buffer.set(piece.subarray(0, count), offset);
      if (count === piece.length) incoming.shift();
      else incoming[0] = piece.subarray(count);
      if (incoming[0]?.length === 0) incoming.shift();
      return count;
    },
  };

  function exchange(payload: Uint8Array): Uint8Array {
    const text = payload.length < 100 ? new TextDecoder().decode(payload) : '';
    if (text.startsWith('sleep')) {
      // Woken by an interrupt; Python looks at it as soon as it goes on.
      memory.sleep(Number(text.slice(5)) * 1_000);
      interrupts.goOn(false);
      return new Uint8Array();
    }
    const [stdout, stderr] = raw.take();
    const said = join([lengths(stdout.length, stderr.length), stdout, stderr, payload]);
    const answer = memory.ask(() => postMessage(said, { transfer: [said.buffer] }));
    interrupts.goOn(true);
    // What the context holds is no command.
    if (!text.includes('"need": [')) takeLimit(answer);
    return answer;
  }
}

function takeLimit(answer: Uint8Array): void {
  const memoryMb = /^\{"op":"open".*"memoryMb":(\d+)/.exec(new TextDecoder().decode(answer.slice(0, 300)))?.[1];
  if (memoryMb !== undefined) memoryBytes = Number(memoryMb) * 1024 * 1024;
}

function lengths(...counts: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * counts.length));
  counts.forEach((count, index) => bytes.setUint32(4 * index, count));
  return new Uint8Array(bytes.buffer);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
