// The seven text workloads of the stack's first measurements, as Python: SETUP makes the material, each workload is a
// function of it.

export const WORKLOADS = [
  ['mail addresses by regex, 10 MB', 'mails'],
  ['numbers by regex, 10 MB', 'numbers'],
  ['5,000,000 additions', 'add'],
  ['400,000 lines split', 'split'],
  ['1,360,000 words counted', 'count'],
  ['24 MB of JSON read', 'read'],
  ['400,000 texts sorted', 'sort'],
] as const;

/** Each is run this often on either side, in turn; the best times count. */
export const ROUNDS = 7;

export const SETUP = String.raw`
import re, time, json, collections
line = "the quick brown fox jumps over lazy dogs id=%d user%d@example.com 2024-01-0%d\n"
text = "".join(line % (i, i % 997, i % 9 + 1) for i in range(135_000))[:10_000_000]
rows = "".join("row %d,abc,def,ghi\n" % i for i in range(400_000))
words = text.split()
data = json.dumps([{"id": i, "name": "user %d" % i, "tags": ["a", "b", "c"], "score": i / 7} for i in range(270_000)])
def mails(): return re.findall(r"\w+@\w+\.com", text)
def numbers(): return re.findall(r"id=\d+", text)
def add():
    total = 0
    for i in range(5_000_000): total += i
def split(): return [row.split(",") for row in rows.splitlines()]
def count(): return collections.Counter(words)
def read(): return json.loads(data)
def sort(): return sorted(words[:400_000])
`;

/** A program that runs each workload it reads the name of, and prints its processor time in ms. */
export const NATIVE_PROGRAM = `${SETUP}
import sys
print("ready", flush=True)
for name in sys.stdin:
    start = time.process_time()
    globals()[name.strip()]()
    print((time.process_time() - start) * 1000, flush=True)
`;
