// The Python that answers a question over `rows`. Each script prints how it counted, any table worth keeping, and
// `answer: …`, and leaves the answer in `result`.

import type { Field } from './knowledge.ts';
import { py } from './python-scripts.ts';
import type { Filter } from './filters.ts';
import type { Measure, Question } from './question.ts';

export interface AnswerContext {
  readonly fields: readonly Field[];
  /** Numbers may stand beside something else ("-"): read them through a helper that passes over it. */
  readonly carefulNumbers: boolean;
  /** A record is a line, so that counting the one counts the other. */
  readonly oneALine: boolean;
  /** Record K is taken at place K. */
  readonly trustPlace: boolean;
  /** Taking it at its place has just failed: say how the ids really run. */
  readonly misplaced: boolean;
}

const NUMBER_HELPER = `def number(value):
    return float(value) if re.fullmatch(r"-?\\d+(\\.\\d+)?", value) else float("nan")`;

export function answerScript(question: Question, context: AnswerContext): string {
  switch (question.kind) {
    case 'count':
      return question.ofLines === true && !context.oneALine && question.filters.every(isMention)
        ? countLinesScript(question.filters.filter(isMention))
        : countScript(question.filters, context);
    case 'occurrences':
      return `import re

where = ${rowsWhere(question.filters, context)}
result = sum(len(re.findall(${wordPattern(question.word)}, ${textOf(context)}, re.I)) for row in where)
print(f"counted: every place of the word in {len(where)} records, whole word, any case")
print(f"answer: {result}")`;
    case 'rank':
      return rankScript(question, context);
    case 'compare':
      return compareScript(question, context);
    case 'lookup':
      return lookupScript(question, context);
    case 'values':
      return `from collections import Counter

counts = Counter(cell(row, ${py(question.field)}) for row in rows)
print(f"field ${plainName(question.field)}: {len(counts)} values; " + "; ".join(f"{value}: {count}" for value, count in counts.most_common()))
print("counted: records per value of ${plainName(question.field)}")
result = ", ".join(${question.counts ? 'f"{value}: {count}"' : 'value'} for value, ${question.counts ? 'count' : '_'} in counts.most_common())
print(f"answer: {result}")`;
    case 'group':
      return groupScript(question, context);
    case 'aggregate':
      return aggregateScript(question, context);
    case 'prefer':
      return preferScript(question, context);
    case 'size':
      return `text = context if isinstance(context, str) else "\\n".join(str(part) for part in context)
result = ${{ words: 'len(text.split())', characters: 'len(text)', lines: 'len(text.splitlines())' }[question.unit]}
print(f"counted: ${question.unit} of the whole text")
print(f"answer: {result}")`;
    case 'search':
      return searchScript(question.words, context);
  }
}

function countScript(filters: readonly Filter[], context: AnswerContext): string {
  const extras: string[] = [];
  for (const filter of filters) {
    if (filter.kind === 'mentions' && filters.length === 1) extras.push(mentionLine(filter.word, 'len(hits)'));
    if (filter.kind === 'mentions' && filters.length > 1) {
      extras.push(`total = ${mentionCount(filter.word, context)}`, mentionLine(filter.word, 'total'));
    }
    if (filter.kind === 'is' && filters.length === 1) extras.push(valuesLine(filter.field));
    if (filter.kind === 'number') extras.push(numberLine(filter.field));
  }
  const named = filters.filter((filter) => filter.kind === 'is');
  const [one, other] = named;
  if (one !== undefined && other !== undefined) extras.push(crossLine(one.field, other));
  const helper = filters.some((filter) => filter.kind === 'number') ? `${NUMBER_HELPER}\n\n` : '';
  return `import re
from collections import Counter

${helper}hits = ${rowsWhere(filters, context)}
print("counted: ${filters.length === 0 ? 'all records' : `records with ${sayFilters(filters)}`}")
${extras.map((line) => `${line}\n`).join('')}result = len(hits)
print(f"answer: {result}")`;
}

type Mention = Extract<Filter, { kind: 'mentions' }>;

function isMention(filter: Filter): filter is Mention {
  return filter.kind === 'mentions';
}

function countLinesScript(mentions: readonly Mention[]): string {
  const tests = mentions.map((filter) => `re.search(${wordPattern(filter.word)}, line, re.I)`);
  const where = tests.length === 0 ? 'line.strip()' : tests.join(' and ');
  return `import re

text = context if isinstance(context, str) else "\\n".join(str(part) for part in context)
hits = [line for line in text.replace("\\r\\n", "\\n").split("\\n") if ${where}]
print("counted: ${tests.length === 0 ? 'lines that are not blank' : 'lines of the text with the words, whole words, any case'}")
result = len(hits)
print(f"answer: {result}")`;
}

/** Field names inside an f-string must not open a replacement field. */
function plainName(name: string): string {
  return name.replace(/[{}"\\]/g, '');
}

/** Prints in how many records a word stands; `total` is the name of, or the expression for, that number. */
function mentionLine(word: string, total: string): string {
  return /^[\w -]+$/.test(word)
    ? `print(f'mentions of "${word}": {${total}} records, whole word, any case')`
    : `print(${py(`mentions of "${word}": `)} + f"{${total}} records, whole word, any case")`;
}

function mentionCount(word: string, context: AnswerContext): string {
  return `sum(bool(re.search(${wordPattern(word)}, ${textOf(context)}, re.I)) for row in rows)`;
}

function valuesLine(field: string): string {
  return `counts = Counter(cell(row, ${py(field)}) for row in rows)
print(f"field ${plainName(field)}: {len(counts)} values; " + "; ".join(f"{value}: {count}" for value, count in counts.most_common()))`;
}

function numberLine(field: string): string {
  return `seen = [number(cell(row, ${py(field)})) for row in rows]
good = [value for value in seen if value == value]
rest = Counter(cell(row, ${py(field)}) for row, value in zip(rows, seen) if value != value).most_common(1)
print(f"field ${plainName(field)}: numbers {min(good):g} to {max(good):g}, mean {sum(good) / len(good):.2f}" + (f'; "{rest[0][0]}" in {rest[0][1]} records' if rest else ""))`;
}

/** How the records with one value of a field spread over another field. */
function crossLine(of: string, row: Extract<Filter, { kind: 'is' }>): string {
  return `spread = Counter(cell(row, ${py(of)}) for row in rows if cell(row, ${py(row.field)}) == ${py(row.value)})
print(${py(`table ${plainName(of)} by ${plainName(row.field)}: ${row.value} → `)} + "; ".join(f"{value}: {count}" for value, count in spread.most_common(8)))`;
}

function rankScript(question: Extract<Question, { kind: 'rank' }>, context: AnswerContext): string {
  const { field, end, top, filters } = question;
  const order = end === 'most' ? 'counts.most_common()' : 'counts.most_common()[::-1]';
  const line =
    filters.length === 0
      ? `print(f"field ${plainName(field)}: {len(counts)} values; " + "; ".join(f"{value}: {count}" for value, count in counts.most_common(20)))`
      : `print("; ".join(f"{value}: {count}" for value, count in counts.most_common(8)))`;
  return `import re
from collections import Counter

counts = Counter(cell(row, ${py(field)}) for row in ${rowsWhere(filters, context)})
print("counted: records per value of ${plainName(field)}${filters.length === 0 ? '' : ` where ${sayFilters(filters)}`}")
${line}
ranked = ${order}
result = ${top === 1 ? 'ranked[0][0] if ranked else "nothing"' : `", ".join(value for value, _ in ranked[:${top}])`}
if len(ranked) > ${top} and ranked[${top - 1}][1] == ranked[${top}][1]:
    print(f"a tie: {ranked[${top}][0]} has as many")
print(f"answer: {result}")`;
}

function compareScript(question: Extract<Question, { kind: 'compare' }>, context: AnswerContext): string {
  const { one, other, as, filters } = question;
  const count = (filter: Filter): string =>
    `sum(1 for row in rows if ${[...filters, filter].map((each) => condition(each, context)).join(' and ')})`;
  const line = (filter: Filter, total: string): readonly string[] =>
    filter.kind === 'mentions'
      ? [mentionLine(filter.word, total)]
      : filter.kind === 'is'
        ? [valuesLine(filter.field)]
        : [];
  const extras = [...line(one, 'one'), ...line(other, 'other')];
  const [left, right] = [sideName(one), sideName(other)];
  const result =
    as === 'name'
      ? `result = ${py(left)} if one > other else ${py(right)} if other > one else "both the same"`
      : `word = "more common than" if one > other else "less common than" if other > one else "same frequency as"
result = ${py(`${left} is `)} + word + ${py(` ${right}`)}`;
  return `import re
from collections import Counter

one = ${count(one)}
other = ${count(other)}
${[...new Set(extras)].join('\n')}
print(f"counted: {one} records with ${sayFilters([one])}, {other} with ${sayFilters([other])}")
${result}
print(f"answer: {result}")`;
}

function sideName(filter: Filter): string {
  return filter.kind === 'is' ? filter.value : filter.kind === 'mentions' ? filter.word : '';
}

function lookupScript(question: Extract<Question, { kind: 'lookup' }>, context: AnswerContext): string {
  const { field, key, byPlace } = question;
  const id = context.fields.find((each) => each.role === 'id');
  const show = field === '*' ? '"; ".join(f"{name}: {cell(row, name)}" for name in row)' : `cell(row, ${py(field)})`;
  const digits = Number(/(\d+)\D*$/.exec(key)?.[1] ?? '1');
  if (byPlace || (context.trustPlace && id !== undefined)) {
    const check =
      id === undefined || byPlace
        ? ''
        : `print(f'at that place: ${plainName(id.name)} = "{cell(row, ${py(id.name)})}", asked for "${key.replace(/[{}'"\\]/g, '')}"')\n`;
    const guard = id === undefined || byPlace ? '' : `if cell(row, ${py(id.name)}) == ${py(key)}:\n    `;
    return `row = rows[${Math.max(0, digits - 1)}]
${check}result = ${show}
${guard}print(f"answer: {result}")`;
  }
  const match =
    id === undefined ? `${py(key)} in [cell(row, name) for name in row]` : `cell(row, ${py(id.name)}) == ${py(key)}`;
  const place = id === undefined ? '' : `\n    print(f"it stands at place {rows.index(row) + 1} of {len(rows)}")`;
  const order =
    id === undefined || !context.misplaced
      ? ''
      : `\nids = [cell(row, ${py(id.name)}) for row in rows]\nprint(f'field ${plainName(id.name)}: all different, first "{ids[0]}", last "{ids[-1]}"')`;
  return `found = [row for row in rows if ${match}]
print(f"counted: {len(found)} found by its key")${order}
if found:
    row = found[0]${place}
    result = ${show}
else:
    result = "no record with that key"
print(f"answer: {result}")`;
}

const REDUCERS: Readonly<Record<Measure, string>> = {
  median: 'statistics.median',
  mean: 'statistics.mean',
  total: 'sum',
  maximum: 'max',
  minimum: 'min',
};

function groupScript(question: Extract<Question, { kind: 'group' }>, context: AnswerContext): string {
  const { by, field, measure, end, filters } = question;
  const reading = context.carefulNumbers ? 'number' : 'float';
  const keep = context.carefulNumbers ? '\n    if value == value:\n        groups' : '\n    groups';
  return `import re, statistics
from collections import Counter
${context.carefulNumbers ? `\n${NUMBER_HELPER}\n` : ''}
groups = {}
for row in ${rowsWhere(filters, context)}:
    value = ${reading}(cell(row, ${py(field)}))${keep}.setdefault(cell(row, ${py(by)}), []).append(value)
scores = {name: round(${REDUCERS[measure]}(values), 2) for name, values in groups.items()}
ranked = sorted(scores.items(), key=lambda pair: -pair[1])
print(f"${measure} ${plainName(field)} by ${plainName(by)}: " + "; ".join(f"{name}: {value:g}" for name, value in ranked))
${context.carefulNumbers ? `${numberLine(field)}\n` : ''}print(f"counted: the ${measure} over {sum(len(values) for values in groups.values())} of {len(rows)} records")
result = ranked[${end === 'most' ? '0' : '-1'}][0]
print(f"answer: {result}")`;
}

function aggregateScript(question: Extract<Question, { kind: 'aggregate' }>, context: AnswerContext): string {
  const { field, measure, filters } = question;
  const role = context.fields.find((each) => each.name === field)?.role;
  if (role === 'text') {
    return `import re

longest = ${measure === 'minimum' ? 'min' : 'max'}(${rowsWhere(filters, context)}, key=lambda row: len(cell(row, ${py(field)})))
result = cell(longest, ${py(field)})[:300]
chars = len(cell(longest, ${py(field)}))
print(f"counted: length in characters, {chars}")
print(f"answer: {result!r}")`;
  }
  if (role === 'date') {
    return `import re

days = [day for row in ${rowsWhere(filters, context)} if (day := cell(row, ${py(field)}))]
result = ${measure === 'minimum' ? 'min' : 'max'}(days)
print(f"answer: {result}")`;
  }
  const values = context.carefulNumbers
    ? `[value for row in ${rowsWhere(filters, context)} if (value := number(cell(row, ${py(field)}))) == value]`
    : `[float(cell(row, ${py(field)})) for row in ${rowsWhere(filters, context)}]`;
  return `import re, statistics
from collections import Counter
${context.carefulNumbers ? `\n${NUMBER_HELPER}\n` : ''}
values = ${values}
result = f"{round(${REDUCERS[measure]}(values), 2):g}"
print(f"counted: ${measure} of ${plainName(field)} over {len(values)} records")
${context.carefulNumbers ? `${numberLine(field)}\n` : ''}print(f"answer: {result}")`;
}

function preferScript(question: Extract<Question, { kind: 'prefer' }>, context: AnswerContext): string {
  const { one, other, filters } = question;
  const among = filters.length === 0 ? 'all records' : `records with ${sayFilters(filters)}`;
  return `import re
from collections import Counter

def text_of(row):
    return re.sub(r"\\s+", " ", ${textOf(context)})

def names_one(row):
    return any(re.search(word, text_of(row), re.I) for word in (${wordPattern(one)}, ${wordPattern(other)}))

hits = [row for row in rows if ${[...filters.map((filter) => condition(filter, context)), 'names_one(row)'].join(' and ')}]
chunks = [hits[at:at + 12] for at in range(0, len(hits), 12)]
prompts = [
    ${py(`Label each numbered text by what its author prefers.\nLabels: ${one} | ${other} | unclear\n`)}
    + "\\n".join(f"{n}. {text_of(row)}" for n, row in enumerate(chunk, 1))
    for chunk in chunks
]
replies = llm_query_batched(prompts)
labels = [label.strip() for reply in replies for label in re.findall(r"(?m)^\\d+[.:] (.+)$", reply)]
print(f"{len(hits)} texts in {len(chunks)} sub-calls → {len(labels)} labels")
counts = Counter(labels)
first, second = counts[${py(one)}], counts[${py(other)}]
print(${py(`preference among ${among}: "${one}" `)} + f"{first}, " + ${py(`"${other}" `)} + f"{second}, unclear {len(labels) - first - second}")
print(f"counted: the labels of {len(labels)} texts")
result = ${py(`the ${one}`)} if first > second else ${py(`the ${other}`)} if second > first else "neither more than the other"
print(f"answer: {result}")`;
}

function searchScript(words: readonly string[], context: AnswerContext): string {
  return `import re
from collections import Counter

WORDS = [${words.map(py).join(', ')}]

def has(word, text):
    return re.search(r"(?<!\\w)" + re.escape(word), text, re.I) is not None

scored = []
for row in rows:
    text = ${textOf(context, true)}
    hits = [word for word in WORDS if has(word, text)]
    scored.append((len(hits), row, text))
for word in WORDS:
    print(f'"{word}" stands in {sum(has(word, text) for _, _, text in scored)} records')
best = max(scored, key=lambda each: each[0], default=(0, {}, ""))
alike = sum(score == best[0] for score, _, _ in scored)
print(f"counted: {alike} records hold {best[0]} of the {len(WORDS)} words")
print(re.sub(r"\\s+", " ", best[2])[:600])
result = f"Rule-based guess: {alike} records hold {best[0]} of the {len(WORDS)} words asked for; the first reads: " + re.sub(r"\\s+", " ", best[2])[:200] if best[0] else "Rule-based guess: nothing in the text holds the words asked for"
print(f"answer: {result}")`;
}

// --- expressions ---

export function rowsWhere(filters: readonly Filter[], context: AnswerContext): string {
  return filters.length === 0
    ? 'rows'
    : `[row for row in rows if ${filters.map((filter) => condition(filter, context)).join(' and ')}]`;
}

function condition(filter: Filter, context: AnswerContext): string {
  switch (filter.kind) {
    case 'is':
      return `cell(row, ${py(filter.field)}) == ${py(filter.value)}`;
    case 'mentions':
      return `re.search(${wordPattern(filter.word)}, ${textOf(context)}, re.I)`;
    case 'number':
      return `number(cell(row, ${py(filter.field)})) ${filter.op} ${filter.value}`;
    case 'date':
      return filter.op === 'in'
        ? `cell(row, ${py(filter.field)}).startswith(${py(filter.value)})`
        : `cell(row, ${py(filter.field)})[:${filter.value.length}] ${filter.op} ${py(filter.value)}`;
    case 'length':
      return `len(${textOf(context)}${filter.unit === 'words' ? '.split()' : ''}) ${filter.op} ${filter.value}`;
  }
}

/** The free text of a record, or all its cells where no field is known to be text. */
function textOf(context: AnswerContext, whole = false): string {
  const texts = context.fields.filter((field) => field.role === 'text');
  const [only] = texts;
  if (whole || only === undefined) return `" ".join(cell(row, name) for name in row)`;
  if (texts.length === 1) return `cell(row, ${py(only.name)})`;
  return `" ".join([${texts.map((field) => `cell(row, ${py(field.name)})`).join(', ')}])`;
}

/** A pattern for whole words: white space between the words of a phrase may be any. */
function wordPattern(word: string): string {
  if (/^[\w-]+(?: [\w-]+)*$/.test(word) && /^\w/.test(word) && /\w$/.test(word))
    return `r"\\b${word.replaceAll(' ', '\\s+')}\\b"`;
  return `r"(?<!\\w)" + re.escape(${py(word)}) + r"(?!\\w)"`;
}

/** Filters in words, safe inside a Python f-string. */
export function sayFilters(filters: readonly Filter[]): string {
  return filters
    .map((filter) => {
      switch (filter.kind) {
        case 'is':
          return `${filter.field} = ${filter.value}`;
        case 'mentions':
          return `the whole word '${filter.word}' in any case`;
        case 'number':
          return `${filter.field} ${filter.op} ${filter.value}`;
        case 'date':
          return `${filter.field} ${filter.op} ${filter.value}`;
        case 'length':
          return `${filter.op === '>' ? 'more' : 'fewer'} than ${filter.value} ${filter.unit}`;
      }
    })
    .join(' and ')
    .replace(/[{}"\\]/g, '');
}
