// Replies for tests, drawn from a seed: sound ones, odd ones, broken ones, hostile ones. Faster than a property library's
// generators, so that a hundred thousand of them fit into an ordinary test run.

import { SECTIONS } from '#core/map/index.ts';

export interface Dice {
  /** 0 … limit - 1. */
  below(limit: number): number;
  /** True once in so many. */
  one(inSoMany: number): boolean;
  pick<T>(list: readonly T[]): T;
  text(): string;
}

const SCRAPS = [
  'table',
  'of 388 records',
  'each record has a date',
  'k = 5',
  'overdue after 30 days',
  'see offset 1,204',
  'Zürich',
  '你好',
  '🙂',
  '\n',
  '\n\n',
  '  ',
  '\r\n',
  '[cr-00001] ',
  '## DOMAIN CONSTANTS',
  '(',
  '```json\n{"a": 1}\n```',
  '<|endoftext|>',
  '\\',
  '"',
  "'",
  '{',
  '}',
  ']',
  '\u0000',
  '\ud800',
  '\u2028',
  '\ufeff',
  '__proto__',
  '<img src=x onerror=alert(1)>',
  '</think>',
  '@@ iteration 1',
  '<<< QUERY',
  'NaN',
  '{{sections}}',
] as const;

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  const pick = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new Error('a list to pick from');
    return found;
  };
  return {
    below,
    one: (inSoMany) => below(inSoMany) === 0,
    pick,
    text: () => Array.from({ length: 1 + below(7) }, () => pick(SCRAPS)).join(pick([' ', ' ', ''])),
  };
}

/** Replies to a monolithic update, drawn from a seed. */
export function seededReplies(seed: number): {
  readonly dice: Dice;
  readonly reply: (ids: readonly string[], tags: readonly string[]) => string;
} {
  const dice = diceOf(seed);
  return { dice, reply: (ids, tags) => spoil(dice, JSON.stringify(replyObject(dice, ids, tags))) };
}

const SECTION_NAMES = [...SECTIONS.flatMap(({ key, title, id }) => [key, title, id]), 'nowhere', ''];
const KINDS = ['ADD', 'ADD', 'ADD', 'REPLACE', 'REPLACE', 'DELETE', 'delete', 'Update', 'insert_item', 'MOVE', ''];

function replyObject(dice: Dice, ids: readonly string[], tags: readonly string[]): unknown {
  const id = () =>
    dice.one(6) || ids.length === 0 ? dice.pick(['cr-00099', 'x', '', 'CR-1', '[cu-00002]']) : dice.pick(ids);
  const odd = () => dice.pick([null, 7, true, [], {}, ['a', 'b'], { text: 'inner' }, { a: { b: 1 } }, '']);
  const or = (value: unknown) => (dice.one(25) ? odd() : value);
  const tag = () => (dice.one(8) ? dice.pick(['HELPFUL', ' stale ', 'good', 'helpful | neutral']) : dice.pick(tags));
  const tagged = ids.filter(() => !dice.one(6));
  const byId = Object.fromEntries([
    ...tagged.map((each) => [each, or(tag())]),
    ...(dice.one(5) ? [[id(), tag()]] : []),
  ]) as unknown;
  const operation = () => ({
    [dice.pick(['type', 'type', 'type', 'op', 'Operation'])]: or(dice.pick(KINDS)),
    section: or(dice.pick(SECTION_NAMES)),
    item_id: or(id()),
    content: or(dice.one(60) ? 'word '.repeat(500) : dice.text()),
    candidate_id: or(dice.pick(['k1', 'k2', null])),
  });
  return {
    diagnosis: or(dice.text()),
    item_tags: or(dice.one(2) ? byId : tagged.map((each) => ({ item_id: each, tag: or(tag()) }))),
    cache_candidates: or(
      Array.from({ length: dice.below(3) }, () =>
        or({ section: or(dice.pick(SECTION_NAMES)), value: or(dice.text()) }),
      ),
    ),
    reasoning: or(dice.text()),
    operations: or(Array.from({ length: dice.below(6) }, () => or(operation()))),
  };
}

/** What happens to good JSON on its way out of a model. */
function spoil(dice: Dice, json: string): string {
  switch (dice.below(12)) {
    case 0:
      return '```json\n' + json + '\n```';
    case 1:
      return `Sure! ${dice.text()}\n${json}\n${dice.text()}`;
    case 2:
      return json.slice(0, dice.below(json.length + 1));
    case 3:
      return json.replace(/\}/g, ',}');
    case 4:
      return json.replace(/"/g, "'");
    case 5:
      return `<think>${dice.text()}${json.slice(0, 40)}</think>${json}`;
    case 6:
      return json.replace(/,/g, ', // why\n').replace(/null/g, 'NaN');
    case 7: {
      const at = dice.below(json.length + 1);
      return json.slice(0, at) + dice.pick(['"', '{', '}', '\\', ',', 'x']) + json.slice(at + dice.below(3));
    }
    case 8:
      return `{"reasoning": "draft"}\n${json}`;
    default:
      return json;
  }
}
