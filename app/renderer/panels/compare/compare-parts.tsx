// What every comparison shows: the sums, and one card for each item that is not the same in both.

import { useState } from 'react';
import { sectionOf } from '#core/map/index.ts';
import { plural, signed, whole } from '../../format/numbers.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { EditCount, EvictCount, ItemId, Kind } from '../../parts/marks.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { WordDiff } from '../../parts/WordDiff.tsx';
import type { Compared, Comparison, Passed } from '../../store/compare.ts';

export type CompareView = 'items' | 'text';

export function ViewSwitch({
  value,
  onChange,
}: {
  readonly value: CompareView;
  readonly onChange: (view: CompareView) => void;
}) {
  return (
    <Switch
      label="View"
      options={[
        { value: 'items', words: 'Items' },
        { value: 'text', words: 'Text' },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

interface TotalsProps {
  readonly comparison: Comparison;
  readonly before: number;
  readonly after: number;
  /** How many of the gone ones the Evictor took. */
  readonly evicted?: number;
}

export function Totals({ comparison: { added, gone, rewritten, same }, before, after, evicted = 0 }: TotalsProps) {
  return (
    <p className="compare-totals" data-testid="compare-totals">
      <span>
        <b className="strong num">
          {whole(before)} → {whole(after)}
        </b>{' '}
        <span className="dim">tokens</span>
      </span>
      <span className="grow" />
      <span className="mono">
        <EditCount kind="add" count={added} /> <EditCount kind="replace" count={rewritten} />{' '}
        <EditCount kind="delete" count={gone - evicted} />{' '}
        {evicted > 0 && (
          <span title={`${evicted} evicted`}>
            <EvictCount count={evicted} />{' '}
          </span>
        )}
        <span className="dim">same {same}</span>
      </span>
    </p>
  );
}

interface ItemsProps {
  readonly comparison: Comparison;
  /** Of items that the Evictor took: when, in words. */
  readonly evictions?: ReadonlyMap<string, string>;
  /** What came and went between the two. */
  readonly passed?: readonly Passed[];
  /** Whether one is the parent of the other. */
  readonly isStep?: boolean;
}

export function Items({ comparison: { items, same }, evictions = new Map(), passed = [], isStep = false }: ItemsProps) {
  const [open, setOpen] = useState(false);
  const changed = items.filter((each) => each.kind !== 'same');
  return (
    <div className="scroll side-body" data-testid="compare" tabIndex={0} role="region" aria-label="Comparison">
      {changed.length === 0 && <Empty icon="check" title="The two maps hold the same items" />}
      {changed.map((each) => (
        <Card key={each.item.id} each={each} evicted={evictions.get(each.item.id) ?? null} />
      ))}
      {passed.length > 0 && <PassedItems passed={passed} isStep={isStep} />}
      {same > 0 && (
        <button type="button" className="same-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={11} />
          {same === 1 ? '1 item the same' : `${same} items the same`}
        </button>
      )}
      {open &&
        items
          .filter((each) => each.kind === 'same')
          .map((each) => (
            <p key={each.item.id} className="same-item soft">
              <ItemId id={each.item.id} /> <RunningText text={each.item.content} />
            </p>
          ))}
    </div>
  );
}

/** Named at most. A number of ours. */
const NAMED = 40;

/** They stand on neither side, while the update that made them counts them: said, so that the numbers agree. */
function PassedItems({ passed, isStep }: { readonly passed: readonly Passed[]; readonly isStep: boolean }) {
  const how = passed.every(({ evicted }) => evicted) ? 'evicted' : 'let go';
  return (
    <p className="passed dim" data-testid="compare-passed">
      <span>
        {whole(passed.length)} added and {how} {isStep ? 'within this step' : 'on the way'}
      </span>
      {passed.slice(0, NAMED).map(({ itemId }) => (
        <ItemId key={itemId} id={itemId} />
      ))}
      {passed.length > NAMED && <span>and {plural(passed.length - NAMED, 'more', 'more')}</span>}
    </p>
  );
}

function Card({ each, evicted }: { readonly each: Compared; readonly evicted: string | null }) {
  const { item } = each;
  return (
    <section className={`card section-${item.section}`} data-testid="compare-card" data-kind={each.kind}>
      <header className="card-head">
        {each.kind === 'gone' && evicted !== null ? (
          <Kind kind="evict">{evicted}</Kind>
        ) : (
          <Kind kind={each.kind === 'added' ? 'add' : each.kind === 'gone' ? 'delete' : 'replace'}>
            {each.kind === 'added' ? '+' : each.kind === 'gone' ? '−' : '~'}
          </Kind>
        )}
        {each.kind === 'rewritten' && each.from.id !== item.id && <span className="mono dim">{each.from.id} →</span>}
        <ItemId id={item.id} />
        <span className="grow">{sectionOf(item.section).short}</span>
        <span className="mono">
          {each.kind === 'rewritten'
            ? `${whole(each.from.tokens)} → ${whole(item.tokens)}`
            : signed(each.kind === 'gone' ? -item.tokens : item.tokens)}
        </span>
      </header>
      <WordDiff
        before={each.kind === 'rewritten' ? each.from.content : each.kind === 'gone' ? item.content : null}
        after={each.kind === 'gone' ? null : item.content}
      />
    </section>
  );
}
