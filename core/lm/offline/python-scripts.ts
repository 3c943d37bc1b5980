// The Python that the offline agent writes: short scripts over `context` whose printed lines report.ts reads back. One file,
// because the shapes printed by one script are relied on by the next.

import { SIGNS } from './facts.ts';
import type { Layout } from './decide-layout.ts';

/** A Python string literal. JSON's escapes are Python's for every text that holds no lone surrogate; those are escaped alike. */
export function py(text: string): string {
  return JSON.stringify(text);
}

export function lookScript(): string {
  return `text = context if isinstance(context, str) else "\\n".join(str(part) for part in context)
lines = text.replace("\\r\\n", "\\n").split("\\n")
print(f"context: {type(context).__name__}, {len(text)} characters, {len(lines)} lines")
for n, line in enumerate(lines[:14], 1):
    print(f"{n:>6}> {line[:240]}")
print("...")
for n in range(max(14, len(lines) - 5), len(lines)):
    print(f"{n + 1:>6}> {lines[n][:240]}")`;
}

export function shapesScript(): string {
  const signs = Object.entries(SIGNS).map(([name, sign]) => `${py(name)}: ${py(sign)}`);
  return `import re
from collections import Counter

text = context if isinstance(context, str) else "\\n".join(str(part) for part in context)
lines = text.replace("\\r\\n", "\\n").split("\\n")
full = [line for line in lines if line.strip()]
STAMP = re.compile(r"\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d")
TAG = re.compile(r"[A-Za-z][\\w-]*:[\\w-]+\\s+\\S")
RULE = re.compile(r"([=\\-*#_~+])\\1{2,}")
KEY = re.compile(r"([A-Za-z][\\w /-]{0,24}): ")
stamps = sum(1 for line in full if STAMP.match(line))
objects = sum(1 for line in full if "{" in line and line.strip()[0] == "{" and line.strip()[-1] == "}")
tagged = sum(1 for line in full if ":" in line and TAG.match(line))
quoted = sum(line.startswith('"') and '","' in line for line in full)
print(f"full lines: {len(full)}, blank: {len(lines) - len(full)}, JSON: {objects}, time stamps: {stamps}, quoted cells: {quoted}, tags: {tagged}")
for name, sign in {${signs.join(', ')}}.items():
    times = Counter(line.count(sign) for line in full if sign in line)
    if times:
        usual, often = times.most_common(1)[0]
        print(f"sign {name}: in {sum(times.values())} lines, mostly {usual} a line ({often})")
rules = Counter(line.strip()[0] for line in full if RULE.fullmatch(line.strip()))
for sign, count in rules.most_common(2):
    print(f'divider "{sign}": {count} lines')
keys = Counter(found[1] for line in full if ": " in line and (found := KEY.match(line)))
for key, count in keys.most_common(12):
    print(f'key "{key}": {count} lines')`;
}

/** Builds \`rows\`, a list of dicts, and \`cell\`, which reads one of them. */
export function parseScript(layout: Layout): string {
  return joinScripts(
    parseRows(layout),
    `def cell(row, name):
    return str(row.get(name, "")).strip()`,
  );
}

function parseRows(layout: Layout): string {
  const names = `[${(layout.names ?? []).map(py).join(', ')}]`;
  const sign = layout.sign === null ? '' : SIGNS[layout.sign];
  switch (layout.unit) {
    case 'value':
      return `rows = [part for part in context if isinstance(part, dict)] if isinstance(context, list) else [context]`;
    case 'paragraph':
      return `import re

rows = [{"text": part.strip()} for part in re.split(r"\\n[ \\t\\r]*\\n", context) if part.strip()]`;
    case 'line':
      return parseLines(layout, names, sign);
    case 'block':
      return parseBlocks(layout, names, sign);
  }
}

function parseLines(layout: Layout, names: string, sign: string): string {
  const lines = `context.replace("\\r\\n", "\\n").split("\\n")${layout.header ? '[1:]' : ''}`;
  switch (layout.cells) {
    case 'json':
      return `import json

rows = [json.loads(line) for line in context.split("\\n") if line.strip().startswith("{")]`;
    case 'log':
      return `import re

STAMP = re.compile(r"\\[?(\\d{4}-\\d\\d-\\d\\d[T ][\\d:.,]+(?:Z|[+-]\\d\\d:?\\d\\d)?)\\]?\\s+\\[?([A-Za-z]+)\\]?:?\\s*(.*)")
rows = [dict(zip(["time", "level", "text"], found.groups())) for line in context.split("\\n") if (found := STAMP.match(line))]`;
    case 'tagged':
      return `import re

TAG = re.compile(r"([A-Za-z][\\w-]*):([\\w-]+)\\s+(\\S.*)")
rows = [dict(zip(["label", "detail", "text"], found.groups())) for line in ${lines} if (found := TAG.match(line))]`;
    case 'none':
      return `rows = [{"text": line.strip()} for line in ${lines} if line.strip()]`;
    case 'keyed':
      return `rows = []
for line in context.replace("\\r\\n", "\\n").split("\\n"):
    cells = [cell.partition(": ") for cell in line.split(${py(sign)}, ${(layout.names?.length ?? 1) - 1})]
    row = {key.strip().lower().replace(" ", "_"): value.strip() for key, colon, value in cells if colon}
    if len(row) == len(cells) > 1:
        rows.append(row)`;
    default:
      if (layout.sign === 'comma' || layout.sign === 'semicolon') {
        return `import csv, io

FIELDS = ${names}
table = list(csv.reader(io.StringIO(context), delimiter=${py(sign)}))${layout.header ? '[1:]' : ''}
rows = [dict(zip(FIELDS, cells)) for cells in table if len(cells) == len(FIELDS)]`;
      }
      return `FIELDS = ${names}
rows = [dict(zip(FIELDS, line.split(${py(sign)}, ${(layout.names?.length ?? 1) - 1}))) for line in ${lines} if ${py(sign)} in line]`;
  }
}

function parseBlocks(layout: Layout, names: string, sign: string): string {
  const split = splitBlocks(layout.divider ?? '=');
  switch (layout.cells) {
    case 'plain':
      return `import re

FIELDS = ${names}
rows = []
for part in ${split}:
    first, _, body = part.strip().partition("\\n")
    if first.count(${py(sign)}) >= len(FIELDS) - 1:
        rows.append(dict(zip(FIELDS, first.split(${py(sign)}, len(FIELDS) - 1)), text=body.strip()))`;
    case 'pairs':
      return `import re

FIELDS = ${names}
rows = []
for part in ${split}:
    row = {"text": ""}
    for line in part.strip().split("\\n"):
        key, colon, value = line.partition(":")
        name = re.sub(r"\\W+", "_", key.strip().lower()).strip("_")
        if colon and name in FIELDS and name not in row:
            row[name] = value.strip()
        else:
            row["text"] = (row["text"] + "\\n" + line).strip()
    if len(row) > 1:
        rows.append(row)`;
    default:
      return `import re

rows = [{"text": part.strip()} for part in ${split}${layout.header ? '[1:]' : ''} if part.strip()]`;
  }
}

function splitBlocks(divider: string): string {
  if (divider === 'blank') return `re.split(r"\\n[ \\t\\r]*\\n", context)`;
  if (divider.startsWith('key:')) return `re.split(r"(?m)^(?=" + re.escape(${py(divider.slice(4))}) + r":)", context)`;
  const sign = /[*+#]/.test(divider) ? `\\${divider}` : divider;
  return `re.split(r"(?m)^${sign}{3,}[ \\t\\r]*$", context)`;
}

/** Says what separates the fields and in how many texts the same sign stands; empty where nothing does. */
export function straysScript(layout: Layout): string {
  if (layout.sign === null || (layout.cells !== 'plain' && layout.cells !== 'keyed')) return '';
  const names = layout.names ?? [];
  const holder = layout.unit === 'block' && layout.textAfter ? 'text' : (names.at(-1) ?? '');
  return `
strays = sum(${py(SIGNS[layout.sign])} in cell(row, ${py(holder)}) for row in rows)
print(f"fields: ${names.length} between ${layout.sign}; the sign also stands in {strays} texts")`;
}

/** Says what the fields of \`rows\` hold, field by field. */
export function describeScript(layout: Layout): string {
  const strays = straysScript(layout);
  const header = layout.header ? 'header' : 'plain';
  const divider = (layout.divider ?? 'none').replaceAll(' ', '_');
  const names = [...(layout.names ?? []), ...(layout.textAfter && layout.cells !== 'none' ? ['+text'] : [])].join(', ');
  return `import re
from collections import Counter

NUMBER = re.compile(r"-?\\d+(\\.\\d+)?")
DAY = re.compile(r"\\d{4}-\\d\\d-\\d\\d")
COMMON = "hurts problem note time wait last first good great same wrong other best next whole".split()
print(f"layout: ${layout.unit} ${divider} ${layout.cells} ${header}, {len(rows)} records")
print(${names === '' ? '"names: " + ", ".join(rows[0] if rows else [])' : py(`names: ${names}`)})${strays}

def describe(name):
    values = [cell(row, name) for row in rows]
    counts = Counter(values)
    plain = {value for value in counts if NUMBER.fullmatch(value)}
    dated = {value for value in counts if DAY.match(value)}
    numbers = [float(value) for value in values if value in plain]
    days = [value for value in values if value in dated]
    words = sum(len(value.split()) * times for value, times in counts.items()) / max(1, len(values))
    if words > 5:
        seen = Counter(word for value in values[:3000] for word in set(re.findall(r"\\b(?:the|our|my|an?|your|this)\\s+([^\\W\\d_]{4,})", value.lower())) if word not in COMMON)
        often = [word for word, _ in sorted(seen.items(), key=lambda pair: (-pair[1], pair[0]))]
        return f"free text, {words:.1f} words on average; frequent: {', '.join(often[:8])}"
    if len(days) > 0.95 * len(values):
        order = "newest first" if days == sorted(days, reverse=True) else "oldest first" if days == sorted(days) else "no order"
        return f"dates {min(days)[:10]} to {max(days)[:10]}, {order}"
    if len(counts) == len(values) > 1 and len(numbers) < len(values):
        return f'all different, first "{values[0]}", last "{values[-1]}"'
    if len(counts) <= 20 and len(values) >= 2 * len(counts):
        return f"{len(counts)} values; " + "; ".join(f"{value}: {count}" for value, count in counts.most_common())
    if len(numbers) > 0.5 * len(values):
        rest = Counter(value for value in values if value not in plain).most_common(1)
        missing = f'; "{rest[0][0]}" in {rest[0][1]} records' if rest else ""
        return f"numbers {min(numbers):g} to {max(numbers):g}, mean {sum(numbers) / len(numbers):.2f}{missing}"
    return f"{len(counts)} different; most often " + "; ".join(f"{value}: {count}" for value, count in counts.most_common(5))

print(f"records: {len(rows)}")
for name in list(dict.fromkeys(key for row in rows[:50] for key in row)):
    print(f"field {name}: {describe(name)}")`;
}

/** Several scripts as one block: imports first, each module once. */
export function joinScripts(...scripts: readonly string[]): string {
  const lines = scripts.map((script) => script.split('\n'));
  const modules = new Set<string>();
  const names = new Set<string>();
  const bodies = lines.map((each) =>
    each
      .filter((line) => {
        const plain = /^import (.+)$/.exec(line)?.[1];
        if (plain !== undefined) for (const name of plain.split(', ')) modules.add(name);
        const from = /^from \S+ import \S+$/.test(line);
        if (from) names.add(line);
        return plain === undefined && !from;
      })
      .join('\n')
      .trim(),
  );
  const imports = [...(modules.size === 0 ? [] : [`import ${[...modules].join(', ')}`]), ...names].join('\n');
  return [imports, ...bodies].filter((part) => part !== '').join('\n\n');
}
