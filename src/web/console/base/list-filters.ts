import { stateNames } from '../format/place-text.ts';
import { baseTexts } from '../texts/base.ts';

/** A filter of a list, declared once: its parameter in the URL, its form field, and its condition. */
export type ListFilter<Condition> = {
  readonly name: string;
  readonly label: string;
  /** The first choice means no filter. Only links set a filter without a field. */
  readonly field: 'text' | 'day' | readonly (readonly [value: string, text: string])[] | null;
  /** An example for a text field. */
  readonly hint?: string;
  /** The condition for a value; empty if the value is invalid. */
  readonly where: (value: string, query: URLSearchParams) => Condition;
};

type Choice<Value extends string, Condition> = Pick<ListFilter<Condition>, 'name' | 'label'> & {
  /** The text of the first choice, which means no filter. */
  readonly any: string;
  readonly texts: Readonly<Record<Value, string>>;
  readonly where: (value: Value, query: URLSearchParams) => Condition;
};

/** A filter with a fixed set of values. */
export function choice<Value extends string, Condition extends object>({
  any,
  texts,
  where,
  ...filter
}: Choice<Value, Condition>): ListFilter<Condition> {
  return {
    ...filter,
    field: [['', any], ...Object.entries<string>(texts)],
    where: (value, query) => (Object.hasOwn(texts, value) ? where(value as Value, query) : ({} as Condition)),
  };
}

export const stateFilter = choice({
  name: 'state',
  label: baseTexts.state,
  any: baseTexts.anyState,
  texts: stateNames,
  where: (state) => ({ state: { eq: state }, country: { eq: 'US' } }),
});

/** The conditions of a list, from the URL. Conditions of one member, such as the first and the last day, are merged. */
export function filterOf<Condition extends object>(
  filters: readonly ListFilter<Condition>[],
  query: URLSearchParams,
): Condition {
  const merged: Record<string, unknown> = {};
  for (const { name, where } of filters) {
    const value = query.get(name)?.trim();
    for (const [member, condition] of Object.entries<unknown>(value ? where(value, query) : {})) {
      const before = merged[member];
      merged[member] = typeof before === 'object' ? Object.assign({}, before, condition) : condition;
    }
  }
  return merged as Condition;
}

export const isFiltered = (filters: readonly ListFilter<unknown>[], query: URLSearchParams): boolean =>
  filters.some(({ name }) => query.has(name));

/** The order in the URL, if it is one of those with a text. */
export function orderOf<Order extends string>(
  texts: Readonly<Record<Order, string>>,
  query: URLSearchParams,
  usual: NoInfer<Order>,
): Order {
  const order = query.get('order');
  return order !== null && Object.hasOwn(texts, order) ? (order as Order) : usual;
}
