import type { RootOf } from '../../base/graphql.ts';
import { documentsLink } from '../../base/links.ts';
import { currenciesByUse } from '../../base/row-order.ts';
import { add, compare, isZero } from '../../format/decimal-text.ts';
import { addMonths, lastDayOf } from '../../format/format.ts';
import type { Days } from '../../format/period.ts';
import { placeParts } from '../../format/place-text.ts';
import type { monthsOperation } from './operations.ts';

type Row = RootOf<typeof monthsOperation, 'liability'>['rows'][number];

export const measures = ['tax', 'sales', 'taxable', 'exempt', 'uncollected', 'refunds', 'documents'] as const;
export type Measure = (typeof measures)[number];

const amountOf: Readonly<Record<Measure, (row: Row) => string>> = {
  tax: ({ amounts }) => amounts.taxAmount,
  sales: ({ amounts }) => amounts.grossSalesAmount,
  taxable: ({ amounts }) => amounts.taxableAmount,
  exempt: ({ amounts }) => amounts.exemptAmount,
  uncollected: ({ amounts }) => amounts.uncollectedAmount,
  refunds: ({ amounts }) => amounts.refundsAmount,
  documents: ({ transactionCount }) => String(transactionCount),
};

/** The query from the URL. */
export type Asked = {
  readonly months: readonly string[];
  readonly measure: Measure;
  readonly currency: string | null;
  /** The place; null for all places. */
  readonly place: string | null;
  /** The month; null for all months. */
  readonly month: string | null;
};

export const spans = [6, 12] as const;

export function readAsked(query: URLSearchParams, today: string): Asked {
  const isMonth = (text: string | null) => text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
  const last = isMonth(query.get('to')) ? query.get('to')! : today.slice(0, 7);
  const span = spans.find((one) => String(one) === query.get('months')) ?? spans[0];
  const months = Array.from({ length: span }, (_, index) => addMonths(last, index - span + 1));
  const [place, month] = [query.get('place'), query.get('month')];
  return {
    months,
    measure: measures.find((one) => one === query.get('measure')) ?? 'tax',
    currency: query.get('currency'),
    place: place !== null && /^[A-Z]{2}(-[A-Z0-9]{1,4})?$/.test(place) ? place : null,
    month: month !== null && months.includes(month) ? month : null,
  };
}

export function spanOf(months: readonly string[]): Days {
  return { from: `${months[0]}-01`, to: lastDayOf(months.at(-1)!) };
}

type PlaceMonths = {
  /** `US-MN`, or the code of a country. */
  readonly place: string;
  /** One figure per month. */
  readonly figures: readonly string[];
  readonly total: string;
};

export type MonthTable = {
  readonly currency: string;
  /** The currencies of the rows, by descending number of documents. */
  readonly currencies: readonly string[];
  readonly rows: readonly PlaceMonths[];
  /** The totals of all places by month. */
  readonly totals: readonly string[];
  readonly total: string;
};

/**
 * A figure by place and month, in one currency. Default: the most used currency of the chosen place, otherwise of all
 * places. Places without the figure are omitted. Null if no documents were reported.
 */
export function monthTable(
  rows: readonly Row[],
  { months, measure, currency: asked, place }: Asked,
): MonthTable | null {
  const currencies = currenciesByUse(rows);
  const [ofPlace = currencies[0]] = currenciesByUse(rows.filter(({ key }) => key.place === place));
  const currency = currencies.find((one) => one === asked) ?? ofPlace;
  if (currency === undefined) return null;
  const own = rows.filter(({ amounts }) => amounts.currency === currency);
  const byPlace = new Map<string, Map<string, string>>();
  for (const row of own) {
    const { place, month } = row.key;
    if (place === null || month === null) continue;
    const figures = byPlace.get(place) ?? new Map<string, string>();
    byPlace.set(place, figures.set(month, amountOf[measure](row)));
  }
  const all = [...byPlace].map(([place, figures]) => {
    const listed = months.map((month) => figures.get(month) ?? '0');
    return { place, figures: listed, total: add(...listed) };
  });
  const shown = all.filter(({ figures }) => figures.some((figure) => !isZero(figure)));
  const totals = months.map((_, index) => add('0', ...all.map(({ figures }) => figures[index]!)));
  return {
    currency,
    currencies,
    rows: shown.sort((one, other) => compare(other.total, one.total) || (one.place < other.place ? -1 : 1)),
    totals,
    total: add(...totals),
  };
}

/** The country and state of a place; null for all places. */
export const placeOf = (place: string | null) => (place === null ? { country: null, state: null } : placeParts(place));

type Cell = {
  readonly place: string | null;
  readonly months: readonly string[];
  readonly asked: Pick<Asked, 'measure'>;
  readonly currency: string;
};

/** The link to the documents behind a figure. */
export function documentsOf({ place, months, asked: { measure }, currency }: Cell): string {
  const { country, state } = placeOf(place);
  const { from, to } = spanOf(months);
  return documentsLink({
    reported: `${from}..${to}`,
    country,
    state,
    currency,
    type: measure === 'refunds' ? 'REFUND' : null,
  });
}
