import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { baseTexts } from '../texts/base.ts';
import { isFiltered, type ListFilter } from './list-filters.ts';
import { firstPage, navigate, withQuery } from './router.ts';

type FilterFieldsProps = {
  readonly filters: readonly ListFilter<unknown>[];
  readonly query: URLSearchParams;
  readonly isLabelHidden?: boolean;
};

export function FilterFields({ filters, query, isLabelHidden = false }: FilterFieldsProps) {
  return (
    <>
      {filters.map(({ name, label, field, hint }) => {
        if (field === null) return null;
        if (field === 'text') return <SearchField key={name} label={label} name={name} query={query} hint={hint} />;
        if (field === 'day') return <DayField key={name} label={label} name={name} query={query} />;
        const shown = { label, name, query, choices: field, isLabelHidden };
        return <ChoiceField key={name} {...shown} />;
      })}
    </>
  );
}

type FiltersProps = Pick<FilterFieldsProps, 'filters' | 'query'> & {
  readonly class?: string;
  /** Additional fields. */
  readonly children?: ComponentChildren;
};

/** The fields of a list's filters, and a link that clears them. */
export function Filters({ filters, query, children, ...form }: FiltersProps) {
  const fromLinks = filters.filter(({ field, name }) => field === null && query.has(name));
  const clear = Object.fromEntries(filters.map(({ name }) => [name, null]));
  return (
    <FilterForm label={baseTexts.filters} {...form}>
      <FilterFields filters={filters} query={query} />
      {children}
      {isFiltered(filters, query) && (
        <div class="row chips">
          {fromLinks.map(({ name, label }) => (
            <span key={name} class="chip">
              {label}
            </span>
          ))}
          <a href={withQuery({ ...clear, ...firstPage })}>{baseTexts.clearFilters}</a>
        </div>
      )}
    </FilterForm>
  );
}

type FilterFormProps = { readonly label: string; readonly class?: string; readonly children: ComponentChildren };

/** A form whose fields change the URL, so a filtered list can be shared as a link. */
export function FilterForm({ label, class: name = 'filters no-print', children }: FilterFormProps) {
  return (
    <form class={name} aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {children}
    </form>
  );
}

const pauseMs = 350;

type SearchFieldProps = {
  readonly label: string;
  readonly name: string;
  readonly query: URLSearchParams;
  /** A placeholder with an example. */
  readonly hint?: string | undefined;
  /** The id of a suggestion list. */
  readonly list?: string;
};

/** A text filter for a list. It updates the URL after a pause in typing, and goes to the first page. */
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
            () => navigate(withQuery({ [name]: value.trim(), ...firstPage }), { replace: true }),
            pauseMs,
          );
        }}
      />
    </label>
  );
}

type DayProps = { readonly label: string; readonly name: string; readonly query: URLSearchParams };

export function DayField({ label, name, query }: DayProps) {
  return (
    <label>
      {label}
      <input
        type="date"
        value={query.get(name) ?? ''}
        onChange={({ currentTarget: { value } }) =>
          navigate(withQuery({ [name]: value, ...firstPage }), { replace: true })
        }
      />
    </label>
  );
}

type ChoiceProps = Omit<SearchFieldProps, 'hint' | 'list'> & {
  readonly choices: readonly (readonly [value: string, text: string])[];
  /** The default choice, which the URL omits. */
  readonly usual?: string;
  /** Whether the label is only for screen readers. */
  readonly isLabelHidden?: boolean;
};

export function ChoiceField({ label, name, query, choices, usual = '', isLabelHidden = false }: ChoiceProps) {
  const field = (
    <select
      aria-label={isLabelHidden ? label : undefined}
      value={query.get(name) ?? usual}
      onChange={({ currentTarget: { value } }) =>
        navigate(withQuery({ [name]: value === usual ? null : value, ...firstPage }), { replace: true })
      }
    >
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
  if (isLabelHidden) return field;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it has the select.
    <label>
      {label}
      {field}
    </label>
  );
}
