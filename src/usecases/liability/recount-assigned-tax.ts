import type { DecimalText } from '../../domain/base/amount.ts';
import { lastDayOf } from '../../domain/base/calendar.ts';
import { liabilityRows } from '../../domain/liability/liability.ts';
import { everyPart, type LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { UnassignedPlace } from '../../domain/liability/unassigned-tax.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { isReporting, sharesOf, taxesOf } from '../../domain/returns/days-without-return.ts';
import { returnsFor } from '../../domain/returns/filing-calendar.ts';
import { type ShopSeller, shopLinesOf } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import { closesPeriod, type StoredReturn } from '../../domain/returns/return.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import { reportingDay, signedAmount } from '../../domain/transactions/signed-amount.ts';
import { placeOfLine } from '../../domain/transactions/snapshot-places.ts';
import { countedTypes } from '../../domain/transactions/transaction-enums.ts';
import type { RecordedTransaction, SnapshotLine } from '../../domain/transactions/transaction-snapshot.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import { addUpUnassigned } from './add-up-unassigned.ts';
import { readDocuments } from './eu-documents.ts';
import { withoutShopSupplies } from './own-totals.ts';

type Recount = {
  readonly stores: Pick<TenantStores, 'totals' | 'transactions'>;
  readonly sellers: readonly ShopSeller[];
  readonly declarations: readonly NexusDeclaration[];
  readonly stored: readonly StoredReturn[];
  readonly dueDays: ReferenceData['dueDays'];
};

/** The tax of one place in one month and currency. */
type Assigned = {
  readonly place: string;
  readonly month: string;
  readonly currency: string;
  /** Liability, according to the stored totals. */
  liability: Decimal;
  /** Tax without a return, according to the stored totals. */
  listed: Decimal;
  /** Tax in returns and one-stop-shop schemes, according to the documents. */
  returned: Decimal;
  /** Tax without a return, according to the documents. */
  unassigned: Decimal;
};

/**
 * Compares returns with liability. Each tax line of a document belongs to one return, to one one-stop-shop scheme, or
 * to no return.
 */
export async function faultsOfAssignment({
  stores,
  sellers,
  declarations,
  stored,
  dueDays,
}: Recount): Promise<string[]> {
  const found = new Map<string, Assigned>();
  const at = (taxed: UnassignedPlace, month: string, currency: string): Assigned => {
    const place = placeCode(taxed);
    const key = `${place} ${month} ${currency}`;
    const nothing = { liability: zero, listed: zero, returned: zero, unassigned: zero };
    const one = found.get(key) ?? { place, month, currency, ...nothing };
    found.set(key, one);
    return one;
  };
  const always = { ...everything, from: '0001-01-01', to: '9999-12-31' };
  for (const row of liabilityRows(await stores.totals.addUpLiability(always, mostSums))) {
    if (row.country === null || row.month === null) continue;
    const one = at({ country: row.country, state: row.state }, row.month, row.currency);
    one.liability = one.liability.plus(decimal(row.taxAmount));
  }
  const months = [...new Set([...found.values()].map(({ month }) => month))].sort();
  if (months.length === 0) return [];
  const span = { from: `${months[0]}-01`, to: lastDayOf(months.at(-1)!) };
  const expected = returnsFor(declarations, span, dueDays);

  const returnsOf = countReturns(stored, expected);
  const filter = { transactionType: { in: countedTypes }, transactionStatus: { ne: 'CANCELLED' } } as const;
  for await (const document of readDocuments({ stores }, filter)) {
    const { transaction } = document;
    const day = reportingDay(transaction);
    for (const { place, taxAmount, shops, jurisdictionId } of taxIn(document, sellers)) {
      const one = at(place, day.slice(0, 7), transaction.currency);
      const count = shops === 0 ? returnsOf(place, jurisdictionId, day) : shops;
      const tax = decimal(signedAmount(taxAmount, transaction));
      if (count === 0) one.unassigned = one.unassigned.plus(tax);
      one.returned = one.returned.plus(tax.times(count));
    }
  }

  const own = sellers.length === 0 ? stores.totals : withoutShopSupplies(stores.totals, { stores, sellers });
  for (const month of months) {
    const period = { from: `${month}-01`, to: lastDayOf(month) };
    for (const listed of await addUpUnassigned(own, { ...everything, ...period }, [...stored, ...expected])) {
      const one = at(listed, month, listed.currency);
      one.listed = one.listed.plus(decimal(listed.taxAmount));
    }
  }
  return [...found.values()].flatMap(faultsOf);
}

function faultsOf({ place, month, currency, liability, listed, returned, unassigned }: Assigned): string[] {
  const name = `Tax for ${place} ${month} in ${currency}`;
  const together = returned.plus(listed);
  if (!together.eq(liability)) {
    const difference = liability.minus(together);
    return [
      `${name}: the documents have ${returned} in returns and ${listed} without a return, but liability is ${liability}. Difference: ${difference}.`,
    ];
  }
  if (unassigned.eq(listed)) return [];
  return [
    `${name}: the documents have ${unassigned} without a return, but ${listed} is listed. Difference: ${listed.minus(unassigned)}.`,
  ];
}

const mostSums = 1_000_000;
const everything: Omit<LiabilityQuestion, 'from' | 'to'> = {
  country: null,
  state: null,
  ...everyPart,
  groupBy: new Set(['COUNTRY', 'STATE', 'MONTH']),
  taxes: null,
};

type TaxOfLine = {
  readonly place: UnassignedPlace;
  readonly jurisdictionId: string;
  readonly taxAmount: DecimalText;
  /** The number of one-stop-shop schemes that report the tax. */
  readonly shops: number;
};

function taxIn(document: RecordedTransaction, sellers: readonly ShopSeller[]): TaxOfLine[] {
  const { snapshot } = document;
  const ofShops = sellers.flatMap((seller) => shopLinesOf(document, seller).map(({ recorded }) => recorded));
  const lines: SnapshotLine[] = [...snapshot.items, ...(snapshot.shippingFee ? [snapshot.shippingFee] : [])];
  return lines.flatMap((line) => {
    const { country, subdivision: state } = placeOfLine(snapshot, line);
    const shops = ofShops.filter((one) => one === line).length;
    return line.taxLines.map(({ rate, taxAmount }) => {
      return { place: { country, state }, jurisdictionId: snapshot.rates[rate]!.jurisdiction.id, taxAmount, shops };
    });
  });
}

/** The number of returns that report a tax on a day. Filed returns replace the returns that registrations require. */
function countReturns(stored: readonly StoredReturn[], expected: readonly TaxReturnKey[]) {
  const closed = stored.filter(({ status }) => closesPeriod(status));
  const others = [...stored.filter(({ status }) => !closesPeriod(status)), ...expected];
  const known = new Map<string, number>();
  return (place: UnassignedPlace, jurisdictionId: string, day: string): number => {
    const share = sharesOf(place).find((one) => {
      const taxes = taxesOf(one);
      return taxes === null || taxes.jurisdictionIds.includes(jurisdictionId) === (taxes.kind === 'only');
    })!;
    const key = JSON.stringify([share, day]);
    const reports = (one: TaxReturnKey) => one.from <= day && day <= one.to && isReporting(one, share);
    const count = known.get(key) ?? (closed.filter(reports).length || Number(others.some(reports)));
    known.set(key, count);
    return count;
  };
}
