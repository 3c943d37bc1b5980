import { describe, expect, it } from 'vitest';
import type { ContextMap, MapItem } from '#core/map/index.ts';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { sampleStudy } from '../testing/sample-study.ts';
import { compareMaps, compareStudies, passedBetween } from './compare.ts';
import { changeOfVersion } from './timeline.ts';

const state = reduceAll(emptyState, sampleStudy('normal').events);
const mapOf = (id: string): ContextMap => {
  const version = state.versions.get(id);
  if (version === undefined) throw new Error(`no ${id}`);
  return version.map;
};

/** The same map as another study would hold it: under ids of its own. */
function elsewhere(map: ContextMap, change: (item: MapItem) => Partial<MapItem> = () => ({})): ContextMap {
  const items = map.items.map((item, at) => ({
    ...item,
    id: `${item.section}-${String(900 - at).padStart(5, '0')}`,
    ...change(item),
  }));
  return { ...map, items };
}

describe('two maps of different studies', () => {
  it('are the same where they say the same, whatever their ids', () => {
    const compared = compareStudies(elsewhere(mapOf('v7')), mapOf('v7'));
    expect(compared).toMatchObject({ added: 0, gone: 0, rewritten: 0, same: mapOf('v7').items.length });
  });

  it('are aligned by the words they share: a reworded item is one change, not one gone and one new', () => {
    const other = elsewhere(mapOf('v7'), (item) =>
      item.id === 'cu-00001' ? { content: item.content.replace('third field', 'second column') } : {},
    );
    const compared = compareStudies(other, mapOf('v7'));
    expect(compared).toMatchObject({ added: 0, gone: 0, rewritten: 1 });
  });

  it('hold every item of both exactly once', () => {
    const [from, to] = [elsewhere(mapOf('v3')), mapOf('v7')];
    const { items } = compareStudies(from, to);
    const seenTo = items.flatMap((each) => (each.kind === 'gone' ? [] : [each.item.id])).sort();
    const seenFrom = items.flatMap((each) =>
      each.kind === 'gone' ? [each.item.id] : each.kind === 'rewritten' ? [each.from.id] : [],
    );
    expect(seenTo).toEqual(to.items.map((item) => item.id).sort());
    expect(new Set(seenFrom).size).toBe(seenFrom.length);
  });

  it('agree with the comparison by ids where the ids are the same', () => {
    const byId = compareMaps(mapOf('v1'), mapOf('v1'));
    expect(compareStudies(mapOf('v1'), mapOf('v1'))).toEqual(byId);
  });
});

describe('what came and went between two versions', () => {
  const steps = [...state.versions.values()].flatMap((version) => {
    const parent = version.parentId === null ? undefined : state.versions.get(version.parentId);
    return parent === undefined ? [] : [{ parent, version, passed: passedBetween(state, parent.id, version.id) }];
  });

  it('is what the numbers of a step count and its two maps do not show', () => {
    for (const { parent, version, passed } of steps) {
      const step = changeOfVersion(state, version);
      const { added, gone } = compareMaps(parent.map, version.map);
      expect(step.added, version.id).toBe(added + passed.length);
      expect(step.deleted + step.evicted, version.id).toBe(gone + passed.length);
    }
    expect(steps.some(({ passed }) => passed.some(({ evicted }) => evicted))).toBe(true);
  });

  it('is nothing on the way back, and nothing of what either side holds', () => {
    expect(passedBetween(state, 'v7', 'v1')).toEqual([]);
    const ends = new Set([...mapOf('v1').items, ...mapOf('v7').items].map(({ id }) => id));
    expect(passedBetween(state, 'v1', 'v7').filter(({ itemId }) => ends.has(itemId))).toEqual([]);
  });
});
