// Choosing one of a study's versions: from a list, or, where there are too many for one, by typing its name.

import { useState } from 'react';
import { Select } from '../../parts/Select.tsx';

/** Longer lists cannot be gone through by hand, and take the window a while to make. A number of ours. */
const MANY = 300;

interface Props {
  readonly label: string;
  readonly ids: readonly string[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function VersionChoice(props: Props) {
  const { label, ids, value, onChange } = props;
  if (ids.length > MANY) return <TypedVersion {...props} />;
  return (
    <Select
      kind="small mono"
      label={label}
      options={ids.map((id) => ({ value: id, label: id }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** Enter or leaving the field takes what was typed, if there is such a version; Escape forgets it. */
function TypedVersion({ label, ids, value, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const named = typed === null ? value : typed.trim().replace(/^(?=\d)/, 'v');
  const isKnown = ids.includes(named);
  const words = `A version from ${ids[0] ?? ''} to ${ids.at(-1) ?? ''}`;
  const take = () => {
    if (isKnown && named !== value) onChange(named);
    setTyped(null);
  };
  return (
    <input
      className="search-field version-field mono"
      aria-label={label}
      aria-invalid={!isKnown}
      title={isKnown ? words : `There is no ${named} here. ${words}.`}
      spellCheck={false}
      value={typed ?? value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isKnown) take();
        else if (event.key === 'Escape' && typed !== null) setTyped(null);
        else return;
        event.stopPropagation();
      }}
    />
  );
}
