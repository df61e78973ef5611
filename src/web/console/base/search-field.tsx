import { useEffect, useRef } from 'preact/hooks';
import { navigate, withQuery } from './router.ts';

const pauseMs = 350;

type SearchFieldProps = {
  readonly label: string;
  readonly name: string;
  readonly query: URLSearchParams;
  /** An example of what may be typed. */
  readonly hint?: string;
  /** The id of a list of suggestions. */
  readonly list?: string;
};

/** A text that filters a list. It is in the address as soon as one pauses, and leads to the first page. */
export function SearchField({ label, name, query, hint, list }: SearchFieldProps) {
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const sent = query.get(name) ?? '';
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = sent;
  }, [sent]);
  useEffect(() => () => clearTimeout(typing.current), []);
  return (
    <label>
      {label}
      <input
        ref={field}
        type="search"
        defaultValue={sent}
        autocomplete="off"
        spellcheck={false}
        placeholder={hint}
        list={list}
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(typing.current);
          typing.current = setTimeout(
            () => navigate(withQuery({ [name]: value.trim(), after: null, before: null }), { replace: true }),
            pauseMs,
          );
        }}
      />
    </label>
  );
}

type DayProps = { readonly label: string; readonly name: string; readonly query: URLSearchParams };

/** A day, which the address leaves out if it is today. */
export function DayField({ label, name, query }: DayProps) {
  return (
    <label>
      {label}
      <input
        type="date"
        value={query.get(name) ?? ''}
        onChange={({ currentTarget: { value } }) => navigate(withQuery({ [name]: value || null }), { replace: true })}
      />
    </label>
  );
}

type ChoiceProps = SearchFieldProps & {
  readonly choices: readonly (readonly [value: string, text: string])[];
  /** The choice that the address leaves out. */
  readonly usual?: string;
};

export function ChoiceField({ label, name, query, choices, usual = '' }: ChoiceProps) {
  return (
    <label>
      {label}
      <select
        value={query.get(name) ?? usual}
        onChange={({ currentTarget: { value } }) =>
          navigate(withQuery({ [name]: value === usual ? null : value, after: null, before: null }), { replace: true })
        }
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
