import type { RootOf } from '../../base/graphql.ts';
import { subtract } from '../../format/decimal-text.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { returnTexts } from '../../texts/return.ts';
import { figureRows, inCurrency } from './figure-rows.ts';
import type { returnFilingsOperation } from './operations.ts';

export type FiledReturn = RootOf<typeof returnFilingsOperation, 'taxReturn'>;
type Filing = FiledReturn['filings'][number];
type Figures = NonNullable<Filing['figures']>;

/** The figures of one filing, or of the draft after the last filing. */
type FilingColumn = {
  readonly key: string;
  readonly name: string;
  readonly filing: Filing | null;
  readonly values: ReadonlyMap<string, string>;
  /** Changes since the previous column; null in the first column. */
  readonly since: ReadonlyMap<string, string> | null;
};

export type FilingTable = {
  readonly currency: string;
  readonly columns: readonly FilingColumn[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly isPart: boolean;
    readonly isCount: boolean;
  }[];
  /** Changes in the last column since the first; null if there are fewer than three columns. */
  readonly toFirst: ReadonlyMap<string, string> | null;
};

const { names: figureNames } = returnTexts.figures;
const order = Object.keys(figureNames);

/** The currencies found in any filing or in the current figures. */
export function currenciesIn({ filings, figures }: FiledReturn): string[] {
  const all = [...filings.map((filing) => filing.figures), figures].filter((one) => one !== null);
  return [
    ...new Set(
      all.flatMap(({ totals, oneStopShop }) =>
        oneStopShop ? [oneStopShop.currency] : totals.map(({ amounts }) => amounts.currency),
      ),
    ),
  ];
}

/** All filings and a draft after them, side by side, in one currency. */
export function filingTable({ filings, status, figures, difference }: FiledReturn, currency: string): FilingTable {
  const columns: FilingColumn[] = filings.map((filing) => ({
    key: `filing ${filing.number}`,
    name: returnTexts.filings.number(filing.number),
    filing,
    values: valuesOf(filing.figures, currency),
    since: filing.difference && valuesOf(filing.difference, currency),
  }));
  if (status === 'DRAFT' && filings.length > 0) {
    const since = difference && valuesOf(difference, currency);
    columns.push({
      key: 'now',
      name: returnTexts.filings.now,
      filing: null,
      values: valuesOf(figures, currency),
      since,
    });
  }
  const keys = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))];
  const placeOf = (key: string) => order.indexOf(key.split(' ')[0]!);
  return {
    currency,
    columns,
    rows: keys
      .sort((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
      .map((key) => ({ key, name: nameOf(key), isPart: key.includes(' '), isCount: key === 'documents' })),
    toFirst: columns.length > 2 ? differenceToFirst(columns, keys, currency) : null,
  };
}

function differenceToFirst(
  columns: readonly FilingColumn[],
  keys: readonly string[],
  currency: string,
): ReadonlyMap<string, string> {
  const [first, last] = [columns[0]!, columns.at(-1)!];
  if (last.filing?.differenceToFirst) return valuesOf(last.filing.differenceToFirst, currency);
  return new Map(keys.map((key) => [key, subtract(last.values.get(key) ?? '0', first.values.get(key) ?? '0')]));
}

function valuesOf(figures: Figures | null, currency: string): ReadonlyMap<string, string> {
  if (figures === null) return new Map();
  const { totals, oneStopShop: shop } = figures;
  if (shop) {
    return new Map([
      ['tax', shop.taxAmount],
      ['documents', String(shop.transactionCount)],
    ]);
  }
  return new Map(figureRows(inCurrency(totals, currency), undefined).map(({ key, now }) => [key, now]));
}

function nameOf(key: string): string {
  const [, reason] = key.split(' ');
  return reason === undefined ? known(figureNames, key) : known(recordTexts.reasons, reason);
}
