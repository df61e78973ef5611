import type { VariablesOf } from '../../base/graphql.ts';
import { choice, filterOf, isFiltered, type ListFilter, orderOf, stateFilter } from '../../base/list-filters.ts';
import { addMonths, today } from '../../format/format.ts';
import { readDays } from '../../format/period.ts';
import { documentsTexts } from '../../texts/documents.ts';
import { recordTexts } from '../../texts/records.ts';
import type { documentsOperation } from './operations.ts';

type Variables = VariablesOf<typeof documentsOperation>;

const { filters: texts, orders } = documentsTexts;

const { INVOICE, REFUND, ESTIMATE, SALES_ORDER } = recordTexts.types;
const types = { INVOICE, REFUND, ESTIMATE, SALES_ORDER };
/** Estimates and orders without an invoice, and not cancelled unless the reader asks for a status. */
const openTypes = 'ESTIMATE,SALES_ORDER';
/** The documents to review, by the parameter of the URL and the filter. */
const reviewFilters = {
  doubtful: 'isDoubtful',
  overridden: 'isOverridden',
  unproven: 'lacksCertificateFile',
} as const;
export const defaultOrder = 'TAX_DATE';

type Filter = NonNullable<Variables['filter']>;

/** Filters with a form field. */
export const documentFilters: readonly ListFilter<Filter>[] = [
  { name: 'q', label: texts.number, field: 'text', where: (number) => ({ externalId: { startsWith: number } }) },
  choice({
    name: 'type',
    label: texts.type,
    any: texts.anyType,
    texts: { ...types, [openTypes]: texts.openTypes },
    where: (type, query) =>
      type === openTypes
        ? {
            transactionType: { in: ['ESTIMATE', 'SALES_ORDER'] },
            isConverted: false,
            ...(!query.has('status') && { transactionStatus: { in: ['ACTIVE', 'PAID'] } }),
          }
        : { transactionType: { eq: type } },
  }),
  choice({
    name: 'status',
    label: texts.status,
    any: texts.anyStatus,
    texts: recordTexts.statuses,
    where: (status) => ({ transactionStatus: { eq: status } }),
  }),
  stateFilter,
  choice({
    name: 'review',
    label: texts.review,
    any: texts.anyReview,
    texts: texts.reviews,
    where: (review) => ({ [reviewFilters[review]]: true }),
  }),
  { name: 'from', label: texts.from, field: 'day', where: (from) => ({ taxDate: { gte: from } }) },
  { name: 'to', label: texts.to, field: 'day', where: (to) => ({ taxDate: { lte: to } }) },
];

const fromLink = (name: string, where: ListFilter<Filter>['where']) => ({ name, label: '', field: null, where });

/** Filters that only links set. */
const linkFilters: readonly ListFilter<Filter>[] = [
  fromLink('customer', (id) => ({ customerId: { eq: id } })),
  fromLink('marketplace', (name) => ({ marketplace: { eq: name } })),
  fromLink('country', (country, query) => (query.has('state') ? {} : { country: { eq: country } })),
  fromLink('currency', (currency) => ({ currency: { eq: currency } })),
  fromLink('filing', (value) => {
    const filing = among(recordTexts.filingStatuses, value);
    return filing ? { transactionFilingStatus: { eq: filing } } : {};
  }),
];

/** With `reported`, `countedOf` reads these instead of the filter. */
const labelNames: readonly string[] = ['type', 'state', 'country', 'currency', 'marketplace'];

/** The filters that come from links are shown as chips. */
export const chipNames = [
  'reported',
  'nexus',
  'reason',
  'taxCode',
  'rate',
  'jurisdiction',
  'currency',
  'marketplace',
  'country',
  'customer',
  'filing',
] as const;

export const isListFiltered = (query: URLSearchParams): boolean =>
  isFiltered(documentFilters, query) || chipNames.some((name) => query.has(name));

/**
 * The list query from the URL. With `reported`, the documents counted in a period, otherwise all matching documents.
 */
export function askedOf(query: URLSearchParams): Pick<Variables, 'filter' | 'counted' | 'orderBy'> {
  const counted = countedOf(query);
  const filters = [...documentFilters, ...linkFilters].filter(
    ({ name }) => counted === null || !labelNames.includes(name),
  );
  const field = orderOf(orders, query, defaultOrder);
  return { filter: filterOf(filters, query), counted, orderBy: { field, direction: 'DESC' } };
}

const among = <Value extends string>(values: Readonly<Record<Value, string>>, text: string | null): Value | null =>
  text !== null && Object.hasOwn(values, text) ? (text as Value) : null;

/** The number of years covered by links without dates. */
const yearsBack = 10;

const daysOf = (query: URLSearchParams) =>
  readDays(query.get('reported')) ?? { from: `${addMonths(today().slice(0, 7), -12 * yearsBack)}-01`, to: today() };

function countedOf(query: URLSearchParams): Variables['counted'] {
  const reported = query.get('reported');
  if (reported === null) return null;
  const range = daysOf(query);
  const reason = query.get('reason');
  return {
    period: { range },
    countries: query.get('country')?.split(',') ?? null,
    state: query.get('state'),
    reason: reason as NonNullable<Variables['counted']>['reason'],
    taxCode: query.get('taxCode'),
    rate: isRate(query.get('rate')) ? query.get('rate') : null,
    jurisdictionId: query.get('jurisdiction'),
    currency: query.get('currency'),
    marketplace: query.get('marketplace')?.trim() ?? null,
    transactionType: among(types, query.get('type')),
    ...nexusOf(query.get('nexus')),
  };
}

/** Documents behind nexus sales: by tax date, and without the named sales unless `all` count. */
function nexusOf(excluded: string | null) {
  if (excluded === null) return {};
  const excludedSales = excluded.split(',') as NonNullable<NonNullable<Variables['counted']>['excludedSales']>;
  return { byTaxDate: true, ...(excluded !== 'all' && { excludedSales }) };
}

export const isRate = (text: string | null): boolean => text !== null && /^\d(\.\d{1,12})?$/.test(text);

const sortedBy: Readonly<Record<keyof typeof orders, string>> = {
  TAX_DATE: '-taxDate',
  CREATED_AT: '-createdDate',
  FINAL_TRANSACTION_AMOUNT: '-finalTransactionAmount',
  TAX_AMOUNT: '-taxAmount',
};

/**
 * The whole list over REST as CSV; null if REST lacks a filter: lists of counted documents are filtered only by their
 * labels and the customer.
 */
export function csvPathOf(query: URLSearchParams): string | null {
  const { filter, counted } = askedOf(query);
  const also = { format: 'csv', sort: sortedBy[orderOf(orders, query, defaultOrder)] };
  if (!counted) return pathOf('/v1/transactions', { ...parametersOf(filter), ...also });
  if (Object.keys(filter ?? {}).some((field) => field !== 'customerId')) return null;
  const { period: _, countries: country, ...labels } = counted;
  const rows = { ...daysOf(query), country, ...labels };
  return pathOf('/v1/liability/transactions', { ...rows, ...parametersOf(filter), ...also });
}

/** Parameters of REST that do not have the name of their field. */
const parameterNames: Readonly<Record<string, string>> = {
  'externalId.startsWith': 'externalIdPrefix',
  'taxDate.gte': 'from',
  'taxDate.lte': 'to',
};

function parametersOf(filter: Variables['filter']): Readonly<Record<string, unknown>> {
  const parameters: Record<string, unknown> = {};
  for (const [field, condition] of Object.entries(filter ?? {})) {
    if (typeof condition !== 'object') parameters[field] = condition;
    for (const [comparator, value] of Object.entries(Object(condition))) {
      parameters[parameterNames[`${field}.${comparator}`] ?? field] = value;
    }
  }
  return parameters;
}

function pathOf(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value != null);
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
