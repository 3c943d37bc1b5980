// The plain fields of the forms: text, number, choice, yes or no.

import type { ReactNode } from 'react';
import { Select } from '../../parts/Select.tsx';
import { Field } from '../Dialog.tsx';

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly testId?: string;
}

export function TextField({ label, value, onChange, placeholder, hint, testId }: TextProps) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      <input
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        data-testid={testId}
      />
    </Field>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly placeholder?: string;
  readonly min?: number;
  readonly step?: number;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  readonly testId?: string;
}

export function NumberField({
  label,
  value,
  onChange,
  placeholder,
  min,
  step,
  hint,
  disabled = false,
  testId,
}: NumberProps) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      <input
        type="number"
        value={value ?? ''}
        placeholder={placeholder}
        min={min}
        step={step ?? 'any'}
        disabled={disabled}
        data-testid={testId}
        onChange={(event) => {
          const number = event.target.valueAsNumber;
          onChange(Number.isFinite(number) ? Math.max(min ?? Number.NEGATIVE_INFINITY, number) : null);
        }}
      />
    </Field>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly testId?: string;
}

export function SelectField({ label, value, options, onChange, hint, testId }: SelectProps) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      <Select options={options} value={value} onChange={onChange} {...(testId === undefined ? {} : { testId })} />
    </Field>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
}

export function CheckField({ label, checked, onChange, hint }: CheckProps) {
  return (
    <label className="check-field">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        {hint !== undefined && <span className="field-hint">{hint}</span>}
      </span>
    </label>
  );
}
