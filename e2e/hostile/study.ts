// Studies of hostile texts and hostile shapes, written as a .peek file the way Peek writes one: every place that a model, a
// program or a person fills holds the text.
import { createStudyFile, tokenCounter } from '../../core/node/index.ts';
import { openRows } from '../../core/node/store/testing/index.ts';
import { StudyRecorder } from '../../app/renderer/testing/study-recorder.ts';
import type { ScriptedRun } from '../../app/renderer/testing/study-recorder.ts';
import type { NewEvent, StudyEvent } from '../../core/study/index.ts';
import type { MapItem, SectionId } from '../../core/map/index.ts';
import { HOSTILE_TEXTS } from './texts.ts';

/** The longest text that an item may have. */
const ITEM_CHARS = 20_000;

const SECTIONS: readonly SectionId[] = ['cr', 'cu', 'dc', 'ps', 'rr'];

/** Names that others give: of a model, of the file that the context was, of runs. */
export const HOSTILE_MODEL = 'vendor/<b>next</b>-4.5-mini";--\u202e';
export const HOSTILE_CONTEXT = '../<i>context</i> & more\u202etxt.exe';
const HOSTILE_RUNS = ['__proto__', "javascript:window['hostileRan']=1", '//example.com/r3', '../../r4', 'constructor'];

/** One query per text; returns the item that holds each text. */
export function writeHostileStudy(path: string): readonly MapItem[] {
  const recorder = new StudyRecorder({ budgetTokens: 3_000_000, evolveSteps: 100 });
  recorder.create('hostile <b>texts</b> & more').queries(HOSTILE_TEXTS.map(({ text }) => ({ text, truth: text })));
  const items = HOSTILE_TEXTS.map(({ text }, at) => {
    const before = recorder.map.items.at(-1)?.id;
    recorder.run(runOf(text, at, before));
    const applied = recorder.events.findLast((event) => event.type === 'edits.applied');
    const [outcome] = applied?.type === 'edits.applied' ? applied.payload.outcomes : [];
    const item = recorder.map.items.find(({ id }) => outcome?.status === 'applied' && id === outcome.itemId);
    if (item === undefined) throw new Error(`text ${at + 1} did not become an item`);
    return item;
  });
  for (const [at, { text }] of HOSTILE_TEXTS.entries()) {
    const itemId = items[at]?.id ?? '';
    recorder.note({ kind: 'item', id: itemId }, text.slice(0, 5_000));
    recorder.warn(text.slice(0, 5_000), text.slice(0, 5_000));
    recorder.branchAt(text.slice(0, 60), `v${at + 1}`, text.slice(0, 5_000));
  }
  recorder.push('items.measured', {
    versionId: recorder.head,
    callId: 'c1',
    modelName: HOSTILE_MODEL,
    items: items.length,
    pairs: items.slice(1).map(({ id }, at) => ({ a: items[at]?.id ?? '', b: id, nearness: 0.9 - at / 100 })),
    words: null,
  });
  write(path, recorder, (name, value) => {
    if (name === 'runId') return HOSTILE_RUNS[Number(String(value).slice(1)) - 1] ?? value;
    if (name === 'modelName' || name === 'model') return HOSTILE_MODEL;
    return value === 'tickets.txt' ? HOSTILE_CONTEXT : value;
  });
  return items;
}

function runOf(text: string, at: number, otherItem: string | undefined): ScriptedRun {
  return {
    queryId: `q${at + 1}`,
    iterations: [
      {
        say: text,
        blocks: [
          {
            code: `# ${text}\nprint(1)`,
            out: text,
            subcalls: [
              { prompt: text, reply: text },
              { prompt: text, reply: '', error: text.slice(0, 5_000) },
            ],
          },
          {
            code: 'print(2)',
            out: '2',
            error: { type: 'ValueError', message: text, line: 1 },
            variables: [text.slice(0, 200)],
          },
        ],
        after: 'FINAL(done)',
      },
    ],
    answer: text,
    score: 0,
    diagnosis: text,
    tags: otherItem === undefined ? {} : { [otherItem]: 'stale' },
    ignoredTags: [{ itemId: '__proto__', tag: 'toString', words: text.slice(0, 5_000) }],
    candidates: [{ section: 'cr', value: text, transferability: text, rationale: text }],
    reasoning: text,
    edits: [
      { op: 'ADD', section: SECTIONS[at % SECTIONS.length] ?? 'cr', content: text.slice(0, ITEM_CHARS), from: 1 },
      { op: 'ADD', section: 'rr', content: `plain words ${at}` },
      {
        op: 'REFUSED',
        raw: text,
        refusal: { kind: 'not-text', words: text.slice(0, 5_000) } as never,
        id: '__proto__',
      },
    ],
  };
}

/** A name for each shape, in the order of the study's queries. */
export const HOSTILE_SHAPES = [
  'A1: a run of twenty thousand iterations',
  'A2: an iteration of 6,700 blocks of code',
  'A7: 1,400 agents, each called by the one before',
  'A8: an agent that names itself as the one that called it',
  'D32: an iteration of an agent that nobody called',
  'H59: five thousand items of unequal height',
  'H64: an item rewritten twice in one update',
  'D31: two items of one id',
  'D37, D38, D40: times that go back, name no zone or another one, or are missing',
  'E41: a score that is not a number',
  'E47: a cost below nothing, and one of a billion',
  'A: one value of thirty megabytes',
] as const;

export function writeHostileShapes(path: string): void {
  // An estimate that counts piece by piece, since five thousand items are counted after each that might go.
  const recorder = new StudyRecorder({ budgetTokens: 3_000_000, evolveSteps: 100 }, tokenCounter('estimate'));
  recorder.create('hostile shapes').queries(HOSTILE_SHAPES.map((text) => ({ text })));
  HOSTILE_SHAPES.forEach((_, at) => {
    const script = shapeOf(at);
    const first = recorder.events.length;
    recorder.run(script);
    bend(recorder.events, first, at);
  });
  write(path, recorder);
  bendRows(path);
}

/** The length of one value, in characters. */
const LONG_VALUE = 30_000_000;

const plainRun = (at: number): ScriptedRun => ({
  queryId: `q${at + 1}`,
  iterations: [{ say: 'One look is enough.', blocks: [{ code: 'print(1)', out: '1' }], after: 'FINAL(1)' }],
  answer: '1',
  score: null,
  diagnosis: 'Plain.',
  tags: {},
  candidates: [],
  reasoning: 'Nothing to do.',
  edits: [],
});

function shapeOf(at: number): ScriptedRun {
  const plain = plainRun(at);
  const [iteration] = plain.iterations;
  switch (at) {
    case 0:
      return {
        ...plain,
        iterations: [{ say: 'Look number 1.', blocks: [{ code: 'print(1)', out: '1' }] }],
      };
    case 1:
      return {
        ...plain,
        iterations: [
          {
            say: 'Many small steps.',
            blocks: Array.from({ length: 6_700 }, (_, n) => ({ code: `step(${n})`, out: `${n}` })),
          },
        ],
      };
    case 2:
    case 3:
      return {
        ...plain,
        iterations: [
          { say: 'I ask.', blocks: [{ code: 'rlm_query("?")', subcalls: [{ prompt: '?', reply: 'deep' }] }] },
        ],
      };
    case 5:
      return {
        ...plain,
        edits: Array.from({ length: 5_000 }, (_, n) => ({
          op: 'ADD' as const,
          section: SECTIONS[n % SECTIONS.length] ?? 'cr',
          content: `Number ${n + 1}. ${'It says more than that. '.repeat(n % 7)}`,
        })),
      };
    case 6:
      return {
        ...plain,
        edits: [
          { op: 'REPLACE', id: 'cr-00001', content: 'Rewritten once.' },
          { op: 'REPLACE', id: 'cr-00001', content: 'Rewritten twice.' },
        ],
      };
    case 7:
      return {
        ...plain,
        edits: [
          { op: 'ADD', section: 'ps', content: 'The first of one id.' },
          { op: 'ADD', section: 'ps', content: 'The second of one id.' },
        ],
      };
    case 9:
      return { ...plain, score: 0.125 };
    case 11: {
      const value = `{"value": "${'x'.repeat(LONG_VALUE - 60)} and its end"}`;
      return { ...plain, iterations: [{ say: 'All of it.', blocks: [{ code: 'print(value)', out: value }] }] };
    }
    default:
      return { ...plain, iterations: iteration === undefined ? [] : [iteration] };
  }
}

/** Events that no well-behaved agent would tell, made of those that one told. */
function bend(events: StudyEvent[], first: number, at: number): void {
  const told = events.slice(first);
  const iteration = told.find((event) => event.type === 'iteration.finished');
  const sub = told.find((event) => event.type === 'call.finished' && event.payload.role === 'sub');
  if (iteration?.type !== 'iteration.finished') return;
  const insert = (event: StudyEvent) => events.splice(events.indexOf(iteration), 0, event);
  const call = told.find((event) => event.type === 'call.finished' && event.payload.role === 'root');
  if (at === 0 && call?.type === 'call.finished') {
    const more = Array.from({ length: 19_999 }, (_, n): StudyEvent[] => {
      const number = n + 2;
      const callId = `look${number}`;
      const reply = `Look number ${number}. ${'word '.repeat(number % 160)}`;
      return [
        { ...call, payload: { ...call.payload, callId, iteration: number, reply } },
        { ...iteration, payload: { ...iteration.payload, callId, number, reply } },
      ];
    });
    events.splice(events.indexOf(iteration) + 1, 0, ...more.flat());
  }
  if (at === 2 && sub?.type === 'call.finished') {
    let parent = sub.payload.callId;
    for (let depth = 1; depth <= 1_400; depth++) {
      const callId = `deep${depth}`;
      insert({ ...sub, payload: { ...sub.payload, callId, depth: depth + 1, parentCallId: parent } });
      const [block] = iteration.payload.blocks;
      insert({
        ...iteration,
        payload: {
          ...iteration.payload,
          depth,
          parentCallId: parent,
          callId: `own${depth}`,
          blocks: block === undefined ? [] : [{ ...block, callIds: [callId] }],
        },
      });
      parent = callId;
    }
  }
  if (at === 3 && sub?.type === 'call.finished') {
    const { callId } = sub.payload;
    const [block] = iteration.payload.blocks;
    if (block === undefined) return;
    const own = { ...iteration.payload, depth: 1, parentCallId: callId, blocks: [{ ...block, callIds: [callId] }] };
    insert({ ...iteration, payload: own });
  }
  if (at === 7) {
    const committed = told.find((event) => event.type === 'version.committed');
    if (committed?.type !== 'version.committed') return;
    const { delta } = committed.payload;
    const [id] = delta.put.map((item) => item.id);
    const put = delta.put.map((item) => ({ ...item, id: id ?? item.id }));
    events[events.indexOf(committed)] = { ...committed, payload: { ...committed.payload, delta: { ...delta, put } } };
  }
  if (at === 10)
    for (const event of told)
      if (event.type === 'call.finished' && event.payload.stage !== 'agent')
        events[events.indexOf(event)] = { ...event, payload: { ...event.payload, costMicroUsd: 1e15 } };
  if (at === 4)
    insert({
      ...iteration,
      payload: { ...iteration.payload, depth: 1, parentCallId: 'nobody', reply: 'I was called by nobody.' },
    });
}

/** Where the file itself says what no program that works would write: times, numbers that JSON has no word for. */
function bendRows(path: string): void {
  const db = openRows(path);
  const times = [
    '2026-11-27T23:59:58Z',
    '2026-11-27T23:59:59.5',
    '2026-11-28T08:59:57+09:00',
    '2026-11-27T23:59:55-08:00',
    '',
    'null',
    '2026-11-28T00:00:01Z',
    '1970-01-01T00:00:00Z',
  ];
  const rows = db.prepare("SELECT seq FROM events WHERE run = 'r9' ORDER BY seq").all();
  const setTime = db.prepare('UPDATE events SET at = ? WHERE seq = ?');
  rows.forEach((row, at) => setTime.run(times[at % times.length] ?? '', (row as { seq: number }).seq));
  const change = (runId: string, from: string, to: string, times: 1 | 'all') => {
    const found = db
      .prepare('SELECT seq, json FROM events WHERE run = ? AND instr(json, ?) ORDER BY seq')
      .all(runId, from);
    for (const row of times === 1 ? found.slice(0, 1) : found) {
      const { seq, json } = row as { seq: number; json: string };
      db.prepare('UPDATE events SET json = ? WHERE seq = ?').run(json.replace(from, to), seq);
    }
  };
  change('r10', '"score":0.125', '"score":NaN', 'all');
  change('r11', '"costMicroUsd":', '"costMicroUsd":-1', 1);
  db.close();
}

/** Into a file, texts by their real names. */
function write(
  path: string,
  recorder: StudyRecorder,
  renamed: (name: string, value: unknown) => unknown = (_, value) => value,
): void {
  const made = createStudyFile(path);
  if (!made.ok) throw new Error(made.error.words);
  const file = made.value;
  file.putContext(Buffer.from('the context'));
  const keys = new Map([...recorder.texts].map(([key, text]) => [key, file.keep(text)]));
  const named = JSON.parse(JSON.stringify(recorder.events), (name, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$text' in value)) return renamed(name, value);
    return keys.get(String(value.$text)) ?? value;
  }) as StudyEvent[];
  for (let at = 0; at < named.length; at += 2_000) {
    const events: NewEvent[] = named.slice(at, at + 2_000);
    file.append(events);
  }
  file.close();
}
