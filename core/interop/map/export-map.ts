// A version of the map in the forms in which it leaves the study: JSON, the exact prompt text, Markdown for people.

import { SECTIONS, grouped, piecesOf, renderMap, signed } from '#core/map/index.ts';
import type { MapItem } from '#core/map/index.ts';
import { atOnce } from '#core/steps.ts';
import type { Steps } from '#core/steps.ts';
import { biographiesInSteps, blameInSteps, ghostsInSteps, tagHistoryInSteps } from '#core/study/index.ts';
import type { Biography, Ghost, LifeEvent, Note, StudyState, Version } from '#core/study/index.ts';
import { jsonPieces } from './json-pieces.ts';
import { MAP_FILE_VERSION } from './map-file.ts';
import type { MapFile } from './map-file.ts';

/** The map as a value of the published format; null for a version the study does not have. */
export function exportMap(state: StudyState, versionId: string): MapFile | null {
  const version = state.versions.get(versionId);
  return version === undefined ? null : atOnce(exportInSteps(state, version));
}

function* exportInSteps(state: StudyState, version: Version): Steps<MapFile> {
  const versionId = version.id;
  const tags = yield* tagHistoryInSteps(state, versionId);
  const ghosts = yield* ghostsInSteps(state, versionId);
  const lives = yield* biographiesInSteps(
    state,
    version.map.items.map(({ id }) => id),
    versionId,
  );
  const itemOf = (item: MapItem) => ({
    id: item.id,
    content: item.content,
    score: item.score,
    born: item.born,
    tokens: item.tokens,
    pinned: item.pin !== null,
    pin: item.pin,
    origin: item.origin.kind,
    from: fromOf(item.origin),
    tags: (tags.get(item.id) ?? []).map(({ queryId, tag }) => ({ query: queryId, tag })),
    life: lifeOf(lives.get(item.id)),
  });
  return {
    format: 'peek-context-map',
    version: MAP_FILE_VERSION,
    study: {
      id: state.studyId,
      name: state.name,
      label: state.label,
      mapVersion: version.id,
      parentVersion: version.parentId,
      context: state.context?.name ?? null,
      contextSha256: state.context?.sha256 ?? null,
    },
    tokenizer: state.settings.method.tokenizer,
    budgetTokens: version.budgetTokens,
    tokens: version.tokens,
    hash: version.hash,
    text: renderMap(version.map),
    sections: sectionsOf(version).map(({ id, title }) => ({
      id,
      title,
      tokens: version.tokensBySection[id] ?? 0,
      items: version.map.items.filter((item) => item.section === id).map(itemOf),
    })),
    ghosts: ghosts.slice(0, MOST_GHOSTS).flatMap(ghostOf),
    ghostsLeftOut: Math.max(0, ghosts.length - MOST_GHOSTS),
    notes: state.notes.map(({ id, target, text, actor, at }) => ({ id, on: target, text, by: personOf(actor), at })),
  };
}

/** A long study has lost tens of thousands of items; the file is about what is there. A number of ours. */
const MOST_GHOSTS = 500;

function ghostOf({ item, version }: Ghost): readonly MapFile['ghosts'][number][] {
  if (item === null) return [];
  const { id, section, content, score } = item;
  const why = version.evictions.find((each) => each.itemId === id)?.why;
  const words =
    why ?? version.reason ?? `deleted by ${version.cause === 'update' ? 'an edit' : personOf(version.actor)}`;
  return [{ id, section, content, score, went: why === undefined ? 'deleted' : 'evicted', version: version.id, words }];
}

function fromOf(origin: MapItem['origin']): string {
  switch (origin.kind) {
    case 'policy':
      return origin.editId;
    case 'hand':
      return origin.by;
    case 'import':
      return origin.from;
  }
}

function lifeOf(told: Biography | undefined): MapFile['sections'][number]['items'][number]['life'] {
  return (told?.life ?? [])
    .filter((event) => event.kind !== 'tagged')
    .map((event) => ({
      kind: event.kind,
      version: event.on.versionId,
      query: event.on.queryId,
      by: personOf(event.on.actor),
      words: lifeWords(event),
      reason: event.reason,
    }));
}

function lifeWords(event: LifeEvent): string {
  switch (event.kind) {
    case 'born':
    case 'deleted':
    case 'returned':
      return event.content;
    case 'tagged':
      return event.tag;
    case 'rewritten':
      return event.before;
    case 'moved':
      return event.from;
    case 'pinned':
      return event.pinReason ?? '';
    case 'unpinned':
      return '';
    case 'evicted':
      return event.why;
  }
}

function personOf(actor: string): string {
  return actor.replace(/^user:/, '');
}

export type MapFormat = 'json' | 'prompt' | 'markdown';

/**
 * One of the texts below in pieces, so that the one of a long study need not be made in one breath.
 *
 * Returns null for a version the study does not have; an empty piece is a moment of work
 */
export function mapPieces(state: StudyState, versionId: string, format: MapFormat): Generator<string> | null {
  const version = state.versions.get(versionId);
  if (version === undefined) return null;
  switch (format) {
    case 'json':
      return jsonOf(state, version);
    case 'markdown':
      return markdownOf(state, version);
    case 'prompt':
      return promptOf(version);
  }
}

function* jsonOf(state: StudyState, version: Version): Generator<string> {
  yield* jsonPieces(yield* working(exportInSteps(state, version)));
  yield '\n';
}

function* promptOf({ map }: Version): Generator<string> {
  yield renderMap(map);
}

function* markdownOf(state: StudyState, version: Version): Generator<string> {
  yield yield* working(markdownInSteps(state, version));
}

function* working<T>(steps: Steps<T>): Generator<string, T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield '';
  }
}

/** The JSON file, indented. Null for a version the study does not have. */
export function mapJson(state: StudyState, versionId: string): string | null {
  const pieces = mapPieces(state, versionId, 'json');
  return pieces === null ? null : [...pieces].join('');
}

/** The exact text that stands in the agent's prompt, without anything added. */
export function mapPrompt(state: StudyState, versionId: string): string | null {
  const version = state.versions.get(versionId);
  return version === undefined ? null : renderMap(version.map);
}

/** A page for people: every item with its score, tokens, tags and where it came from. */
export function mapMarkdown(state: StudyState, versionId: string): string | null {
  const version = state.versions.get(versionId);
  return version === undefined ? null : atOnce(markdownInSteps(state, version));
}

function* markdownInSteps(state: StudyState, version: Version): Steps<string> {
  const blamed = yield* blameInSteps(state, version.id);
  const origins = new Map(blamed.map((entry) => [entry.itemId, entry]));
  const tags = yield* tagHistoryInSteps(state, version.id);
  const lines = [
    `# Context map of ${plain(state.name)}`,
    '',
    ...(state.label === null ? [] : [`*${plain(state.label)}*`, '']),
    `Version ${version.id}, ${grouped(version.tokens)} of ${grouped(version.budgetTokens)} tokens (${state.settings.method.tokenizer}).`,
    ...(yield* unsandboxedWords(state)),
  ];
  for (const { id, title, meaning } of sectionsOf(version)) {
    lines.push('', `## ${title}`, '', `*${meaning.replace(/^\(|\)$/g, '')}*`, '');
    const items = version.map.items.filter((item) => item.section === id);
    if (items.length === 0) lines.push('Nothing yet.');
    for (const item of items) {
      const blamed = origins.get(item.id);
      const notes = [
        `score ${signed(item.score)}`,
        `${grouped(item.tokens)} tokens`,
        `born in ${blamed?.born.queryId ?? blamed?.born.versionId ?? version.id}`,
        ...(blamed === undefined || blamed.rewrites === 0
          ? []
          : [`rewritten ${blamed.rewrites}×, last in ${blamed.written.queryId ?? blamed.written.versionId}`]),
        ...(item.pin === null ? [] : [`pinned by ${plain(item.pin.by)}`]),
        ...tagNotes(tags.get(item.id) ?? []),
      ];
      lines.push(`- \`${item.id}\` ${plain(item.content).replace(/\n/g, '\n  ')}`, `  (${notes.join(' · ')})`);
      for (const each of state.notes) {
        if (each.target.kind === 'item' && each.target.id === item.id) lines.push(`  - ${noteLine(each)}`);
      }
    }
  }
  const shown = new Set(version.map.items.map((item) => item.id));
  const others = state.notes.filter(({ target }) => target.kind !== 'item' || !shown.has(target.id));
  if (others.length > 0) lines.push('', '## Notes', '');
  for (const each of others) {
    const on = each.target.kind === 'study' ? 'the study' : `${each.target.kind} ${each.target.id}`;
    lines.push(`- on ${plain(on)}: ${noteLine(each)}`);
  }
  return `${lines.join('\n')}\n`;
}

function noteLine({ text, actor }: Note): string {
  return `${plain(text).replace(/\s*\n\s*/g, ' ')} (${plain(personOf(actor))})`;
}

function sectionsOf(version: Version) {
  const written = new Set(piecesOf(version.map).map((piece) => piece.section.id));
  for (const id of version.map.sections) written.add(id);
  return SECTIONS.filter((section) => written.has(section.id));
}

function tagNotes(entries: readonly { readonly tag: string }[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { tag } of entries) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, number]) => `${tag} ${number}×`);
}

function* unsandboxedWords(state: StudyState): Steps<readonly string[]> {
  let runs = 0;
  for (const run of state.runs.values()) {
    if (run.python === 'native') runs += 1;
    yield;
  }
  if (runs === 0) return [];
  return ['', `The agent's Python was **not sandboxed** in ${grouped(runs)} of ${grouped(state.runs.size)} runs.`];
}

/** Text of models and people may not act as Markdown or HTML in the page. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~&]/g, (sign) => `\\${sign}`);
}
