// The policy under replies that no model should give, and hands that do the oddest things in between. Each case is one update of
// a map that lives on to the next. `npm test` tries 100,000 (PEEK_PROPERTY_CASES), a bare vitest 5,000. A failing seed names
// itself; run it alone by PEEK_PROPERTY_SEED.

import { expect, test } from 'vitest';
import {
  SECTIONS,
  TAGS,
  applyDelta,
  applyEdits,
  applyTags,
  canonicalMap,
  changeByHand,
  countTotal,
  emptyMap,
  fitWithinBudget,
  mapDelta,
  parseMap,
  renderMap,
} from '#core/map/index.ts';
import type { ContextMap, HandChange, MapItem, Numbering } from '#core/map/index.ts';
import { readJson } from '#core/lm/index.ts';
import { countWholly, countWords } from '#core/map/testing/index.ts';
import type { PolicySettings } from '../policy.ts';
import { someSettings } from '../testing/index.ts';
import { createPeekPolicy } from './create-peek-policy.ts';
import { MONOLITHIC_FORMAT } from './prompts/index.ts';
import { readDistilled } from './read-distilled.ts';
import { readProposal } from './read-proposal.ts';
import { seededReplies } from './testing.ts';
import type { Dice } from './testing.ts';

const CASES = Number(process.env.PEEK_PROPERTY_CASES ?? 5_000);
const CASES_PER_SEED = 100;
const policy = createPeekPolicy();

interface World {
  map: ContextMap;
  numbering: Numbering;
  settings: PolicySettings;
  readonly given: Set<string>;
  readonly ghosts: MapItem[];
}

function newWorld(dice: Dice): World {
  const sections = SECTIONS.map((each) => each.id).filter(() => dice.one(5));
  const map = emptyMap(sections.length === 0 ? ['cr'] : sections, dice.one(3) ? 'used' : 'all');
  return { map, numbering: { lastItemNumber: {}, births: 0 }, settings: newRules(dice), given: new Set(), ghosts: [] };
}

function newRules(dice: Dice): PolicySettings {
  return someSettings({
    budgetTokens: 180 + dice.below(300),
    evictionOrder: dice.one(2) ? 'section-then-score' : 'score-then-section',
    eviction: !dice.one(4),
    tagWeights: dice.one(2)
      ? { helpful: 1, harmful: -1, neutral: 0, stale: -1 }
      : { helpful: 0.5, harmful: -2, neutral: 0.25, stale: 0 },
  });
}

function update(world: World, reply: string, runId: string): void {
  const { map: before, settings } = world;
  const json = readJson(reply, MONOLITHIC_FORMAT.fields);
  const findings = json.ok ? readDistilled(json.value.value, before, runId) : json;
  const proposal = json.ok ? readProposal(json.value.value, runId, findings.ok ? findings.value.candidates : []) : json;

  const tags = findings.ok ? findings.value.tags : [];
  if (findings.ok) {
    const told = [...tags.map((each) => each.itemId), ...findings.value.untagged].sort();
    must(same(told, before.items.map((item) => item.id).sort()), 'every item is tagged or untagged, once');
  }
  const edits = proposal.ok ? proposal.value.edits : [];
  const tagged = applyTags(before, tags, settings.tagWeights);
  const options = { runId, budgetTokens: settings.budgetTokens, eviction: settings.eviction, ...world.numbering };
  const applied = applyEdits(tagged, edits, options, countWords);
  must(
    same(
      applied.outcomes.map((each) => each.editId),
      edits.map((each) => each.editId),
    ),
    'each edit has one outcome',
  );
  for (const outcome of applied.outcomes) {
    if (outcome.status === 'refused') must(outcome.refusal.words !== '', 'a refusal has words');
    else if (outcome.kind === 'ADD') giveId(world, outcome.itemId);
  }
  const { map, eviction } = policy.evict(applied.map, settings, countWords);
  must(eviction.unmet === null, 'the budget is met');
  for (const item of tagged.items) must(item.pin === null || map.items.includes(item), 'a pinned item is untouched');
  world.ghosts.push(...applied.map.items.filter((item) => !map.items.includes(item)));
  world.numbering = { lastItemNumber: applied.lastItemNumber, births: applied.births };
  accept(world, map);
}

function byHand(world: World, dice: Dice): void {
  const { map, settings } = world;
  const itemId = map.items[dice.below(map.items.length + 1)]?.id ?? 'cr-00001';
  const section = SECTIONS[dice.below(SECTIONS.length)]?.id ?? 'cr';
  const ghost = world.ghosts[dice.below(world.ghosts.length + 1)];
  const changes: readonly HandChange[] = [
    { do: 'add', section, content: dice.text(), origin: { kind: 'hand', by: 'Ada' }, beforeItemId: null },
    { do: 'edit', itemId, content: dice.text() },
    { do: 'delete', itemId },
    { do: 'pin', itemId, pin: { by: 'Ada', at: '', reason: null } },
    { do: 'unpin', itemId },
    { do: 'move', itemId, section, beforeItemId: null },
    ...(ghost === undefined ? [] : [{ do: 'return', item: ghost } as const]),
  ];
  const change = changes[dice.below(changes.length)];
  if (change === undefined) return;
  const changed = changeByHand(map, [change], world.numbering, settings, countWords);
  if (!changed.ok) return;
  world.numbering = { lastItemNumber: changed.value.lastItemNumber, births: changed.value.births };
  for (const id of changed.value.added) giveId(world, id);
  accept(world, changed.value.map);
}

function newBudget(world: World, dice: Dice): void {
  const settings = newRules(dice);
  const fitted = fitWithinBudget(world.map, { ...settings, eviction: true }, countWords);
  if (!fitted.ok) return;
  world.settings = settings;
  accept(world, fitted.value.map);
}

function giveId(world: World, id: string): void {
  must(!world.given.has(id), `${id} is given once`);
  world.given.add(id);
}

/** What holds for every map that is taken on, however it came about. */
function accept(world: World, map: ContextMap): void {
  const { map: before, settings } = world;
  const text = renderMap(map);
  const tokens = countWholly(text);
  must(tokens <= settings.budgetTokens, 'the text is within its budget');
  must(tokens === countTotal(map, countWords), 'counting by pieces is counting the text');
  must(new Set(map.items.map((item) => item.id)).size === map.items.length, 'ids are unique');
  const parsed = parseMap(text);
  must(parsed.warnings.length === 0, 'a rendered map parses without warnings');
  const written = map.items.map((item) => `${item.section} ${item.id} ${item.content}`);
  must(
    same(
      parsed.items.map((item) => `${item.section} ${item.itemId ?? ''} ${item.content}`),
      written,
    ),
    'parse undoes render',
  );
  const whole = { sections: map.sections, headers: map.headers };
  const [there, back] = [
    applyDelta({ ...before, ...whole }, mapDelta(before, map)),
    applyDelta(map, mapDelta(map, before)),
  ];
  must(canonicalMap(there) === canonicalMap(map), 'the difference leads to the map');
  must(canonicalMap(back) === canonicalMap({ ...before, ...whole }), 'its inverse leads back');
  world.map = map;
}

/** Plain, because a hundred thousand times ten calls of `expect` take longer than what they check. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}

function same<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

test(`holds over ${CASES.toLocaleString('en')} generated replies, edits, tags, pins and budgets`, () => {
  const given = process.env.PEEK_PROPERTY_SEED;
  const seeds =
    given === undefined
      ? Array.from({ length: Math.ceil(CASES / CASES_PER_SEED) }, (_, at) => at + 1)
      : [Number(given)];
  let cases = 0;
  for (const seed of seeds) {
    const { dice, reply } = seededReplies(seed);
    const world = newWorld(dice);
    try {
      for (let step = 0; step < CASES_PER_SEED; step += 1) {
        const ids = world.map.items.map((item) => item.id);
        update(world, reply(ids, TAGS), `r${step + 1}`);
        if (dice.one(4)) byHand(world, dice);
        if (dice.one(15)) newBudget(world, dice);
        cases += 1;
      }
    } catch (error) {
      throw new Error(`seed ${seed}, case ${cases % CASES_PER_SEED}`, { cause: error });
    }
  }
  expect(cases).toBe(seeds.length * CASES_PER_SEED);
}, 600_000);
