// The parts of a form of settings, one of them open.

interface Props<P extends string> {
  readonly parts: readonly P[];
  readonly value: P;
  readonly onChange: (part: P) => void;
  /** Before the part's name in each test id. */
  readonly testId: string;
}

export function PartsNav<P extends string>({ parts, value, onChange, testId }: Props<P>) {
  return (
    <nav className="settings-nav" aria-label="Parts">
      {parts.map((each) => (
        <button
          key={each}
          type="button"
          aria-current={value === each}
          onClick={() => onChange(each)}
          data-testid={`${testId}-${each}`}
        >
          {each.charAt(0).toUpperCase() + each.slice(1)}
        </button>
      ))}
    </nav>
  );
}
