// Choosing one of a study's versions.

interface Props {
  readonly label: string;
  readonly ids: readonly string[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function VersionChoice({ label, ids, value, onChange }: Props) {
  return (
    <select
      className="version-choice"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {ids.map((id) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </select>
  );
}
