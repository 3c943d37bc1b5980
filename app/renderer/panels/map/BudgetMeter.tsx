// How full the map is, by section, against the budget.

import type { SectionId } from '#core/map/index.ts';
import { sectionOf } from '#core/map/index.ts';
import { whole } from '../../format/numbers.ts';

interface Props {
  readonly tokens: number;
  readonly bySection: Readonly<Partial<Record<SectionId, number>>>;
  readonly sections: readonly SectionId[];
  readonly budget: number;
  readonly pending: boolean;
}

export function BudgetMeter({ tokens, bySection, sections, budget, pending }: Props) {
  const left = budget - tokens;
  const scale = Math.max(budget, tokens, 1);
  return (
    <div className="budget" data-testid="budget">
      <div className="budget-words">
        <span>
          <b className="num" data-testid="map-tokens">
            {whole(tokens)}
          </b>{' '}
          <span className="dim">
            of {whole(budget)} tokens{pending ? ', if accepted' : ''}
          </span>
        </span>
        <span className={left < 0 ? 'over' : 'dim'}>{left < 0 ? `${whole(-left)} over` : `${whole(left)} left`}</span>
      </div>
      <div
        className="meter"
        role="meter"
        aria-label="Tokens of the map"
        aria-valuemin={0}
        aria-valuemax={budget}
        aria-valuenow={tokens}
        aria-valuetext={`${whole(tokens)} of ${whole(budget)} tokens`}
      >
        {sections.map((section) => {
          const part = bySection[section] ?? 0;
          return part === 0 ? null : (
            <span
              key={section}
              className={`section-${section}`}
              style={{ width: `${(part / scale) * 100}%` }}
              title={`${sectionOf(section).title}: ${whole(part)}`}
            />
          );
        })}
      </div>
      <ul className="legend">
        {sections.map((section) => (
          <li key={section} className={`section-${section}`}>
            <i aria-hidden="true" />
            {sectionOf(section).short}
            <em>{whole(bySection[section] ?? 0)}</em>
          </li>
        ))}
      </ul>
    </div>
  );
}
