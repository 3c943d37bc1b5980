// The events of a study told in a terminal as they happen: the query, what the agent did, each tag, each edit, what was
// evicted, and the map after it. Pure: an event and the state after it give lines.

import { sectionOf, type EditOutcome, type Eviction, type MapItem, type Tag } from '#core/map/index.ts';
import { charsOf, headOf } from '#core/study/index.ts';
import type { EventOf, LoggedEvent, StoredText, StudyState, Version } from '#core/study/index.ts';
import type { Colour, Paint } from './terminal.ts';

export interface Narration {
  readonly paint: Paint;
  readonly width: number;
}

const TAG_COLOURS: Readonly<Record<Tag, Colour>> = {
  helpful: 'green',
  harmful: 'red',
  neutral: 'dim',
  stale: 'yellow',
};
const EDIT_COLOURS = { ADD: 'green', REPLACE: 'blue', DELETE: 'red' } as const;

export function narrate(event: LoggedEvent, state: StudyState, to: Narration): readonly string[] {
  const { paint } = to;
  switch (event.type) {
    case 'run.started':
      return startOf(event, state, to);
    case 'iteration.finished':
      return iterationOf(event, to);
    case 'run.answered':
      return answerOf(event, state, to);
    case 'distiller.spoke':
      return distilledOf(event, to);
    case 'edits.proposed':
      return section(paint('bold', 'Cartographer'), clip(event.payload.reasoning, to.width - 16));
    case 'edits.applied':
      return event.payload.outcomes.length === 0
        ? ['  no edits']
        : event.payload.outcomes.map((outcome) => editLine(outcome, to));
    case 'items.evicted':
      return evictionLines(event.payload.eviction, to);
    case 'version.committed': {
      const version = state.versions.get(event.payload.versionId);
      return version === undefined ? [] : ['', ...mapLines(version, to)];
    }
    case 'update.skipped':
      return [`  ${paint('yellow', 'update skipped')}: ${event.payload.words}`];
    case 'review.opened':
      return [`  ${paint('yellow', 'the proposed edits wait for review')}`];
    case 'run.failed':
      return [`  ${paint('red', `failed in the ${event.payload.stage}`)}: ${event.payload.words}`];
    case 'run.stopped':
      return [`  ${paint('yellow', 'stopped')} in the ${event.payload.stage}; it can be resumed`];
    case 'run.interrupted':
      return [`  ${paint('yellow', 'interrupted')} in the ${event.payload.stage}; it can be resumed`];
    case 'run.resumed':
      return [`  resumed from the ${event.payload.stage}`];
    case 'map.frozen':
      return [`  ${paint('cyan', 'map frozen')} (${frozenWords[event.payload.cause]}): later queries only reuse it`];
    case 'map.unfrozen':
      return [`  ${paint('cyan', 'map unfrozen')}`];
    case 'branch.moved':
      return [
        `  ${paint('magenta', event.payload.cause)}: ${event.payload.name} from ${event.payload.from} to ${event.payload.to}`,
      ];
    case 'branch.created':
      return [`  ${paint('magenta', 'branch')} ${event.payload.name} at ${event.payload.versionId}`];
    case 'hand.refused':
      return [`  ${paint('red', 'refused')}: ${event.payload.refusal.words}`];
    case 'warning.raised':
      return [`  ${paint('yellow', 'warning')} (${event.payload.place}): ${event.payload.words}`];
    case 'unknown':
      return [`  ${paint('yellow', 'unknown event')} ${event.originalType}: ${event.words}`];
    default:
      return [];
  }
}

const frozenWords = { hand: 'by hand', 'evolve-steps': 'the evolve steps m are over', budget: 'the budget is reached' };

function startOf(
  { payload }: EventOf<'run.started'>,
  state: StudyState,
  { paint, width }: Narration,
): readonly string[] {
  const queries = state.queries.filter((query) => !query.removed);
  const index = queries.findIndex((query) => query.id === payload.queryId);
  const text = queries[index]?.text ?? '';
  const place = index < 0 ? payload.queryId : `Query ${index + 1} of ${queries.length}`;
  const map = payload.mapText === null ? 'no map' : `map ${payload.versionId}, ${payload.mapTokens} tokens`;
  return [
    '',
    paint('bold', `${place}: ${clip(text, width - 20)}`),
    `  ${paint('dim', `${map}${payload.evolves ? '' : ', reused as it is'}`)}`,
    ...(payload.python === 'native'
      ? [`  ${paint('yellow', 'Python is NOT sandboxed')}: python3 of this machine`]
      : []),
  ];
}

function iterationOf({ payload }: EventOf<'iteration.finished'>, { paint, width }: Narration): readonly string[] {
  const label = `  ${'  '.repeat(payload.depth)}iteration ${payload.number}`;
  const lines = payload.blocks.map((block) => {
    const code = headOf(block.code).trim().split('\n');
    const more = code.length > 1 ? paint('dim', ` (+${code.length - 1} lines)`) : '';
    const shown = clip(block.shown, Math.max(20, width - 30));
    const failed = block.error === null ? '' : paint('red', ` ${block.error.type}`);
    return [
      `${label}  ${paint('cyan', clip(code[0] ?? '', width - 30))}${more}`,
      `${' '.repeat(label.length)}  ${shown}${failed}`,
    ];
  });
  return lines.length === 0 ? [`${label}  ${paint('dim', clip(payload.reply, width - 30))}`] : lines.flat();
}

function answerOf(
  { payload }: EventOf<'run.answered'>,
  state: StudyState,
  { paint, width }: Narration,
): readonly string[] {
  const run = state.runs.get(payload.runId);
  const truth = state.queries.find((query) => query.id === run?.queryId)?.truth ?? null;
  const score = payload.score === null ? '' : `, score ${payload.score.toFixed(2)}`;
  const truthWords = truth === null ? '' : paint('dim', `  (truth: ${clip(truth, 60)}${score})`);
  const times = payload.iterations === 1 ? '1 iteration' : `${payload.iterations} iterations`;
  return [
    `  ${paint('bold', 'answer')}: ${clip(payload.answer, width - 40)}${truthWords}  ${paint('dim', times)}`,
    ...payload.warnings.map((words) => `  ${paint('yellow', 'warning')}: ${words}`),
  ];
}

function distilledOf({ payload }: EventOf<'distiller.spoke'>, to: Narration): readonly string[] {
  const { paint } = to;
  const tags = payload.tags.map(({ itemId, tag }) => `${itemId} ${paint(TAG_COLOURS[tag], tag)}`);
  return [
    ...section(paint('bold', 'Distiller'), clip(payload.diagnosis, to.width - 16)),
    ...(tags.length === 0 ? [] : [`    tags: ${tags.join(', ')}`]),
    ...(payload.untagged.length === 0 ? [] : [`    untagged: ${payload.untagged.join(', ')}`]),
    ...payload.ignoredTags.map((ignored) => `    ${paint('yellow', 'tag ignored')}: ${ignored.words}`),
    ...payload.candidates.map((each) => `    candidate ${each.section ?? '?'}: ${clip(each.value, to.width - 24)}`),
    ...payload.warnings.map((words) => `    ${paint('yellow', 'warning')}: ${words}`),
  ];
}

export function editLine(outcome: EditOutcome, { paint, width }: Narration): string {
  if (outcome.status === 'refused') return `    ${paint('red', 'refused')} ${outcome.editId}: ${outcome.refusal.words}`;
  const kind = paint(EDIT_COLOURS[outcome.kind], outcome.kind.padEnd(7));
  const text = clip(outcome.after ?? outcome.before ?? '', width - 46);
  return `    ${kind} ${outcome.itemId}  ${text}  ${paint('dim', `${outcome.tokensBefore} → ${outcome.tokensAfter} tokens`)}`;
}

export function evictionLines(eviction: Eviction, { paint }: Narration): readonly string[] {
  const lines = eviction.removed.map(({ itemId, why }) => `    ${itemId}: ${why}`);
  const unmet = eviction.unmet === null ? [] : [`    ${paint('red', 'over budget')}: ${eviction.unmet.words}`];
  if (lines.length + unmet.length === 0) return [];
  const sum = `${eviction.tokensBefore} → ${eviction.tokensAfter} of ${eviction.budgetTokens} tokens`;
  return [`  ${paint('bold', 'Evictor')}  ${sum}`, ...lines, ...unmet];
}

/** The map as a person reads it: its size against the budget, then its items by section. */
export function mapLines(version: Version, to: Narration): readonly string[] {
  const { paint } = to;
  const part = Math.min(1, version.tokens / version.budgetTokens);
  const bar = '█'.repeat(Math.round(part * 20)).padEnd(20, '░');
  const head = `  ${paint('bold', `Map ${version.id}`)}  ${bar} ${version.tokens} of ${version.budgetTokens} tokens`;
  const sections = version.map.sections.flatMap((id) => {
    const items = version.map.items.filter((item) => item.section === id);
    if (items.length === 0) return [];
    const tokens = version.tokensBySection[id] ?? 0;
    return [
      `    ${paint('bold', sectionOf(id).title)} ${paint('dim', `${tokens} tokens`)}`,
      ...items.map((item) => itemLine(item, to)),
    ];
  });
  return sections.length === 0 ? [head, `    ${paint('dim', 'headers only')}`] : [head, ...sections];
}

function itemLine(item: MapItem, { paint, width }: Narration): string {
  const score =
    item.score > 0 ? paint('green', `+${item.score}`) : item.score < 0 ? paint('red', String(item.score)) : '0';
  const pin = item.pin === null ? '' : paint('cyan', ' pinned');
  return `      ${item.id}  ${clip(item.content, Math.max(30, width - 34))}  ${paint('dim', `${item.tokens} tokens, score`)} ${score}${pin}`;
}

function section(title: string, text: string): readonly string[] {
  return [`  ${title}  ${text}`];
}

/** One line of at most `chars`; what is cut shows as an ellipsis. */
export function clip(text: StoredText, chars: number): string {
  const head = headOf(text).trim().replace(/\s+/g, ' ');
  const limit = Math.max(10, chars);
  const cut = head.length > limit || charsOf(text) > headOf(text).length;
  return cut
    ? `${Array.from(head)
        .slice(0, limit - 1)
        .join('')}…`
    : head;
}
