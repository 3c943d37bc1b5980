// Attempts to get out of the sandbox, each a program. An attempt succeeds when it prints the host's secret, writes to the
// host's disk, reaches the listening server, reads another job, or prints ESCAPED because it holds something it should not.
// SECRET_FILE, TARGET_FILE, PORT and FOLDER stand for the test's own. One table, hence long.

export interface Escape {
  readonly name: string;
  readonly code: string;
  /** Runs until it is stopped: the time limit is short. */
  readonly endless?: boolean;
}

export interface EscapeGroup {
  readonly group: string;
  readonly escapes: readonly Escape[];
}

/** Finds objects that the sandbox took out of reach, by walking everything the interpreter holds. */
const HUNT = `
import gc, sys, types
def hunt(name):
    for one in gc.get_objects():
        try:
            if getattr(one, "__name__", None) == name: return one
        except BaseException: pass
`;

/** A JavaScript object: one that is still held somewhere, or else one made by the interpreter's own C module. */
const PROXY = `${HUNT}
def a_proxy():
    for one in gc.get_objects():
        if type(one).__name__ == "JsProxy": return one
    return hunt("_pyodide_core").to_js([1])
proxy = a_proxy()
print(type(proxy))
`;

export const ESCAPES: readonly EscapeGroup[] = [
  {
    group: 'files',
    escapes: [
      { name: 'open of a host file', code: 'print(open("SECRET_FILE").read())' },
      { name: 'os.open of a host file', code: 'import os\nprint(os.read(os.open("SECRET_FILE", os.O_RDONLY), 100))' },
      { name: 'pathlib', code: 'import pathlib\nprint(pathlib.Path("SECRET_FILE").read_text())' },
      { name: 'listing the folder', code: 'import os\nprint(os.listdir("FOLDER"))' },
      { name: 'glob', code: 'import glob\nprint([open(f).read() for f in glob.glob("FOLDER/*")] or 1/0)' },
      { name: 'a path with dots', code: 'print(open("../../../../../../../../SECRET_FILE").read())' },
      { name: 'a file URL', code: 'import urllib.request\nprint(urllib.request.urlopen("file://SECRET_FILE").read())' },
      { name: '/proc/self/root', code: 'print(open("/proc/self/root/SECRET_FILE").read())' },
      { name: '/proc/self/environ', code: 'print(open("/proc/self/environ").read())' },
      { name: 'a symbolic link', code: 'import os\nos.symlink("SECRET_FILE", "link")\nprint(open("link").read())' },
      {
        name: 'writing to the host',
        code: 'import os\nos.makedirs("FOLDER", exist_ok=True)\nopen("TARGET_FILE", "w").write("x")',
      },
      {
        name: 'shutil.copy to the host',
        code: 'import shutil, os\nos.makedirs("FOLDER", exist_ok=True)\nopen("a", "w").close()\nshutil.copy("a", "TARGET_FILE")',
      },
      {
        name: 'mmap of a host file',
        code: 'import mmap, os\nf = os.open("SECRET_FILE", os.O_RDONLY)\nprint(mmap.mmap(f, 0, prot=mmap.PROT_READ)[:50])',
      },
      { name: 'runpy of a host file', code: 'import runpy\nrunpy.run_path("SECRET_FILE")' },
      {
        name: 'sqlite on a host file',
        code: 'import sqlite3\nsqlite3.connect("TARGET_FILE").execute("create table t(a)")',
      },
      {
        name: 'zipimport from the host',
        code: 'import sys\nsys.path.insert(0, "FOLDER")\nimport secret\nprint(secret)',
      },
    ],
  },
  {
    group: 'processes',
    escapes: [
      { name: 'os.system', code: 'import os\nif os.system("cat SECRET_FILE > TARGET_FILE") == 0: print("ESCAPED")' },
      { name: 'posix.system', code: 'import posix\nif posix.system("touch TARGET_FILE") == 0: print("ESCAPED")' },
      { name: 'os.popen', code: 'import os\nprint(os.popen("cat SECRET_FILE").read())' },
      {
        name: 'subprocess.run',
        code: 'import subprocess\nprint(subprocess.run(["cat", "SECRET_FILE"], capture_output=True).stdout)',
      },
      { name: 'os.posix_spawn', code: 'import os\nos.posix_spawn("/bin/touch", ["touch", "TARGET_FILE"], {})' },
      { name: 'os.execv', code: 'import os\nos.execv("/bin/sh", ["sh", "-c", "touch TARGET_FILE"])' },
      { name: 'os.fork', code: 'import os\nprint("ESCAPED", os.fork())' },
      { name: 'pty.spawn', code: 'import pty\npty.spawn(["touch", "TARGET_FILE"])' },
      {
        name: 'multiprocessing',
        code: 'import multiprocessing\np = multiprocessing.Process(target=print, args=("ESCAPED",))\np.start()\np.join()',
      },
      { name: 'os.kill of the parent', code: 'import os\nos.kill(os.getppid(), 9)\nprint(os.getppid())' },
      {
        name: 'os.kill of everybody',
        code: 'import os\nfor pid in range(2, 5000):\n    try: os.kill(pid, 9)\n    except OSError: pass',
      },
      {
        name: 'ctypes calling system',
        code: 'import ctypes\nif ctypes.CDLL(None).system(b"touch TARGET_FILE") == 0: print("ESCAPED")',
      },
      {
        name: 'ctypes loading the C library',
        code: 'import ctypes\nctypes.CDLL("libc.so.6").system(b"touch TARGET_FILE")\nprint("ESCAPED")',
      },
      { name: 'ctypes reading wild memory', code: 'import ctypes\nprint(ctypes.string_at(0x7fff00000000, 16))' },
    ],
  },
  {
    group: 'environment',
    escapes: [
      { name: 'os.environ', code: 'import os\nprint(dict(os.environ))' },
      { name: 'os.getenv', code: 'import os\nprint(os.getenv("PEEK_CANARY"), os.environb)' },
      {
        name: 'C getenv by ctypes',
        code: 'import ctypes\nf = ctypes.CDLL(None).getenv\nf.restype = ctypes.c_char_p\nprint(f(b"PEEK_CANARY"))',
      },
      {
        name: 'the user and the host name',
        code: 'import os, getpass, socket\nassert "home" in os.path.expanduser("~") and os.getcwd().startswith("/home/pyodide"), "ESCAPED"\nprint(os.uname())',
      },
    ],
  },
  {
    group: 'network',
    escapes: [
      {
        name: 'a TCP socket',
        code: 'import socket, time\ns = socket.socket()\ns.settimeout(1)\ns.connect(("127.0.0.1", PORT))\ns.send(b"GET / HTTP/1.0\\r\\n\\r\\n")\ntime.sleep(0.5)\nprint(s.recv(100))',
      },
      {
        name: 'socket.create_connection',
        code: 'import socket\nprint(socket.create_connection(("localhost", PORT), 1).recv(10))',
      },
      {
        name: 'a UDP socket',
        code: 'import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.sendto(b"hi", ("127.0.0.1", PORT))',
      },
      {
        name: 'a Unix socket',
        code: 'import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect("/var/run/docker.sock")\nprint("ESCAPED")',
      },
      {
        name: 'a listening socket',
        code: 'import socket\ns = socket.socket()\ns.bind(("0.0.0.0", 0))\ns.listen()\ns.settimeout(1)\nprint(s.accept())',
      },
      {
        name: 'urllib',
        code: 'import urllib.request\nprint(urllib.request.urlopen("http://127.0.0.1:PORT/", timeout=1).read())',
      },
      {
        name: 'http.client',
        code: 'import http.client\nc = http.client.HTTPConnection("127.0.0.1", PORT, timeout=1)\nc.request("GET", "/")\nprint(c.getresponse().read())',
      },
      {
        name: 'name resolution that carries data',
        code: 'import socket\nprint(socket.getaddrinfo("secret.example.com", 80))\nsocket.gethostbyname("127.0.0.1")',
      },
      { name: 'smtplib', code: 'import smtplib\nsmtplib.SMTP("127.0.0.1", PORT, timeout=1)' },
      {
        name: 'asyncio.open_connection',
        code: 'import asyncio\nprint(asyncio.run(asyncio.wait_for(asyncio.open_connection("127.0.0.1", PORT), 1)))',
      },
      { name: 'webbrowser', code: 'import webbrowser\nwebbrowser.open("http://127.0.0.1:PORT/")' },
      {
        name: 'pyodide.http',
        code: 'from pyodide.http import open_url\nprint(open_url("http://127.0.0.1:PORT/").read())',
      },
      {
        name: 'micropip',
        code: 'import micropip\nmicropip.install("http://127.0.0.1:PORT/x-1-py3-none-any.whl")\nprint("ESCAPED")',
      },
      {
        name: 'pip in a module',
        code: 'import runpy, sys\nsys.argv = ["pip", "install", "six"]\nrunpy.run_module("pip")\nprint("ESCAPED")',
      },
    ],
  },
  {
    group: 'JavaScript',
    escapes: [
      { name: 'import js', code: 'import js\nprint("ESCAPED", js.fetch)' },
      { name: 'import pyodide_js', code: 'import pyodide_js\nprint("ESCAPED", pyodide_js)' },
      { name: 'run_js', code: 'from pyodide.code import run_js\nprint("ESCAPED", run_js("1"))' },
      {
        name: 'importing past the closed door',
        code: 'import sys\nsys.meta_path.pop(0)\nimport pyodide.code\nprint("ESCAPED", pyodide.code.run_js("1+1"))',
      },
      {
        name: 'importlib past the import statement',
        code: 'import importlib, sys\nsys.meta_path[:] = sys.meta_path[1:]\nm = importlib.import_module("js")\nprint("ESCAPED", m.globalThis)',
      },
      {
        name: 'import hooks of its own',
        code: 'import sys, importlib.machinery\nclass F:\n    def find_spec(self, name, path=None, target=None):\n        return importlib.machinery.BuiltinImporter.find_spec("_pyodide_core")\nsys.meta_path.insert(0, F())\nimport js\nprint(js.fetch, "ESCAPED")',
      },
      { name: 'run_js found in memory', code: `${HUNT}\nf = hunt("run_js")\nprint("ESCAPED", f("1+1"))` },
      {
        name: 'Function by a constructor chain',
        code: `${PROXY}\nF = proxy.constructor.constructor\nprint("ESCAPED", F("return 1+1")())`,
      },
      {
        name: 'Function by a converted list',
        code: `${HUNT}\nto_js = hunt("_pyodide_core").to_js\nF = to_js([1]).constructor.constructor\nprint("ESCAPED", F("return globalThis.process")())`,
      },
      {
        name: 'JavaScript’s Object by a proxy',
        code: `${PROXY}\nO = proxy.constructor\nprint("ESCAPED", O.getPrototypeOf(O).constructor("return this")())`,
      },
      {
        name: 'fetch by the modules found in memory',
        code: `${HUNT}\nm = hunt("pyodide_js")\nm.loadPackage("http://127.0.0.1:PORT/x-1-py3-none-any.whl")\nimport time\ntime.sleep(0.5)`,
      },
      {
        name: 'mounting the host’s disk',
        code: `${HUNT}\nm = hunt("pyodide_js")\nm.mountNodeFS("/host", "/")\nprint("ESCAPED", open("/hostSECRET_FILE").read())`,
      },
      {
        name: 'NODEFS by the file system object',
        code: `${HUNT}\nm = hunt("pyodide_js")\nm.FS.mount(m.FS.filesystems.NODEFS, {"root": "/"}, "/mnt")\nprint("ESCAPED")`,
      },
      {
        name: 'eval through a JavaScript error',
        code: `${HUNT}\nE = hunt("JsException")\nprint("ESCAPED", E.__init__.__self__.constructor.constructor("return 1")())`,
      },
      {
        name: 'raw JavaScript of the C side by ctypes',
        code: 'import ctypes\nf = ctypes.CDLL(None).emscripten_run_script\nf(b"globalThis.escaped = 1")\nprint("ESCAPED")',
      },
      {
        name: 'emscripten_run_script_string',
        code: 'import ctypes\nf = ctypes.CDLL(None).emscripten_run_script_string\nf.restype = ctypes.c_char_p\nprint("ESCAPED", f(b"typeof process"))',
      },
    ],
  },
  {
    group: 'the host’s conversation',
    escapes: [
      {
        name: 'a message that is no message',
        code: 'import os\nf = os.open("/dev/peek", os.O_RDWR)\nos.write(f, b"\\0\\0\\0\\x04junk")\nos.read(f, 10)',
      },
      {
        name: 'a frame that claims to be endless',
        code: 'import os\nf = os.open("/dev/peek", os.O_RDWR)\nos.write(f, b"\\xff\\xff\\xff\\xff" + b"x" * 100)\nos.read(f, 10)',
      },
      {
        name: 'prototype pollution by a forged message',
        code: 'import os, json\nf = os.open("/dev/peek", os.O_RDWR)\nh = b\'{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "need": [0, 0], "texts": []}\'\np = len(h).to_bytes(4, "big") + h\nos.write(f, len(p).to_bytes(4, "big") + p)\nprint(os.read(f, 4))',
      },
      {
        name: 'prototype pollution by names of variables',
        code: 'globals()["__proto__"] = {"polluted": 1}\nglobals()["constructor"] = 1\nglobals()["toString"] = 2\nhasOwnProperty = valueOf = 3',
      },
      {
        name: 'reading beyond the context',
        code: 'import os, json\nf = os.open("/dev/peek", os.O_RDWR)\nh = json.dumps({"need": [0, 10**9], "texts": []}).encode()\np = len(h).to_bytes(4, "big") + h\nos.write(f, len(p).to_bytes(4, "big") + p)\nprint(os.read(f, 1000))',
      },
      { name: 'a million variables', code: 'for i in range(10**6): globals()[f"v{i}"] = i' },
      { name: 'a name as long as a book', code: 'globals()["a" * 50_000_000] = 1' },
      {
        name: 'a type that lies about its name',
        code: 'class M(type):\n    def __getattribute__(cls, name): return "x" * 10**8\nclass C(metaclass=M): pass\nx = C()',
      },
      { name: 'a prompt of half a gigabyte', code: 'print(llm_query("x" * 500_000_000)[:60])' },
      { name: 'a hundred thousand prompts', code: 'print(len(llm_query_batched(["x"] * 100_000)))' },
      {
        name: 'another job’s context',
        code: 'import gc\nprint([o for o in gc.get_objects() if "other-job-secret" in str(o)[:100]] or context)',
      },
    ],
  },
  {
    group: 'the machine',
    escapes: [
      { name: 'an endless loop', endless: true, code: 'while True: pass' },
      {
        name: 'an endless loop that swallows every interrupt',
        endless: true,
        code: 'while True:\n    try:\n        for i in range(10**6): pass\n    except BaseException: pass',
      },
      {
        name: 'an endless loop with its own signal handler',
        endless: true,
        code: 'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass',
      },
      { name: 'an endless call into C', endless: true, code: 'sum(range(10**12))' },
      { name: 'a power that never ends', endless: true, code: 'x = 7 ** (10 ** 8)\nx = x ** 1000' },
      {
        name: 'a regular expression that explodes',
        endless: true,
        code: 'import re\nre.match(r"(a+)+$", "a" * 40 + "b")',
      },
      {
        name: 'an endless iterator in C',
        endless: true,
        code: 'import itertools, collections\ncollections.deque(itertools.repeat(1), maxlen=0)',
      },
      { name: 'a giant bytearray', code: 'x = bytearray(3 * 10**9)' },
      { name: 'a giant list', code: 'x = [0] * 10**9' },
      { name: 'a list that grows for ever', code: 'x = []\nwhile True: x.append("y" * 1_000_000 + str(len(x)))' },
      { name: 'a text that doubles for ever', code: 'x = "y"\nwhile True: x += x' },
      {
        name: 'files that fill the memory',
        code: 'n = 0\nwhile True:\n    open(f"f{n}", "wb").write(b"x" * 50_000_000)\n    n += 1',
      },
      { name: 'one file that fills the memory', code: 'f = open("f", "wb")\nwhile True: f.write(b"x" * 50_000_000)' },
      {
        name: 'a file that is grown without being written',
        code: 'for n in range(40):\n    f = open(f"g{n}", "wb")\n    f.truncate(10**9)\n    f.seek(10**9 - 1)\n    f.write(b"x")',
      },
      {
        name: 'a decompression bomb',
        code: 'import zlib\nb = zlib.compress(b"0" * 10**8)\nx = [zlib.decompress(b) for _ in range(100)]',
      },
      { name: 'a fork bomb', code: 'import os\nwhile True: os.fork()' },
      {
        name: 'a bomb of threads',
        endless: true,
        code: 'import threading\ndef f(): threading.Thread(target=f).start()\ntry: f()\nexcept RecursionError: pass\nwhile True: threading.Thread(target=print, args=("",)).start()',
      },
      {
        name: 'a bomb of sub-interpreters',
        code: 'import _interpreters\nx = [_interpreters.create() for _ in range(100)]',
      },
      { name: 'endless recursion', code: 'def f(): f()\nf()' },
      {
        name: 'endless recursion in C',
        code: 'x = []\nfor _ in range(10**6): x = [x]\nrepr(x)\nimport json\njson.dumps(x)',
      },
      { name: 'nested JSON in C', code: 'import json\njson.loads("[" * 10**6 + "]" * 10**6)' },
      {
        name: 'broken bytecode',
        code: 'def f(): pass\nf.__code__ = f.__code__.replace(co_code=bytes([255, 255] * 40))\nf()',
      },
      { name: 'a write to address zero', code: 'import ctypes\nctypes.memset(0, 255, 10_000_000)' },
      { name: 'an abort', code: 'import os\nos.abort()' },
      { name: 'os._exit', code: 'import os\nos._exit(3)' },
      { name: 'faulthandler’s crash', code: 'import faulthandler\nfaulthandler._sigsegv()' },
      { name: 'an output flood by print', endless: true, code: 'while True: print("x" * 1000)' },
      {
        name: 'an output flood past Python’s streams',
        endless: true,
        code: 'import os\nwhile True: os.write(1, b"x" * 100_000)',
      },
      { name: 'one output of a gigabyte', code: 'print("x" * 700_000_000)' },
      { name: 'an error message of a gigabyte', code: 'raise ValueError("x" * 500_000_000)' },
      {
        name: 'an endless __str__ of an error',
        endless: true,
        code: 'class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E()',
      },
      { name: 'an endless sleep', endless: true, code: 'import time\ntime.sleep(10**8)' },
    ],
  },
];

/** What hostile JavaScript might try if it ran in the page itself, past everything that keeps Python from it. */
export const PAGE_ESCAPES: readonly Escape[] = [
  { name: 'fetch of the server', code: 'fetch("http://127.0.0.1:PORT/").then((r) => "ESCAPED " + r.status)' },
  {
    name: 'fetch without CORS',
    code: 'fetch("http://127.0.0.1:PORT/", { mode: "no-cors" }).then((r) => "ESCAPED " + r.type)',
  },
  { name: 'fetch of a host file', code: 'fetch("file://SECRET_FILE").then((r) => r.text())' },
  {
    name: 'another job’s long answer',
    code: 'fetch("/answer").then(async (r) => (r.ok ? "ESCAPED " + (await r.text()) : r.status))',
  },
  {
    // Every page runs this at once, the other job's too, so that they would hear each other.
    name: 'a channel to another job’s page',
    code: 'new Promise((done) => { const c = new BroadcastChannel("jobs"); c.onmessage = () => done("ESCAPED"); setTimeout(() => c.postMessage(1), 300); setTimeout(done, 1_000, "none"); })',
  },
  {
    name: 'storage that another job’s page wrote',
    code: 'new Promise((done) => { localStorage.setItem(`from ${Math.random()}`, "x"); setTimeout(() => done(localStorage.length > 1 ? "ESCAPED" : "none"), 500); })',
  },
  {
    name: 'a cache that another job’s page filled',
    code: '(async () => { const cache = await caches.open("jobs"); await cache.put(`/from-${Math.random()}`, new Response("x")); await new Promise((r) => setTimeout(r, 500)); return (await cache.keys()).length > 1 ? "ESCAPED" : "none"; })()',
  },
  { name: 'fetch of the window’s page', code: 'fetch("app://ui/index.html").then((r) => "ESCAPED " + r.status)' },
  {
    name: 'a path out of the page’s folder',
    code: 'fetch("/pyodide/..%2f..%2f..%2f..%2f..%2f..%2f..SECRET_FILE").then((r) => r.text())',
  },
  {
    name: 'a path out of the page’s folder, encoded twice',
    code: 'fetch("/pyodide/%252e%252e/%252e%252e/package.json").then((r) => r.text())',
  },
  { name: 'the window’s scripts', code: 'fetch("/renderer/index.html").then((r) => r.ok ? "ESCAPED" : r.status)' },
  {
    name: 'XMLHttpRequest',
    code: 'new Promise((done, fail) => { const x = new XMLHttpRequest(); x.onload = () => done("ESCAPED"); x.onerror = fail; x.open("GET", "http://127.0.0.1:PORT/"); x.send(); })',
  },
  {
    name: 'a WebSocket',
    code: 'new Promise((done, fail) => { const s = new WebSocket("ws://127.0.0.1:PORT/"); s.onopen = () => done("ESCAPED"); s.onerror = fail; })',
  },
  {
    name: 'an EventSource',
    code: 'new Promise((done, fail) => { const s = new EventSource("http://127.0.0.1:PORT/"); s.onopen = () => done("ESCAPED"); s.onerror = fail; })',
  },
  { name: 'a beacon', code: 'navigator.sendBeacon("http://127.0.0.1:PORT/", "x")' },
  {
    name: 'an image',
    code: 'new Promise((done, fail) => { const i = new Image(); i.onload = () => done("ESCAPED"); i.onerror = fail; i.src = "http://127.0.0.1:PORT/x.png"; })',
  },
  {
    name: 'a frame',
    code: 'new Promise((done) => { const f = document.createElement("iframe"); f.src = "http://127.0.0.1:PORT/"; document.body.append(f); setTimeout(done, 500, "waited"); })',
  },
  {
    name: 'a form',
    code: 'new Promise((done) => { const f = document.createElement("form"); f.action = "http://127.0.0.1:PORT/"; document.body.append(f); f.submit(); setTimeout(done, 500, "waited"); })',
  },
  {
    name: 'navigation',
    code: 'new Promise((done) => { location.href = "http://127.0.0.1:PORT/"; setTimeout(done, 500, "waited"); })',
  },
  { name: 'a new window', code: 'String(window.open("http://127.0.0.1:PORT/"))' },
  { name: 'a script from the server', code: 'import("http://127.0.0.1:PORT/x.js").then(() => "ESCAPED")' },
  {
    name: 'a worker from a blob',
    code: 'new Promise((done, fail) => { const w = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))); w.onmessage = () => done("ESCAPED"); w.onerror = fail; })',
  },
  { name: 'WebTransport', code: 'new WebTransport("https://127.0.0.1:PORT/").ready.then(() => "ESCAPED")' },
  {
    name: 'WebRTC',
    code: '(async () => { const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:PORT" }] }); p.createDataChannel("x"); await p.setLocalDescription(await p.createOffer()); await new Promise((r) => setTimeout(r, 800)); return /candidate:/.test(p.localDescription.sdp) ? "ESCAPED" : "none"; })()',
  },
  { name: 'a service worker', code: 'navigator.serviceWorker.register("/pyodide/pyodide.mjs").then(() => "ESCAPED")' },
  {
    name: 'Node’s require',
    code: 'typeof require + typeof process + typeof module === "undefinedundefinedundefined" ? "none" : "ESCAPED"',
  },
  {
    name: 'names the preload left behind',
    code: 'Object.getOwnPropertyNames(globalThis).filter((name) => /ipc|electron|peek/i.test(name)).join() === "" ? "none" : "ESCAPED"',
  },
  {
    name: 'a permission',
    code: 'navigator.permissions.query({ name: "geolocation" }).then((p) => p.state === "granted" ? "ESCAPED" : p.state)',
  },
  { name: 'the clipboard', code: 'navigator.clipboard.readText().then((t) => "ESCAPED " + t)' },
  {
    name: 'a link with a download',
    code: 'new Promise((done) => { const a = document.createElement("a"); a.href = "/pyodide/pyodide-lock.json"; a.download = "TARGET_FILE"; document.body.append(a); a.click(); setTimeout(done, 500, "waited"); })',
  },
  {
    name: 'eval',
    code: 'Promise.resolve().then(() => { const s = document.createElement("script"); s.textContent = "globalThis.injected = 1"; document.body.append(s); return globalThis.injected ? "ESCAPED" : "none"; })',
  },
];
