// The Python side of the REPL, one text for both pythons: the sandboxed page hands it to Pyodide, native python3 runs it
// as a child. It talks to the host over two file descriptors (frames.ts says how), one frame out, one frame back. It is
// Python in a TypeScript string so that every host gets the same text without a file beside it; it holds no backquote, no
// dollar-brace, and its backslashes are Python's own. One text, hence past 250 lines.
//
// What keeps the host safe is not in here: model-written code runs in the same interpreter and can undo all of it. The
// page, its origin and its routes are the fence; limits and counts are held on the host's side.

export const REPL_PROGRAM = String.raw`
import builtins, io, json, linecache, os, random, signal, sys, threading, time, types

# One frame to the host holds at most this many characters of prompts; more go in several frames.
MAX_BATCH_CHARS = 16_000_000
MAX_BATCH = 10_000
MAX_LISTED = 2_000
MAX_MESSAGE_CHARS = 100_000
CONTEXT_CHUNK_BYTES = 4_000_000
LARGE_BYTES = 4_000_000


class Channel:
    """Frames over two descriptors, strictly one out, one in: four bytes of length, then the payload.

    A payload to the host is four bytes of length, a JSON header, and the long texts in UTF-8, one after the other; the
    header's "texts" holds their lengths in bytes. A payload from the host is JSON, or raw bytes of the context.
    """

    def __init__(self, read_fd, write_fd):
        self._in = io.FileIO(read_fd, "rb", closefd=False)
        self._write_fd = write_fd
        self._lock = threading.RLock()

    def exchange(self, message, texts=(), once_sent=lambda: None):
        """Sends a message and returns the host's answer; None when the host is gone."""
        with self._lock:
            self._send(message, texts)
            once_sent()
            head = self._exactly(4)
            payload = None if head is None else self._exactly(int.from_bytes(head, "big"))
        return None if payload is None else json.loads(payload)

    def exchange_raw(self, message, view):
        """Sends a message whose answer is raw bytes, as many as the view has room for."""
        with self._lock:
            self._send(message)
            head = self._exactly(4)
            if head is None or int.from_bytes(head, "big") != len(view):
                raise EOFError("the context ended early")
            self._fill(view)

    def sleep(self, seconds):
        """Only understood by the sandbox's page, which passes nothing on to the host."""
        with self._lock:
            self._write(b"sleep" + str(seconds).encode())
            self._exactly(4)

    def _send(self, message, texts=()):
        texts = [text.encode("utf-8", "replace") for text in texts]
        header = json.dumps({**message, "texts": [len(text) for text in texts]}).encode()
        self._write(len(header).to_bytes(4, "big") + header + b"".join(texts))

    def _write(self, payload):
        view = memoryview(len(payload).to_bytes(4, "big") + payload)
        while view:
            view = view[os.write(self._write_fd, view):]

    def _exactly(self, count):
        data = bytearray(count)
        return data if self._fill(memoryview(data)) else None

    def _fill(self, view):
        while view:
            got = self._in.readinto(view)
            if not got:
                return False
            view = view[got:]
        return True


class Stream(io.TextIOBase):
    """Standard output or error of a block. Keeps the beginning and the end, counts the rest."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self):
        self.buffer = Bytes(self)
        self.begin(1_000_000)

    def begin(self, keep):
        self._half = max(1, keep // 2)
        self._head, self._head_chars = io.StringIO(), 0
        self._former, self._tail, self._tail_chars = "", io.StringIO(), 0
        self.chars = 0

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        count = len(text)
        self.chars += count
        room = self._half - self._head_chars
        if room > 0:
            self._head.write(text[:room])
            self._head_chars += min(room, count)
            text = text[room:]
        if text:
            if len(text) > self._half:
                text = text[-self._half:]
            self._tail.write(text)
            self._tail_chars += len(text)
            if self._tail_chars >= self._half:
                self._former, self._tail, self._tail_chars = self._tail.getvalue(), io.StringIO(), 0
        return count

    def text(self):
        end = self._former + self._tail.getvalue()
        missing = self.chars - self._head_chars - len(end)
        if missing > 0 or len(end) > self._half:
            end = end[-self._half:]
            missing = self.chars - self._head_chars - len(end)
        if missing <= 0:
            return self._head.getvalue() + end
        return f"{self._head.getvalue()}\n[… {missing:,} characters not kept …]\n{end}"

    def overflowed(self):
        return self.chars > 2 * self._half

    def writable(self):
        return True

    def isatty(self):
        return False

    def reconfigure(self, **_):
        pass

    def close(self):
        pass


class Bytes(io.RawIOBase):
    """What sys.stdout.buffer is: bytes written to it end up in the text."""

    def __init__(self, stream):
        self._stream = stream

    def writable(self):
        return True

    def write(self, data):
        data = bytes(data)
        self._stream.write(data.decode("utf-8", "replace"))
        return len(data)

    def close(self):
        pass


class Repl:
    def __init__(self, channel):
        self.channel = channel
        self.out, self.err = Stream(), Stream()
        self.running = False
        self.asking = False
        self.resting = False
        self.interrupted = False
        self.final = None
        self.keep = 1_000_000
        self.protocol = "final"
        self.blocks = 0
        # Real main module, so that classes, dataclasses and pickles made by blocks find their home.
        self.main = types.ModuleType("__main__")
        self.names = self.main.__dict__
        self.names["__builtins__"] = builtins
        sys.modules["__main__"] = self.main
        self.reserved = {
            "llm_query": self.llm_query,
            "llm_query_batched": self.llm_query_batched,
            "rlm_query": self.rlm_query,
            "rlm_query_batched": self.rlm_query_batched,
            "SHOW_VARS": self.show_vars,
        }

    # --- asked by the host ---

    def serve(self):
        message, texts = {"ready": {"python": sys.version.split()[0], "platform": sys.platform}}, ()
        while True:
            command = self.channel.exchange(message, texts, self.rest)
            self.resting = False
            if command is None:
                return
            message, texts = self.handle(command)

    def handle(self, command):
        if command["op"] == "run":
            return self.run(command["code"])
        if command["op"] == "variable":
            return self.variable(command["name"])
        return self.open(command), ()

    def open(self, command):
        self.keep = command["keep"]
        self.protocol = command["protocol"]
        try:
            context = read_context(self.channel, command["format"], command["bytes"], command["ascii"])
        except MemoryError:
            return {"refused": {"kind": "context-too-large", "words": "it does not fit in Python's memory"}}
        except (ValueError, RecursionError) as error:
            return {"refused": {"kind": "context-not-json", "words": message_of(error)}}
        self.reserved["context"] = context
        # Together with a fixed hash seed: blocks that are executed again on resuming see the same numbers and orders.
        random.seed(0)
        if self.protocol == "final":
            self.reserved["FINAL_VAR"] = self.final_var
            self.reserved["FINAL"] = self.final_text
        else:
            self.reserved["answer"] = {"content": "", "ready": False}
        self.restore()
        return {"opened": {"type": type(context).__name__}}

    def run(self, code):
        self.blocks += 1
        filename = f"<block {self.blocks}>"
        linecache.cache[filename] = (len(code), None, code.splitlines(True), filename)
        self.out.begin(self.keep)
        self.err.begin(self.keep)
        self.final = None
        draft = None
        sys.stdout = sys.__stdout__ = self.out
        sys.stderr = sys.__stderr__ = self.err
        sys.stdin = sys.__stdin__ = io.StringIO()
        started = time.perf_counter()
        error = self.guarded(lambda: self.block(code, filename), filename)
        if self.protocol == "answer":
            failure = self.guarded(self.look_at_answer, filename)
            error = error or failure
            draft = self.draft
        elapsed = (time.perf_counter() - started) * 1000
        self.restore()
        done = {
            "outputChars": self.out.chars + self.err.chars,
            "overflowed": self.out.overflowed() or self.err.overflowed(),
            "error": error,
            "interrupted": self.interrupted,
            "variables": [{"name": name[:200], "type": type_name(value)} for name, value in self.variables()[-MAX_LISTED:]],
            "final": None if self.final is None else self.final["source"],
            "hasDraft": draft is not None,
            "durationMs": elapsed,
        }
        return {"done": done}, (self.out.text(), self.err.text(), "" if self.final is None else self.final["text"], draft or "")

    def rest(self):
        """From here on an interrupt is meant for the next command, also before its code runs. A page sees to it that none
        meant for the last is left by then; a process may still get one while it waits."""
        self.interrupted = False
        self.resting = sys.platform != "emscripten"

    def block(self, code, filename):
        if self.interrupted:
            raise KeyboardInterrupt
        exec(compile(code, filename, "exec", 0, True), self.names)

    def guarded(self, work, filename):
        """Runs code of the model's; returns what ended it, as data, or None."""
        try:
            try:
                self.running = True
                work()
            finally:
                self.running = False
        except SystemExit as error:
            self.running = False
            if error.code is None or (isinstance(error.code, int) and error.code == 0):
                return None
            return describe(error, filename)
        except BaseException as error:
            self.running = False
            return describe(error, filename)
        return None

    def variable(self, name):
        if name.startswith("__") or name not in self.names or (name in self.reserved and callable(self.reserved[name])):
            return {"variable": {"kind": "missing"}}, ()
        found = []
        error = self.guarded(lambda: found.append(self.text_of(self.names[name])), "<variable>")
        if error is not None:
            return {"variable": {"kind": "failed", "words": f"{error['type']}: {error['message']}"}}, ()
        return {"variable": {"kind": "text"}}, (found[0],)

    def on_interrupt(self, _number, _frame):
        if self.resting:
            return
        self.interrupted = True
        if self.running and not self.asking:
            raise KeyboardInterrupt

    # --- asked by the model's code ---

    def llm_query(self, prompt, model=None):
        """Asks a language model and returns its reply."""
        return self.ask("llm", [as_prompt(prompt)], model)[0]

    def llm_query_batched(self, prompts, model=None):
        """Asks a language model many prompts at the same time; replies in the same order."""
        return self.ask("llm", as_prompts(prompts, "llm_query_batched"), model)

    def rlm_query(self, prompt, model=None):
        """Gives a prompt to an agent with a REPL of its own, where the study allows it; else asks a model."""
        return self.ask("rlm", [as_prompt(prompt)], model)[0]

    def rlm_query_batched(self, prompts, model=None):
        """As rlm_query for many prompts at the same time; replies in the same order."""
        return self.ask("rlm", as_prompts(prompts, "rlm_query_batched"), model)

    def ask(self, kind, prompts, model):
        replies = [None] * len(prompts)
        batch, chars = [], 0
        for index, prompt in enumerate(prompts):
            if isinstance(prompt, Unusable):
                replies[index] = f"Error: {prompt.words}"
                continue
            if len(prompt) > MAX_BATCH_CHARS:
                replies[index] = f"Error: the prompt is too long: {len(prompt):,} characters. Split it into smaller prompts."
                continue
            if batch and (chars + len(prompt) > MAX_BATCH_CHARS or len(batch) == MAX_BATCH):
                self.ask_batch(kind, prompts, batch, replies, model)
                batch, chars = [], 0
            batch.append(index)
            chars += len(prompt)
        if batch:
            self.ask_batch(kind, prompts, batch, replies, model)
        return replies

    def ask_batch(self, kind, prompts, batch, replies, model):
        if not self.running:
            for index in batch:
                replies[index] = "Error: no block is running."
            return
        message = {"ask": {"kind": kind, "model": None if model is None else str(model)[:200]}}
        self.asking = True
        try:
            answer = self.channel.exchange(message, [prompts[i] for i in batch])
        finally:
            self.asking = False
        if answer is None or answer.get("interrupted") or self.interrupted:
            self.interrupted = True
            raise KeyboardInterrupt
        for index, reply in zip(batch, answer["replies"]):
            replies[index] = reply

    def show_vars(self):
        """Names and types of the variables made so far."""
        listed = {name: type_name(value) for name, value in self.variables()}
        return f"Available variables: {listed}" if listed else "There are no variables yet: create one in a repl block."

    def final_var(self, value):
        """Ends the run with a variable, given by its name or as itself."""
        if isinstance(value, str):
            name = value.strip().strip("\"'")
            own = dict(self.variables())
            if name in own:
                value = own[name]
            elif not any(value is one for one in own.values()):
                return f"Error: there is no variable {name!r}. {self.show_vars()}"
        self.final = {"text": self.text_of(value), "source": "final-var"}
        return self.final["text"]

    def final_text(self, value=""):
        """Ends the run with a value."""
        self.final = {"text": self.text_of(value), "source": "final"}
        return self.final["text"]

    # --- its own ---

    draft = None

    def look_at_answer(self):
        answer = self.names.get("answer")
        self.draft = None
        if not isinstance(answer, dict):
            self.reserved["answer"] = {"content": "", "ready": False}
            return
        self.reserved["answer"] = answer
        content = answer.get("content", "")
        if answer.get("ready"):
            self.final = {"text": self.text_of(content), "source": "answer-dict"}
        elif content != "" and content is not None:
            self.draft = self.text_of(content)

    def text_of(self, value):
        text = str(value).strip()
        if len(text) <= self.keep:
            return text
        half = self.keep // 2
        return f"{text[:half]}\n[… {len(text) - 2 * half:,} characters not kept …]\n{text[-half:]}"

    def variables(self):
        return [(n, v) for n, v in list(self.names.items()) if not n.startswith("_") and n not in self.reserved]

    def restore(self):
        self.names.update(self.reserved)
        self.names["__builtins__"] = builtins
        sys.modules["__main__"] = self.main


class Unusable:
    def __init__(self, words):
        self.words = words


def as_prompt(prompt):
    if isinstance(prompt, str):
        return prompt
    if isinstance(prompt, list) and prompt and all(isinstance(m, dict) and isinstance(m.get("content"), str) for m in prompt):
        return "\n\n".join(m["content"] for m in prompt)
    raise TypeError(f"a prompt is a str, not {type(prompt).__name__}")


def as_prompts(prompts, name):
    if isinstance(prompts, (str, bytes)):
        raise TypeError(f"{name} takes a list of prompts, not one {type(prompts).__name__}")
    found = []
    for prompt in prompts:
        try:
            found.append(as_prompt(prompt))
        except TypeError as error:
            found.append(Unusable(str(error)))
    return found


def read_context(channel, form, size, ascii):
    text = read_in_place(channel, size) if ascii and size > LARGE_BYTES and sys.platform == "emscripten" else read_text(channel, size)
    if form == "text":
        return text
    if form == "json":
        return json.loads(text)
    values = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                values.append(json.loads(line))
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
    return values


def read_text(channel, size):
    data = bytearray(size)
    read_into(channel, memoryview(data))
    return data.decode("utf-8", "replace")


def read_in_place(channel, size):
    """Fills a fresh str of ASCII instead of decoding bytes: WebAssembly's memory never shrinks, so a second copy of a
    large context would stay for the whole run. Nothing else holds the str yet, and its hash has not been taken."""
    import ctypes

    text = "?" * size
    characters_at = id(text) + sys.getsizeof("") - 1
    read_into(channel, memoryview((ctypes.c_char * size).from_address(characters_at)).cast("B"))
    return text


def read_into(channel, view):
    for start in range(0, len(view), CONTEXT_CHUNK_BYTES):
        end = min(len(view), start + CONTEXT_CHUNK_BYTES)
        channel.exchange_raw({"need": [start, end]}, view[start:end])


def type_name(value):
    try:
        return str(type(value).__name__)[:200]
    except BaseException:
        return "object"


def message_of(error):
    try:
        text = error.msg if isinstance(error, SyntaxError) and error.msg else str(error)
        notes = getattr(error, "__notes__", None)
        if isinstance(notes, list):
            text = "\n".join([text, *(str(note) for note in notes)])
    except BaseException:
        return "(its message cannot be shown)"
    return text if len(text) <= MAX_MESSAGE_CHARS else text[:MAX_MESSAGE_CHARS] + "…"


def describe(error, filename):
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename == filename:
        line = error.lineno
    described = {"type": type_name(error), "message": message_of(error), "line": line}
    # Frames hold the block's temporary values; they are not kept alive for an error that has been told.
    error.__traceback__ = error.__context__ = error.__cause__ = None
    return described


def start(read_fd, write_fd):
    """Serves the host until it is gone. The caller runs in a throwaway namespace."""
    repl = Repl(Channel(read_fd, write_fd))
    signal.signal(signal.SIGINT, repl.on_interrupt)
    repl.serve()
`;
