import { h, type PartialInputHTMLAttributes } from 'preact';

type InputProps = Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'role' | 'type'> & { readonly label: string };
type FieldProps = InputProps & {
  readonly type?: 'text' | 'url' | 'date' | 'number' | 'file';
  /** Explains the value, below the field. */
  readonly hint?: string | null;
};

/** A form field with its label. */
export function Field({ label, hint, ...input }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it has the input.
    <label>
      {label}
      {h('input', { autocomplete: 'off', ...input })}
      {hint && <span class="small soft plain-text">{hint}</span>}
    </label>
  );
}

/** A checkbox with its label. */
export function CheckBox({ label, ...input }: InputProps) {
  return (
    <label class="check">
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}

type SelectProps = {
  readonly name: string;
  readonly label: string;
  /** The texts of the choices, by value. */
  readonly choices: Readonly<Record<string, string>>;
  /** Initial choice. Default: the first. */
  readonly value?: string | undefined;
};

/** A choice with its label. */
export function Select({ label, name, choices, value }: SelectProps) {
  return (
    <label>
      {label}
      <select name={name}>
        {Object.entries(choices).map(([one, text]) => (
          <option key={one} value={one} selected={value === undefined ? undefined : one === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
