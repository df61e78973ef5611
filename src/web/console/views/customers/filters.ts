import type { VariablesOf } from '../../base/graphql.ts';
import { choice, type ListFilter } from '../../base/list-filters.ts';
import { customersTexts } from '../../texts/customers.ts';
import type { customersOperation } from './operations.ts';

type Filter = NonNullable<VariablesOf<typeof customersOperation>['filter']>;

const { filters: texts, types } = customersTexts;

export const customerFilters: readonly ListFilter<Filter>[] = [
  { name: 'q', label: texts.search, field: 'text', where: (search) => ({ search }) },
  choice({
    name: 'type',
    label: texts.type,
    any: texts.anyType,
    texts: types,
    where: (type) => ({ customerType: { eq: type } }),
  }),
  choice({
    name: 'number',
    label: texts.taxNumber,
    any: texts.anyTaxNumber,
    texts: texts.taxNumbers,
    where: (which) => ({ taxNumber: { isNull: which === 'without' } }),
  }),
];
