// One of several, in a list that opens. The list is the browser's own, which keys and screen readers know; only the closed
// control is drawn, like the buttons beside it.

import { Icon } from './Icon.tsx';
import './select.css';

interface Props<T extends string> {
  /** Its accessible name; left out inside a label. */
  readonly label?: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly kind?: string;
  readonly testId?: string;
}

export function Select<T extends string>({ label, options, value, onChange, kind = '', testId }: Props<T>) {
  return (
    <span className={`select ${kind}`}>
      <select
        value={value}
        aria-label={label}
        data-testid={testId}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={11} />
    </span>
  );
}
