// The seven text workloads of the stack's first measurements, as Python: each prints its best time of three in ms.

export const WORKLOADS = String.raw`
import re, time, json, collections, random
def best(name, work):
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    print(f"{name}\t{min(times):.3f}")
line = "the quick brown fox jumps over lazy dogs id=%d user%d@example.com 2024-01-0%d\n"
text = "".join(line % (i, i % 997, i % 9 + 1) for i in range(135_000))[:10_000_000]
best("mail addresses by regex, 10 MB", lambda: re.findall(r"\w+@\w+\.com", text))
best("numbers by regex, 10 MB", lambda: re.findall(r"id=\d+", text))
def add():
    total = 0
    for i in range(5_000_000): total += i
best("5,000,000 additions", add)
rows = "".join("row %d,abc,def,ghi\n" % i for i in range(400_000))
best("400,000 lines split", lambda: [row.split(",") for row in rows.splitlines()])
words = text.split()
best("1,360,000 words counted", lambda: collections.Counter(words))
data = json.dumps([{"id": i, "name": "user %d" % i, "tags": ["a", "b", "c"], "score": i / 7} for i in range(270_000)])
best("24 MB of JSON read", lambda: json.loads(data))
best("400,000 texts sorted", lambda: sorted(words[:400_000]))
`;

/** What the program printed, by workload. */
export function readTimes(stdout: string): ReadonlyMap<string, number> {
  const rows = stdout.trim().split('\n');
  return new Map(rows.map((row) => [row.split('\t')[0] ?? '', Number(row.split('\t')[1])]));
}
