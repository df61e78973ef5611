import type { VariablesOf } from '../../base/graphql.ts';
import type { customersOperation } from './operations.ts';

type Variables = VariablesOf<typeof customersOperation>;

export const customerTypes = ['RETAIL', 'RESELLER', 'RETAIL_EXEMPT', 'MARKETPLACE'] as const;
export const orders = ['NAME', 'CREATED_AT', 'UPDATED_AT'] as const;
export type Order = (typeof orders)[number];
export const defaultOrder: Order = 'NAME';

const among = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

export const isFiltered = (query: URLSearchParams): boolean => ['q', 'type', 'number'].some((name) => query.has(name));

/** The filter and order of the list, from the URL. */
export function askedOf(query: URLSearchParams): Pick<Variables, 'filter' | 'orderBy'> {
  const field = among(orders, query.get('order')) ?? defaultOrder;
  const type = among(customerTypes, query.get('type'));
  const search = query.get('q')?.trim();
  const number = among(['with', 'without'], query.get('number'));
  return {
    filter: {
      ...(search && { search }),
      ...(type && { customerType: { eq: type } }),
      ...(number && { taxNumber: { isNull: number === 'without' } }),
    },
    orderBy: { field, direction: field === 'NAME' ? 'ASC' : 'DESC' },
  };
}
