// How each map item fared in a run, from what was printed and what the agent said it relied on.

import type { Tag } from '#core/map/index.ts';
import { factKey, type Fact } from './facts.ts';
import { writeItem } from './item-text.ts';
import type { MapNote } from './knowledge.ts';
import type { Step } from './trajectory.ts';

export interface Verdict {
  readonly itemId: string;
  readonly tag: Tag;
  /** For the diagnosis; empty where there is nothing to say. */
  readonly why: string;
}

export function judgeItems(
  notes: readonly MapNote[],
  steps: readonly Step[],
  run: ReadonlyMap<string, Fact>,
): readonly Verdict[] {
  const replies = steps.map((step) => step.reply).join('\n');
  return notes.map((note) => {
    const cited = replies.includes(note.itemId);
    return { itemId: note.itemId, ...judge(note, cited, steps, run) };
  });
}

function judge(
  note: MapNote,
  cited: boolean,
  steps: readonly Step[],
  run: ReadonlyMap<string, Fact>,
): Omit<Verdict, 'itemId'> {
  const { fact, itemId } = note;
  const used: Omit<Verdict, 'itemId'> = { tag: cited ? 'helpful' : 'neutral', why: '' };
  if (fact === null) return used;
  const seen = run.get(factKey(fact));
  switch (fact.kind) {
    case 'layout':
      if (seen?.kind !== 'layout' || seen.records === null || seen.records === fact.records) return used;
      if (fact.rough) return used;
      return { tag: 'stale', why: `${itemId} gives ${fact.records ?? 'no'} records, the run parsed ${seen.records}` };
    case 'ids': {
      const misplaced = steps.map((step) => step.report.misplaced).find((each) => each !== null);
      if (!fact.byPlace || misplaced === undefined) return used;
      return {
        tag: 'harmful',
        why: `${itemId} sent the agent to the place ${misplaced.asked.replace(/\D+/g, '')}, where ${misplaced.found} stands`,
      };
    }
    case 'number': {
      const failed = steps.find(
        (step) => step.report.error?.message.includes('could not convert string to float') === true,
      );
      if (fact.rough && failed !== undefined && cited) {
        return {
          tag: 'harmful',
          why: `${itemId} calls ${fact.field} a number and nothing else, and float() failed on it`,
        };
      }
      if (seen === undefined || writeItem(seen) === writeItem(fact)) return used;
      return fact.rough && !cited ? { tag: 'stale', why: `${itemId} is superseded by the figures of this run` } : used;
    }
    case 'substring':
      return judgeQuickCount(itemId, fact.word, fact.count, run) ?? used;
    case 'values':
    case 'mention':
    case 'cross':
    case 'group':
    case 'preference':
      if (seen === undefined || agrees(fact, seen)) return used;
      return { tag: 'stale', why: `${itemId} no longer agrees with what the run counted` };
    default:
      return used;
  }
}

/** A quick substring count is out of date as soon as the same word has been counted properly. */
function judgeQuickCount(
  itemId: string,
  word: string,
  count: number,
  run: ReadonlyMap<string, Fact>,
): Omit<Verdict, 'itemId'> | null {
  for (const fact of run.values()) {
    const exact =
      fact.kind === 'mention' && fact.word.toLowerCase() === word.toLowerCase()
        ? fact.records
        : fact.kind === 'values'
          ? (fact.values.find(([value]) => value.toLowerCase() === word.toLowerCase())?.[1] ?? null)
          : null;
    if (exact !== null && exact !== count)
      return { tag: 'stale', why: `${itemId} is a rough count (${count}); the exact one is ${exact}` };
  }
  return null;
}

/** Same names and, where both have them, same figures. */
function agrees(held: Fact, seen: Fact): boolean {
  if (held.kind !== 'values' || seen.kind !== 'values') return writeItem(held) === writeItem(seen);
  const counts = new Map(seen.values);
  return held.values.every(([value, count]) => counts.has(value) && (count === null || counts.get(value) === count));
}
