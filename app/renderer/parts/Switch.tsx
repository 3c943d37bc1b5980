// One of a few, all of them seen at once.

interface Props<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly words: string; readonly testId?: string }[];
  /** Null while none was chosen. */
  readonly value: T | null;
  readonly onChange: (value: T) => void;
}

export function Switch<T extends string>({ label, options, value, onChange }: Props<T>) {
  return (
    <span className="switch" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          data-testid={option.testId}
        >
          {option.words}
        </button>
      ))}
    </span>
  );
}
