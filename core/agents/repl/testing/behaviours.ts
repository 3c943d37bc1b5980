// What the REPL does, for every Python alike, grouped as the reference implementation's own tests group it. One table,
// hence long: each entry is a program and what becomes of it.

import type { BehaviourGroup } from './behaviour.ts';

const missing = { kind: 'missing' } as const;
const text = (value: string) => ({ kind: 'text', text: value }) as const;
const finalVar = (value: string) => ({ text: value, source: 'final-var' }) as const;
const answered = (value: string) => ({ text: value, source: 'answer-dict' }) as const;

export const REPL_BEHAVIOURS: readonly BehaviourGroup[] = [
  {
    group: 'blocks',
    behaviours: [
      {
        name: 'an exception is told by type, message and line',
        steps: [{ code: 'a = 1\n\n1/0', error: { type: 'ZeroDivisionError', message: 'division by zero', line: 3 } }],
      },
      {
        name: 'the line of an exception is the block’s own, also when a function of an earlier block raised it',
        steps: [
          { code: 'def f():\n    raise KeyError("k")' },
          { code: 'x = 1\nf()', error: { type: 'KeyError', message: "'k'", line: 2 } },
        ],
      },
      {
        name: 'broken syntax is told with its line',
        steps: [{ code: 'x = 1\ndef f(:', error: { type: 'SyntaxError', line: 2 }, variables: {} }],
      },
      {
        name: 'variables, functions and comprehension results survive to later blocks',
        steps: [
          { code: 'n = 3\ndef double(x): return 2 * x\nsquares = [i * i for i in range(n)]' },
          {
            code: 'print(double(n), squares)',
            stdout: '6 [0, 1, 4]\n',
            variables: { n: 'int', double: 'function', squares: 'list' },
          },
        ],
      },
      {
        name: 'a function sees what later blocks rebind, and its global writes stick',
        steps: [
          { code: 'k = 1\ndef read(): return k\ndef write():\n    global k\n    k = 10' },
          { code: 'k = 2\nprint(read())\nwrite()', stdout: '2\n' },
          { code: 'print(k)', stdout: '10\n' },
        ],
      },
      {
        name: 'what was assigned before an exception stays',
        steps: [
          { code: 'paid = llm_query("dear")\nraise ValueError("late")', error: { type: 'ValueError' } },
          { code: 'print(paid)', stdout: 'llm<dear>\n' },
        ],
      },
      {
        name: 'a class statement works, also as a dataclass and with a later block’s instances',
        steps: [
          { code: 'from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: int\n    y: int = 0' },
          { code: 'print(Point(3), isinstance(Point(1), Point))', stdout: 'Point(x=3, y=0) True\n' },
        ],
      },
      {
        name: 'del removes a variable for good',
        steps: [
          { code: 'a = 1\nb = 2' },
          { code: 'del a', variables: { b: 'int' } },
          { code: 'a', error: { type: 'NameError' } },
        ],
      },
      {
        name: 'a generator, a lambda and an open file last like any variable',
        steps: [
          {
            code: 'g = (n * n for n in range(9))\nnext(g)\nf = open("kept.txt", "w+")\nf.write("kept")\ntwice = lambda n: 2 * n',
          },
          { code: 'f.seek(0)\nprint(next(g), twice(4), f.read())', stdout: '1 8 kept\n' },
        ],
      },
      {
        name: 'names that begin with _ last but are not listed',
        steps: [
          { code: '_tmp = 5', variables: {} },
          { code: 'print(_tmp)', stdout: '5\n' },
        ],
      },
      {
        name: 'only what is printed shows: a bare last expression does not',
        steps: [{ code: '40 + 2', stdout: '' }],
      },
      {
        name: 'everyday builtins and modules work',
        steps: [
          {
            code: 'import math, re, json, collections\nprint(len("ab"), sum([1, 2]), sorted([3, 1]), math.floor(2.5), frozenset({1}), re.findall("a", "banana"), json.dumps({"a": 1}), collections.Counter("aab").most_common(1))',
            stdout: "2 3 [1, 3] 2 frozenset({1}) ['a', 'a', 'a'] {\"a\": 1} [('a', 2)]\n",
          },
        ],
      },
      {
        name: 'eval, exec and globals work',
        steps: [
          {
            code: 'exec("z = 7")\nprint(eval("z + 1"), "z" in globals())',
            stdout: '8 True\n',
            variables: { z: 'int' },
          },
        ],
      },
      { name: 'an empty block is fine', steps: [{ code: '', stdout: '', variables: {} }] },
      {
        name: 'sys.exit ends the block and nothing else',
        steps: [
          { code: 'import sys\nx = 1\nsys.exit()\nx = 2', stdout: '' },
          { code: 'print(x)', stdout: '1\n' },
          { code: 'sys.exit("no luck")', error: { type: 'SystemExit', message: 'no luck', line: 1 } },
          { code: 'sys.exit(2)', error: { type: 'SystemExit', message: '2' } },
          { code: 'raise SystemExit', stdout: '' },
        ],
      },
      {
        name: 'deep recursion is an error and the interpreter lives on',
        steps: [
          { code: 'def f(): return f()\nx = 1\nf()', error: { type: 'RecursionError', line: 1 } },
          { code: 'print(x)', stdout: '1\n' },
        ],
      },
      {
        name: 'an exception whose str() fails is still told',
        steps: [
          {
            code: 'class Bad(Exception):\n    def __str__(self): raise ValueError("x")\nraise Bad()',
            error: { type: 'Bad', message: '(its message cannot be shown)' },
          },
        ],
      },
      {
        name: 'there is no input to read',
        steps: [{ code: 'input("? ")', stdout: '? ', error: { type: 'EOFError' } }],
      },
      {
        name: 'coroutines run',
        steps: [
          {
            code: 'import asyncio\nasync def one(x):\n    await asyncio.sleep(0.01)\n    return x\nasync def main():\n    return await asyncio.gather(*(one(i) for i in range(3)))\nprint(asyncio.run(main()))',
            stdout: '[0, 1, 2]\n',
          },
        ],
      },
      {
        name: 'threads and thread pools get their work done',
        steps: [
          {
            code: 'from concurrent.futures import ThreadPoolExecutor, as_completed\nwith ThreadPoolExecutor(max_workers=4) as pool:\n    print(list(pool.map(llm_query, ["a", "b"])), sorted(f.result() for f in as_completed([pool.submit(pow, 2, n) for n in range(3)])))',
            stdout: "['llm<a>', 'llm<b>'] [1, 2, 4]\n",
          },
          {
            code: 'import threading\nseen = []\nthreads = [threading.Thread(target=seen.append, args=(n,)) for n in range(3)]\nfor t in threads: t.start()\nfor t in threads: t.join()\nprint(sorted(seen))',
            stdout: '[0, 1, 2]\n',
          },
        ],
      },
      {
        name: 'the random numbers of a session are the same every time, so that a resumed run sees them again',
        steps: [
          {
            code: 'import random\nprint([random.randrange(100) for _ in range(5)], list({"b", "a", "c", "d"}) == list({"b", "a", "c", "d"}))',
            stdout: '[49, 97, 53, 5, 33] True\n',
          },
        ],
      },
    ],
  },
  {
    group: 'output',
    behaviours: [
      {
        name: 'stdout and stderr are kept apart',
        steps: [
          {
            code: 'import sys\nprint("out")\nprint("err", file=sys.stderr)',
            stdout: 'out\n',
            stderr: 'err\n',
            outputChars: 8,
          },
        ],
      },
      {
        name: 'output of one block does not reach the next',
        steps: [
          { code: 'print("a")', stdout: 'a\n' },
          { code: 'print("b")', stdout: 'b\n' },
        ],
      },
      {
        name: 'a rebound sys.stdout is put back',
        steps: [
          { code: 'import sys, io\nsys.stdout = io.StringIO()\nprint("hidden")', stdout: '' },
          { code: 'print("seen")', stdout: 'seen\n' },
        ],
      },
      {
        name: 'bytes written to sys.stdout.buffer are output',
        steps: [{ code: 'import sys\nsys.stdout.buffer.write("ä\\n".encode())', stdout: 'ä\n' }],
      },
      {
        name: 'what goes to the descriptor past Python’s streams is output, too',
        steps: [{ code: 'import os\nos.write(1, b"raw\\n")\nprint("own")', stdout: 'own\nraw\n' }],
      },
      {
        name: 'Unicode is whole, and JSON-looking output stays text',
        steps: [
          {
            code: 'print("日本語 😀 \\u00e9")\nprint(\'{"a": [1, 2]}\')',
            stdout: '日本語 😀 é\n{"a": [1, 2]}\n',
            outputChars: 22,
          },
        ],
      },
      {
        name: 'a lone surrogate does not break the block',
        steps: [{ code: 'print("a\\ud800b")', stdout: 'a?b\n' }],
      },
      {
        name: 'of too much output the beginning and the end are kept and the rest is counted',
        limits: { outputChars: 100 },
        steps: [
          {
            code: 'print("start" + "x" * 5000 + "end")',
            stdout: /^startx{45}\n\[… 4,909 characters not kept …\]\nx{46}end\n$/,
            outputChars: 5009,
            limit: 'output',
          },
          {
            code: 'for i in range(1000): print(i)',
            stdout: /^0\n1\n(.|\n)*\n998\n999\n$/,
            outputChars: 3890,
            limit: 'output',
          },
          { code: 'print("y" * 99)', stdout: /^y{99}\n$/, outputChars: 100 },
        ],
      },
    ],
  },
  {
    group: 'context',
    behaviours: [
      {
        name: 'a text is there as it is, carriage returns included',
        context: 'a\r\nb 😀',
        steps: [
          {
            code: 'print(type(context).__name__, len(context), repr(context))',
            stdout: "str 6 'a\\r\\nb 😀'\n",
            variables: {},
          },
        ],
      },
      {
        name: 'a JSON object is a dict',
        context: '{"a": [1, 2.5, null, true]}',
        format: 'json',
        steps: [{ code: 'print(context["a"])', stdout: '[1, 2.5, None, True]\n' }],
      },
      {
        name: 'a JSON array is a list',
        context: '[4, 5]',
        format: 'json',
        steps: [{ code: 'print(context)', stdout: '[4, 5]\n' }],
      },
      {
        name: 'JSON lines are a list, blank lines passed over',
        context: '{"a": 1}\n\n{"a": 2}\r\n',
        format: 'jsonl',
        steps: [{ code: 'print([row["a"] for row in context])', stdout: '[1, 2]\n' }],
      },
      {
        name: 'a large text is whole, in ASCII and otherwise, and is a str like any other',
        context: 'one line of a long text\n'.repeat(300_000),
        steps: [
          {
            code: 'line = "one line of a long text\\n"\nprint(len(context), context == line * 300_000, hash(context) == hash(line * 300_000), context.isascii(), context[-24:].upper(), context.count("long"), {context: 1}[line * 300_000])',
            stdout: '7200000 True True True ONE LINE OF A LONG TEXT\n 300000 1\n',
          },
        ],
      },
      {
        name: 'a large text beyond ASCII is whole',
        context: 'eine Zeile, größer als üblich 😀\n'.repeat(150_000),
        steps: [
          {
            code: 'line = "eine Zeile, größer als üblich 😀\\n"\nprint(len(context), context == line * 150_000)',
            stdout: '4800000 True\n',
          },
        ],
      },
      {
        name: 'an empty text is an empty str',
        context: '',
        steps: [{ code: 'print(repr(context))', stdout: "''\n" }],
      },
      {
        name: 'reserved names are put back after each block, also after one that failed',
        context: 'real',
        steps: [
          { code: 'context = "x"\nllm_query = len\nSHOW_VARS = 1\nprint(context)', stdout: 'x\n', variables: {} },
          { code: 'print(context, llm_query("p"))', stdout: 'real llm<p>\n' },
          {
            code: 'del context\nrlm_query = rlm_query_batched = llm_query_batched = None\n1/0',
            error: { type: 'ZeroDivisionError' },
          },
          {
            code: 'print(context, rlm_query("p"), rlm_query_batched(["q"]), llm_query_batched(["r"]))',
            stdout: "real rlm<p> ['rlm<q>'] ['llm<r>']\n",
          },
        ],
      },
    ],
  },
  {
    group: 'FINAL in the REPL',
    behaviours: [
      {
        name: 'FINAL_VAR resolves every kind of value by name',
        steps: [
          { code: 'i = 42\ns = "  text \\n"\nl = [1, 2]\ntotal = sum(l)\nd = {"k": 1}\nn = None' },
          { variable: 'i', is: text('42') },
          { variable: 's', is: text('text') },
          { variable: 'l', is: text('[1, 2]') },
          { variable: 'total', is: text('3') },
          { variable: 'd', is: text("{'k': 1}") },
          { variable: 'n', is: text('None') },
          { code: 'i = 43' },
          { variable: 'i', is: text('43') },
        ],
      },
      {
        name: 'an unknown name, a function of the REPL and a builtin are no variables',
        steps: [
          { variable: 'nothing', is: missing },
          { variable: 'llm_query', is: missing },
          { variable: 'len', is: missing },
          { variable: '__builtins__', is: missing },
        ],
      },
      {
        name: 'the context itself can be the answer',
        context: 'all of it',
        steps: [{ variable: 'context', is: text('all of it') }],
      },
      {
        name: 'a value whose str() raises is told, and one that never ends is stopped',
        steps: [
          { code: 'class Bad:\n    def __str__(self): raise ValueError("no text")\nb = Bad()' },
          { variable: 'b', is: { kind: 'failed', words: 'ValueError: no text' } },
          { code: 'print("alive")', stdout: 'alive\n' },
        ],
      },
      {
        name: 'called in code it takes a name or the value itself, of the same block too',
        steps: [
          { code: 'y = 5\nFINAL_VAR("y")', final: finalVar('5') },
          { code: 'FINAL_VAR(y)', final: finalVar('5') },
          { code: 's = "the answer"\nFINAL_VAR(s)', final: finalVar('the answer') },
          { code: 'FINAL_VAR("\'y\'")', final: finalVar('5') },
        ],
      },
      {
        name: 'called in code with an unknown name it says what there is and ends nothing',
        steps: [
          { code: 'a = 1\nprint(FINAL_VAR("nope"))', stdout: /there is no variable 'nope'.*'a': 'int'/, final: null },
        ],
      },
      {
        name: 'the last call of a block counts, also when the block then fails',
        steps: [
          { code: 'FINAL_VAR(1)\nFINAL_VAR(2)\n1/0', final: finalVar('2'), error: { type: 'ZeroDivisionError' } },
        ],
      },
      {
        name: 'FINAL is a function, too',
        steps: [{ code: 'FINAL(6 * 7)', final: { text: '42', source: 'final' } }],
      },
      {
        name: 'answer is an ordinary variable under this protocol',
        steps: [
          { code: 'answer = llm_query("q")', variables: { answer: 'str' }, final: null },
          { code: 'print(answer)', stdout: 'llm<q>\n' },
        ],
      },
    ],
  },
  {
    group: 'answer dict',
    behaviours: [
      {
        name: 'starts empty and not ready',
        protocol: 'answer',
        steps: [
          {
            code: 'print(answer)',
            stdout: "{'content': '', 'ready': False}\n",
            final: null,
            draft: null,
            variables: {},
          },
        ],
      },
      {
        name: 'content and ready end the run',
        protocol: 'answer',
        steps: [{ code: 'answer["content"] = "ok"\nanswer["ready"] = True', final: answered('ok') }],
      },
      {
        name: 'only content ends nothing and is the draft',
        protocol: 'answer',
        steps: [
          { code: 'answer["content"] = "half"', final: null, draft: 'half' },
          { code: 'pass', final: null, draft: 'half' },
        ],
      },
      {
        name: 'rebinding to a ready dict ends the run',
        protocol: 'answer',
        steps: [{ code: 'answer = {"content": "r", "ready": True}', final: answered('r') }],
      },
      {
        name: 'rebinding to a dict that is not ready is kept for later',
        protocol: 'answer',
        steps: [
          { code: 'answer = {"content": "r", "ready": False}', final: null },
          { code: 'answer["content"] += "!"\nanswer["ready"] = True', final: answered('r!') },
        ],
      },
      {
        name: 'a list becomes text',
        protocol: 'answer',
        steps: [{ code: 'answer.update(content=[4, 5], ready=True)', final: answered('[4, 5]') }],
      },
      {
        name: 'a number becomes text',
        protocol: 'answer',
        steps: [{ code: 'answer["content"] = 99\nanswer["ready"] = "yes"', final: answered('99') }],
      },
      {
        name: 'ready with untouched content answers with the empty text',
        protocol: 'answer',
        steps: [{ code: 'answer["ready"] = True', final: answered('') }],
      },
      {
        name: 'content set after ready in the same block counts',
        protocol: 'answer',
        steps: [{ code: 'answer["ready"] = True\nanswer["content"] = "late"', final: answered('late') }],
      },
      {
        name: 'an exception after it does not take it back, in either form',
        protocol: 'answer',
        steps: [
          {
            code: 'answer = {"content": "r", "ready": True}\n1/0',
            final: answered('r'),
            error: { type: 'ZeroDivisionError' },
          },
        ],
      },
      {
        name: 'rebound to something else or deleted it starts anew',
        protocol: 'answer',
        steps: [
          { code: 'answer = "text"', final: null },
          { code: 'print(answer)\ndel answer', stdout: "{'content': '', 'ready': False}\n" },
          { code: 'print(answer)', stdout: "{'content': '', 'ready': False}\n" },
        ],
      },
      {
        name: 'SHOW_VARS lists user variables and not answer',
        protocol: 'answer',
        steps: [{ code: 'x = 1\nprint(SHOW_VARS())', stdout: "Available variables: {'x': 'int'}\n" }],
      },
    ],
  },
  {
    group: 'sub-calls',
    behaviours: [
      {
        name: 'llm_query gives the reply',
        steps: [{ code: 'print(llm_query("q"), llm_query("q", model="m"))', stdout: 'llm<q> llm<q>\n' }],
      },
      {
        name: 'a failure comes back as text, and the block goes on',
        steps: [{ code: 'print(llm_query("bad"))', stdout: 'Error: it went wrong\n', stderr: '' }],
      },
      {
        name: 'a batch keeps its order and one failure its slot',
        steps: [
          {
            code: 'print(llm_query_batched(["a", "bad", "c"]))',
            stdout: "['llm<a>', 'Error: it went wrong', 'llm<c>']\n",
          },
        ],
      },
      {
        name: 'an empty batch is an empty list',
        steps: [{ code: 'print(llm_query_batched([]), rlm_query_batched([]))', stdout: '[] []\n' }],
      },
      {
        name: 'a batch takes any iterable',
        steps: [{ code: 'print(llm_query_batched(c for c in "ab"))', stdout: "['llm<a>', 'llm<b>']\n" }],
      },
      {
        name: 'an item that is no text fails its own slot',
        steps: [
          { code: 'print(llm_query_batched(["a", 5]))', stdout: "['llm<a>', 'Error: a prompt is a str, not int']\n" },
        ],
      },
      {
        name: 'one str instead of a list is a TypeError',
        steps: [{ code: 'llm_query_batched("abc")', error: { type: 'TypeError', message: /takes a list of prompts/ } }],
      },
      {
        name: 'a list of messages is taken as its texts',
        steps: [{ code: 'print(llm_query([{"role": "user", "content": "hi"}]))', stdout: 'llm<hi>\n' }],
      },
      {
        name: 'quotes, newlines and emoji survive the way out and back',
        steps: [{ code: 'print(llm_query("a\\n\\"b\\" 😀 \\\\"))', stdout: 'llm<a\n"b" 😀 \\>\n' }],
      },
      {
        name: 'rlm_query and its batch go their own way',
        steps: [
          {
            code: 'print(rlm_query("q"), rlm_query_batched(["a", "bad"]))',
            stdout: "rlm<q> ['rlm<a>', 'Error: it went wrong']\n",
          },
        ],
      },
      {
        name: 'SHOW_VARS names the variables of the block that runs',
        steps: [
          {
            code: 'print(SHOW_VARS())\na = 1\nprint(SHOW_VARS())',
            stdout: "There are no variables yet: create one in a repl block.\nAvailable variables: {'a': 'int'}\n",
          },
        ],
      },
    ],
  },
  {
    group: 'limits',
    behaviours: [
      {
        name: 'a block over its time is stopped, is told so, and the variables stay',
        limits: { blockTimeoutMs: 700 },
        steps: [
          {
            code: 'x = 1\nwhile True: pass',
            limit: 'time',
            error: { type: 'TimeoutError', line: 2 },
            stateLost: false,
          },
          { code: 'print(x)', stdout: '1\n' },
        ],
      },
      {
        name: 'sleeping is stopped, too',
        limits: { blockTimeoutMs: 500 },
        steps: [
          { code: 'import time\ntime.sleep(60)', limit: 'time', error: { type: 'TimeoutError' }, stateLost: false },
        ],
      },
      {
        name: 'a block that swallows the interrupt is ended with its interpreter, and the next says so',
        limits: { blockTimeoutMs: 500 },
        context: 'kept',
        steps: [
          { code: 'x = 1' },
          {
            code: 'def deaf():\n    while True:\n        try:\n            for i in range(10**6): pass\n        except BaseException: pass\ndeaf()',
            limit: 'time',
            error: { type: 'InterpreterLost' },
            stateLost: true,
          },
          { code: 'print(context)', stdout: 'kept\n', stateLost: true, variables: {} },
          { code: 'print(1)', stdout: '1\n', stateLost: false },
        ],
      },
      {
        name: 'one long call into C is ended with its interpreter',
        limits: { blockTimeoutMs: 500 },
        steps: [{ code: 'sum(range(10**12))', limit: 'time', error: { type: 'InterpreterLost' }, stateLost: true }],
      },
      {
        name: 'too much memory is a MemoryError, and the interpreter lives on',
        limits: { memoryMb: 512 },
        steps: [
          { code: 'x = 1\ny = bytearray(700 * 1024 * 1024)', limit: 'memory', error: { type: 'MemoryError', line: 2 } },
          { code: 'print(x)', stdout: '1\n' },
        ],
      },
      {
        name: 'memory that grows bit by bit meets the limit, too',
        limits: { memoryMb: 512 },
        steps: [
          {
            code: 'x = []\nwhile True: x.append(bytearray(10_000_000))',
            limit: 'memory',
            error: { type: 'MemoryError' },
          },
          { code: 'print(len(x) > 5)', stdout: 'True\n' },
        ],
      },
    ],
  },
  {
    // Code in the REPL can reach the line to the host; what it says there out of order costs it its interpreter alone.
    group: 'the line to the host',
    behaviours: [
      ...[
        ['a frame without anything in it', 'line._write(b"")'],
        ['a frame that is no message', 'line._write(b"\\xff" * 8)'],
        ['a message that is no JSON', 'line._write((4).to_bytes(4, "big") + b"junk")'],
        ['a message that nobody knows', 'line._send({"hello": 1})'],
        ['a header longer than its frame', 'line._write((1000).to_bytes(4, "big") + b"{}")'],
        [
          'texts longer than their frame',
          'header = b\'{"ask": {"kind": "llm", "model": null}, "texts": [1000000000]}\'\nline._write(len(header).to_bytes(4, "big") + header)',
        ],
        ['a frame that claims to be endless', 'os.write(line._write_fd, b"\\xff" * 4)'],
        ['a frame longer than can be taken', 'line._write(bytes(140_000_000))'],
        [
          'two frames at a time',
          'header = b\'{"need": [0, 0], "texts": []}\'\npayload = len(header).to_bytes(4, "big") + header\nos.write(line._write_fd, (len(payload).to_bytes(4, "big") + payload) * 2)',
        ],
        ['what is only said at the start', 'line._send({"ready": {"python": "", "platform": ""}})'],
      ].map(([what = '', code = '']) => ({
        name: `${what} ends the interpreter, and the next block says so`,
        context: 'kept',
        steps: [
          {
            code: `import os\nline = llm_query.__self__.channel\n${code}\nline._exactly(4)`,
            error: { type: 'InterpreterLost', message: /^(its page stopped: )?it (said|answered|sent|spoke) / },
            stateLost: true,
          },
          { code: 'print(context)', stdout: 'kept\n', stateLost: true, variables: {} },
          { code: 'print(1)', stdout: '1\n', stateLost: false },
        ],
      })),
      {
        name: 'more of the context than there is gives what there is',
        context: 'kept',
        steps: [
          {
            code: 'line = llm_query.__self__.channel\nline._send({"need": [0, 10**9]})\nprint(line._exactly(4))',
            stdout: "bytearray(b'\\x00\\x00\\x00\\x00')\n",
          },
        ],
      },
      {
        name: 'code that lifts the limit of output in Python gets no more on record',
        limits: { outputChars: 1_000 },
        steps: [
          {
            code: 'repl = llm_query.__self__\nrepl.keep = 10**9\nrepl.out.begin(10**9)\nlong = "x" * 100_000\nprint(long)\nFINAL(long)',
            stdout: /^x{550}\n\[… 98,901 characters cut here …\]\nx{549}\n$/,
            outputChars: 100_001,
            final: {
              text: `${'x'.repeat(550)}\n[… 98,900 characters cut here …]\n${'x'.repeat(550)}`,
              source: 'final',
            },
          },
          { variable: 'long', is: text(`${'x'.repeat(550)}\n[… 98,900 characters cut here …]\n${'x'.repeat(550)}`) },
        ],
      },
      {
        name: 'what is written past Python’s streams stays within its limit however often Python speaks',
        steps: [
          {
            code: 'import os\nline = llm_query.__self__.channel\nfor n in range(30):\n    os.write(1, b"x" * 1_000_000)\n    line.exchange_raw({"need": [0, 0]}, memoryview(bytearray()))',
            outputChars: 1_000_000,
          },
          { code: 'print(1)', stdout: '1\n' },
        ],
      },
    ],
  },
];
