// Ten programs of the kind models write, for comparing one Python with another: same context, same blocks, same outputs.

import type { PythonJob } from '../../python.ts';

export interface Program {
  readonly name: string;
  readonly context: string;
  readonly format: PythonJob['context']['format'];
  readonly blocks: readonly string[];
}

const LOG = Array.from(
  { length: 300 },
  (_, n) =>
    `2026-03-${String(1 + (n % 28)).padStart(2, '0')} ${String(n % 24).padStart(2, '0')}:15:00 ${['INFO', 'WARN', 'ERROR'][n % 3] ?? ''} unit-${n % 7}: took ${(n * 37) % 1000} ms`,
).join('\n');

const ROWS = ['name;town;amount', 'Ada;Köln;12,50', 'Bo;"Sankt; Gallen";7', 'Çelik;İzmir;1.204,25', 'Dee;Köln;-3'].join(
  '\n',
);

const RECORDS = Array.from({ length: 50 }, (_, n) =>
  JSON.stringify({ id: n, tags: [`t${n % 4}`, `t${n % 5}`], score: n / 7, note: n % 10 === 0 ? null : `n${n}` }),
);

const BOOK = Array.from(
  { length: 12 },
  (_, n) => `## Chapter ${n + 1}\n${'The river rose. Nobody slept. '.repeat(n + 1)}\n`,
).join('\n');

export const PROGRAMS: readonly Program[] = [
  {
    name: 'counts and averages over a log',
    context: LOG,
    format: 'text',
    blocks: [
      'import re, statistics\nfrom collections import Counter, defaultdict\nrows = [re.match(r"(\\S+) (\\S+) (\\w+) (\\S+): took (\\d+) ms", line).groups() for line in context.splitlines()]\nprint(len(rows), Counter(r[2] for r in rows).most_common())',
      'by_unit = defaultdict(list)\nfor _, _, _, unit, ms in rows:\n    by_unit[unit].append(int(ms))\nfor unit in sorted(by_unit):\n    print(f"{unit:>8} {len(by_unit[unit]):4d} {statistics.mean(by_unit[unit]):8.3f} {statistics.pstdev(by_unit[unit]):8.3f} {max(by_unit[unit])}")',
    ],
  },
  {
    name: 'a table with quotes, commas and accents',
    context: ROWS,
    format: 'text',
    blocks: [
      'import csv, io\nrows = list(csv.DictReader(io.StringIO(context), delimiter=";"))\nprint(rows)',
      'from decimal import Decimal\ndef number(text): return Decimal(text.replace(".", "").replace(",", "."))\ntotals = {}\nfor row in rows:\n    totals[row["town"]] = totals.get(row["town"], Decimal(0)) + number(row["amount"])\nprint(totals, sum(totals.values()))\nprint([row["name"].casefold().upper() for row in rows], "İ".lower().encode("unicode_escape"))',
    ],
  },
  {
    name: 'JSON lines, grouped and written again',
    context: RECORDS.join('\n'),
    format: 'jsonl',
    blocks: [
      'import json, itertools\nprint(type(context).__name__, len(context), context[3])',
      'key = lambda r: r["tags"][0]\nfor tag, group in itertools.groupby(sorted(context, key=key), key):\n    group = list(group)\n    print(tag, len(group), round(sum(r["score"] for r in group), 6), sum(r["note"] is None for r in group))\nprint(json.dumps(context[10], sort_keys=True, ensure_ascii=False, indent=1))',
    ],
  },
  {
    name: 'pieces to a model and back',
    context: BOOK,
    format: 'text',
    blocks: [
      'import re\nparts = re.split(r"^## (.+)$", context, flags=re.M)[1:]\nchapters = dict(zip(parts[::2], parts[1::2]))\nprint(list(chapters)[:3], [len(c) for c in chapters.values()])',
      'replies = llm_query_batched([f"{title}: {len(body)}" for title, body in chapters.items()])\nprint(replies[0], replies[-1], len(replies))\nprint(llm_query("bad one"), llm_query_batched(["x", "bad two"]))',
      'verdict = llm_query("merge " + ", ".join(replies[:2]))\nprint(verdict)\nFINAL_VAR("verdict")',
    ],
  },
  {
    name: 'errors of every kind',
    context: '',
    format: 'text',
    blocks: [
      'kept = 1\n{}["missing"]',
      'def outer(): return inner()\ndef inner(): raise ValueError("deep")\nouter()',
      'print("before")\nint("x1")',
      'x = [1, 2\nprint(x)',
      'import sys\nprint("to err", file=sys.stderr)\nassert kept == 2, "kept is one"',
      'try:\n    1/0\nexcept ZeroDivisionError as e:\n    raise RuntimeError("wrapped") from e',
      'print(kept)\n"a" + 1',
      'import no_such_module',
    ],
  },
  {
    name: 'classes, generators and protocols',
    context: 'a b c',
    format: 'text',
    blocks: [
      'import enum, dataclasses, abc, functools, typing\nclass Colour(enum.Enum):\n    RED = 1\n    BLUE = 2\n@dataclasses.dataclass(order=True, frozen=True)\nclass Item:\n    score: int\n    name: str = dataclasses.field(compare=False)\nclass Shape(abc.ABC):\n    @abc.abstractmethod\n    def area(self) -> float: ...\nclass Square(Shape):\n    def __init__(self, side): self.side = side\n    def area(self): return self.side ** 2\nprint(list(Colour), sorted([Item(2, "b"), Item(1, "z")]), Square(3).area())',
      'def walk(n):\n    if n: \n        yield n\n        yield from walk(n - 1)\n@functools.lru_cache(maxsize=None)\ndef fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint(list(walk(4)), fib(90), typing.get_type_hints(Item))\ntry:\n    Item(1, "x").score = 2\nexcept dataclasses.FrozenInstanceError as e:\n    print(type(e).__name__)\nmatch context.split():\n    case [first, *rest]: print(first, rest)',
    ],
  },
  {
    name: 'numbers and their texts',
    context: '',
    format: 'text',
    blocks: [
      'import math, fractions, random\nprint(0.1 + 0.2, 1e16, 1e-7, 2**200, -7 // 2, -7 % 3, round(2.5), round(-0.5), math.sqrt(2), math.pi)\nprint(f"{1234567.891:,.2f} {0.5:%} {255:#x} {3:08b} {math.inf} {math.nan}")',
      'print(fractions.Fraction(1, 3) + fractions.Fraction(1, 6), math.comb(40, 20), math.factorial(25), math.gcd(84, 36))\nprint([random.randint(1, 1000) for _ in range(8)], random.sample(range(100), 5), round(random.gauss(0, 1), 12))\nprint(math.fsum([0.1] * 10), int("ff", 16), complex(1, -2) * 2j)',
    ],
  },
  {
    name: 'texts, encodings and regular expressions',
    context: 'Straße, naïve café — 東京 😀 e\u0301',
    format: 'text',
    blocks: [
      'import unicodedata, re, textwrap, hashlib, base64\nprint(len(context), context.upper(), context[::-1][:5], context.encode()[:12])\nprint(unicodedata.normalize("NFC", context)[-1], [unicodedata.category(c) for c in "aA1 😀"])',
      'print(re.findall(r"\\b\\w+\\b", context), re.sub(r"(?P<v>[aeiou])", r"<\\g<v>>", "education"), re.split(r"[,;]\\s*", "a, b;c"))\nprint(textwrap.fill("word " * 20, 30))\nprint(hashlib.sha256(context.encode()).hexdigest(), base64.b64encode(b"peek").decode(), "%-5s|%5.1f" % ("ab", 2.25))',
    ],
  },
  {
    name: 'dates, heaps and differences',
    context: '2026-01-31\n2024-02-29\n1999-12-31',
    format: 'text',
    blocks: [
      'import datetime, heapq, bisect, difflib, collections\ndays = sorted(datetime.date.fromisoformat(line) for line in context.splitlines())\nprint([d.strftime("%a %d.%m.%y") for d in days], (days[-1] - days[0]).days, days[1].replace(year=2028).isocalendar())',
      'heap = [5, 1, 4]\nheapq.heapify(heap)\nheapq.heappush(heap, 0)\nprint([heapq.heappop(heap) for _ in range(4)], bisect.bisect([1, 3, 5], 4), collections.deque([1, 2, 3], maxlen=2))\nprint("\\n".join(difflib.unified_diff(["a", "b"], ["a", "c"], lineterm="")), difflib.get_close_matches("appel", ["ape", "apple", "peach"]))',
    ],
  },
  {
    name: 'files of its own, coroutines and pools',
    context: 'x',
    format: 'text',
    blocks: [
      'import os, tempfile, pathlib, pickle\nwith open("notes.txt", "w", encoding="utf-8") as f:\n    f.write("line 1\\nline 2\\n")\nprint(open("notes.txt").read().splitlines(), pathlib.Path("notes.txt").stat().st_size)\nwith tempfile.TemporaryDirectory() as folder:\n    path = pathlib.Path(folder, "data.bin")\n    path.write_bytes(pickle.dumps({"a": [1, 2]}))\n    print(pickle.loads(path.read_bytes()), sorted(os.listdir(folder)))',
      // The three are due at times counted from one moment: a machine that pauses between their starts changes no order.
      'import asyncio, concurrent.futures\nasync def job(n, start):\n    loop = asyncio.get_running_loop()\n    due = loop.create_future()\n    loop.call_at(start + 0.01 * (3 - n), due.set_result, n * n)\n    return await due\nasync def main():\n    start = asyncio.get_running_loop().time()\n    done = []\n    for task in asyncio.as_completed([job(n, start) for n in range(3)]):\n        done.append(await task)\n    return done, await asyncio.wait_for(asyncio.sleep(0.01, 9), 30)\nprint(asyncio.run(main()))\nwith concurrent.futures.ThreadPoolExecutor() as pool:\n    print(list(pool.map(lambda p: llm_query(p), ["p", "q"])))',
    ],
  },
];
