// What the sandboxed Python does before it serves: it makes up for what a page does not have (sleeping, event loops) and
// takes the names of the page's JavaScript out of reach. The latter only keeps honest code from surprises; the fence is
// the page itself, whose process, origin, policy and routes hold whatever runs in it.

import { REPL_PROGRAM } from '#core/agents/repl/index.ts';

const SANDBOX_SETUP = String.raw`
def sandbox_setup(channel):
    import asyncio

    sys.meta_path[:] = [one for one in sys.meta_path if "pyodide" not in type(one).__module__]
    for name in [name for name in sys.modules if name.split(".")[0] in CLOSED]:
        del sys.modules[name]
    sys.meta_path.insert(0, ClosedFinder())

    def sleep(seconds):
        seconds = float(seconds)
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            if left <= 0:
                return
            # In slices, so that an interrupt is seen soon whatever happens to the wake-up.
            channel.sleep(min(left, 0.2))

    time.sleep = sleep

    class Waiting:
        """Stands where a loop has its selector: nothing to wait for but time."""

        def select(self, timeout):
            if timeout:
                sleep(min(timeout, 3600))
            return []

        def close(self):
            pass

    class PlainLoop(asyncio.BaseEventLoop):
        def __init__(self):
            super().__init__()
            self._selector = Waiting()

        def _process_events(self, events):
            pass

        def _write_to_self(self):
            pass

    import warnings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        class Policy(asyncio.DefaultEventLoopPolicy):
            def new_event_loop(self):
                return PlainLoop()

        asyncio.set_event_loop_policy(Policy())
        asyncio.set_event_loop(None)
    asyncio._set_running_loop(None)

    def run(main, *, debug=None, loop_factory=None):
        with asyncio.Runner(debug=debug, loop_factory=loop_factory) as runner:
            return runner.run(main)

    asyncio.run = asyncio.runners.run = run
    work_inline()


def work_inline():
    """A page has one thread: what would run beside the rest runs at once instead."""
    import concurrent.futures.thread

    class ThreadPoolExecutor(concurrent.futures.Executor):
        def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=(), **_):
            if initializer is not None:
                initializer(*initargs)

        def submit(self, fn, /, *args, **kwargs):
            future = concurrent.futures.Future()
            try:
                future.set_result(fn(*args, **kwargs))
            except Exception as error:
                future.set_exception(error)
            return future

    concurrent.futures.ThreadPoolExecutor = concurrent.futures.thread.ThreadPoolExecutor = ThreadPoolExecutor

    def start(self):
        if getattr(self, "_has_run", False):
            raise RuntimeError("threads can only be started once")
        self._has_run = True
        try:
            self.run()
        except SystemExit:
            pass
        except Exception:
            threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), self)))

    def join(self, timeout=None):
        if not getattr(self, "_has_run", False):
            raise RuntimeError("cannot join thread before it is started")

    threading.Thread.start, threading.Thread.join = start, join
    threading.Thread.is_alive = lambda self: False


CLOSED = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip", "webbrowser")


class ClosedFinder:
    """Says plainly that there is no way out, instead of the advice to install something."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in CLOSED:
            raise ModuleNotFoundError(f"No module named {name!r} (not in the sandbox)", name=name)
        return None
`;

/** Served to the page as /program.py. */
export const SANDBOX_PROGRAM = `${REPL_PROGRAM}\n${SANDBOX_SETUP}
_device = os.open("/dev/peek", os.O_RDWR)
sandbox_setup(Channel(_device, _device))
start(_device, _device)
`;
