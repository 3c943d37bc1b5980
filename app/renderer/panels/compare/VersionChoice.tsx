// Choosing one of a study's versions.

import { Select } from '../../parts/Select.tsx';

interface Props {
  readonly label: string;
  readonly ids: readonly string[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function VersionChoice({ label, ids, value, onChange }: Props) {
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
