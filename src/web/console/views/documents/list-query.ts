import type { VariablesOf } from '../../base/graphql.ts';
import { addMonths, today } from '../../format/format.ts';
import { readDays } from '../../format/period.ts';
import { stateCodes } from '../../format/place-text.ts';
import type { documentsOperation } from './operations.ts';

type Variables = VariablesOf<typeof documentsOperation>;

export const types = ['INVOICE', 'REFUND', 'ESTIMATE', 'SALES_ORDER'] as const;
/** Estimates and orders without an invoice, and not cancelled unless the reader asks for a status. */
export const openTypes = 'ESTIMATE,SALES_ORDER';
export const statuses = ['ACTIVE', 'PAID', 'CANCELLED'] as const;
/** The documents to review, by the parameter of the URL and the filter. */
const reviewFilters = {
  doubtful: 'isDoubtful',
  overridden: 'isOverridden',
  unproven: 'lacksCertificateFile',
} as const;
export const reviews = Object.keys(reviewFilters) as readonly (keyof typeof reviewFilters)[];
const filingStatuses = ['FILED', 'NOT_FILED'] as const;
export const orders = ['TAX_DATE', 'CREATED_AT', 'FINAL_TRANSACTION_AMOUNT', 'TAX_AMOUNT'] as const;
export type Order = (typeof orders)[number];
export const defaultOrder: Order = 'TAX_DATE';

const among = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

/** Filters that come from links and are shown as chips. */
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
const chosenNames = ['q', 'type', 'status', 'state', 'review', 'from', 'to'] as const;

export const isFiltered = (query: URLSearchParams): boolean =>
  [...chipNames, ...chosenNames].some((name) => query.has(name));

/**
 * The list query from the URL. With `reported`, the documents counted in a period, otherwise all matching documents.
 */
export function askedOf(query: URLSearchParams): Pick<Variables, 'filter' | 'counted' | 'orderBy'> {
  const field = among(orders, query.get('order')) ?? defaultOrder;
  const counted = countedOf(query);
  const filter = filterOf(query, counted !== null);
  return { filter, counted, orderBy: { field, direction: 'DESC' } };
}

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
    transactionType: among(types, query.get('type')) ?? null,
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

function filterOf(query: URLSearchParams, isCounted: boolean): NonNullable<Variables['filter']> {
  const text = (name: string) => query.get(name) || null;
  const status = among(statuses, query.get('status'));
  const isOpen = query.get('type') === openTypes;
  const type = among(types, query.get('type'));
  const filing = among(filingStatuses, query.get('filing'));
  const review = among(reviews, query.get('review'));
  const [number, customer, from, to] = [text('q'), text('customer'), text('from'), text('to')];
  const marketplace = isCounted ? null : text('marketplace');
  const place = isCounted ? {} : placeOf(query);
  return {
    ...place,
    ...(number && { externalId: { startsWith: number } }),
    ...(customer && { customerId: { eq: customer } }),
    ...(marketplace && { marketplace: { eq: marketplace } }),
    ...(isOpen && !isCounted && { transactionStatus: { ne: 'CANCELLED' } }),
    ...(status && { transactionStatus: { eq: status } }),
    ...(filing && { transactionFilingStatus: { eq: filing } }),
    ...(review && { [reviewFilters[review]]: true }),
    ...(type && !isCounted && { transactionType: { eq: type } }),
    ...(isOpen && !isCounted && { transactionType: { in: ['ESTIMATE', 'SALES_ORDER'] }, isConverted: false }),
    ...((from || to) && { taxDate: { ...(from && { gte: from }), ...(to && { lte: to }) } }),
  };
}

function placeOf(query: URLSearchParams): NonNullable<Variables['filter']> {
  const [state, country, currency] = [query.get('state'), query.get('country'), query.get('currency')];
  return {
    ...(state && stateCodes.includes(state) && { state: { eq: state }, country: { eq: 'US' } }),
    ...(country && !state && { country: { eq: country } }),
    ...(currency && { currency: { eq: currency } }),
  };
}

const sortedBy: Readonly<Record<Order, string>> = {
  TAX_DATE: '-taxDate',
  CREATED_AT: '-createdDate',
  FINAL_TRANSACTION_AMOUNT: '-finalTransactionAmount',
  TAX_AMOUNT: '-taxAmount',
};

/**
 * The whole list over REST as CSV; null if REST lacks a filter: lists of counted documents have no filters for the
 * number, status, filing status, review or dates.
 */
export function csvPathOf(query: URLSearchParams): string | null {
  const { counted } = askedOf(query);
  const text = (name: string) => query.get(name) || null;
  const sort = sortedBy[among(orders, query.get('order')) ?? defaultOrder];
  const review = among(reviews, text('review'));
  const common = { customerId: text('customer'), format: 'csv', sort };
  if (counted) {
    if (['q', 'status', 'filing', 'review', 'from', 'to'].some((name) => text(name) !== null)) return null;
    const { period: _, countries: country, ...labels } = counted;
    return pathOf('/v1/liability/transactions', { ...daysOf(query), country, ...labels, ...common });
  }
  const isOpen = query.get('type') === openTypes;
  return pathOf('/v1/transactions', {
    externalIdPrefix: text('q'),
    transactionType: among([...types, openTypes], query.get('type')) ?? null,
    isConverted: isOpen ? false : null,
    transactionStatus: among(statuses, query.get('status')) ?? (isOpen ? 'ACTIVE,PAID' : null),
    transactionFilingStatus: among(filingStatuses, query.get('filing')) ?? null,
    country: text('state') ? 'US' : text('country'),
    state: text('state'),
    currency: text('currency'),
    marketplace: text('marketplace'),
    ...(review && { [reviewFilters[review]]: true }),
    from: text('from'),
    to: text('to'),
    ...common,
  });
}

function pathOf(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value != null);
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
