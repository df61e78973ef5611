import { decimal } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import type { LiabilitySum } from '../../liability/liability.ts';
import type { LiabilityGroup } from '../../liability/liability-group.ts';
import type { LiabilityQuestion } from '../../liability/liability-query.ts';
import type { LiabilityLabels } from '../../liability/liability-record.ts';
import { totalsOfLines } from '../../totals/reported-totals.ts';
import type { ReportedTotals } from '../../totals/totals-of-place.ts';
import { placeOfLine, type TaxedPlace, taxedPlaces } from '../../transactions/snapshot-places.ts';
import type { RecordedTransaction, SnapshotLine } from '../../transactions/transaction-snapshot.ts';
import { type ShopSeller, shopLinesOf } from './shop-supplies.ts';

/** A document's contribution to the sums, with and without its one-stop-shop lines. */
export type ShopShare = { readonly whole: readonly ReportedTotals[]; readonly own: readonly ReportedTotals[] };

/** Null for a document without one-stop-shop lines. */
export function shopShareOf(document: RecordedTransaction, sellers: readonly ShopSeller[]): ShopShare | null {
  const { transaction, snapshot } = document;
  const ofShop = linesOfShop(document, sellers);
  if (ofShop.size === 0) return null;
  return {
    whole: totalsOfLines(transaction, snapshot, () => true),
    own: totalsOfLines(transaction, snapshot, (line) => !ofShop.has(line)),
  };
}

function linesOfShop(document: RecordedTransaction, sellers: readonly ShopSeller[]): ReadonlySet<SnapshotLine> {
  return new Set(sellers.flatMap((seller) => shopLinesOf(document, seller).map(({ recorded }) => recorded)));
}

/** The places whose own return reports the document. Places whose lines are all in the one-stop shop are excluded. */
export function ownPlacesOf(document: RecordedTransaction, sellers: readonly ShopSeller[]): readonly TaxedPlace[] {
  const { snapshot } = document;
  const ofShop = linesOfShop(document, sellers);
  const placesOfLines = (isOfShop: boolean) =>
    [...snapshot.items, ...(snapshot.shippingFee ? [snapshot.shippingFee] : [])]
      .filter((line) => ofShop.has(line) === isOfShop)
      .map((line) => placeOfLine(snapshot, line));
  const isAmong = (places: readonly TaxedPlace[], { country, subdivision }: TaxedPlace) =>
    places.some((one) => one.country === country && one.subdivision === subdivision);
  const [own, shop] = [placesOfLines(false), placesOfLines(true)];
  return taxedPlaces(snapshot).filter((place) => isAmong(own, place) || !isAmong(shop, place));
}

/** The groups by which return figures are added up. */
const returnGroups: readonly LiabilityGroup[] = ['COUNTRY', 'STATE', 'MONTH', 'JURISDICTION'];

type RateOf = (currency: string, day: string) => string | null;

/**
 * The sums without the one-stop-shop lines. If the amounts in the sums are converted, `rateOf` converts the lines as
 * well.
 */
export function sumsWithoutShop<Sum extends LiabilitySum>(
  sums: readonly Sum[],
  shares: readonly ShopShare[],
  question: LiabilityQuestion,
  rateOf?: RateOf,
): Sum[] {
  const other = [...question.groupBy].find((group) => !returnGroups.includes(group));
  if (other) throw new Error(`Return totals cannot be grouped by ${other}.`);
  const left = new Map(sums.map((one) => [keyOf(one), one]));
  for (const { whole, own } of shares) {
    for (const [sign, entries] of [
      [-1, whole],
      [1, own],
    ] as const) {
      for (const one of entries.flatMap((entry) => sumsOf(entry, question, rateOf))) {
        const key = keyOf(one);
        const found = left.get(key);
        // A document whose totals are still being counted is not yet part of any sum.
        if (found) left.set(key, plus(found, one, sign));
      }
    }
  }
  return [...left.values()].filter(isSomething);
}

type Labelled = Pick<LiabilitySum, 'labels' | 'reason' | 'transactionType' | 'isMarketplace'>;

function keyOf({ labels, reason, transactionType, isMarketplace }: Labelled): string {
  const { country, state, jurisdiction, month, currency } = labels;
  const ofJurisdiction = jurisdiction && [jurisdiction.id, jurisdiction.level, jurisdiction.name];
  return JSON.stringify([country, state, ofJurisdiction, month, currency, reason, transactionType, isMarketplace]);
}

const nothing = {
  taxCode: null,
  rate: null,
  exemptionReason: null,
  reason: null,
  transactionType: null,
  subsidiary: null,
  source: null,
  marketplace: null,
  customerId: null,
  reportedOn: null,
} satisfies Partial<LiabilityLabels>;

/**
 * One sum per entry of the lines or, by jurisdiction, of the jurisdictions; empty if the entry is for another place, or
 * without an exchange rate.
 */
function sumsOf(entry: ReportedTotals, question: LiabilityQuestion, rateOf?: RateOf): LiabilitySum[] {
  const { groupBy, taxes } = question;
  const isAsked = question.country === null || question.country === entry.country;
  if (!isAsked || (question.state !== null && question.state !== entry.state)) return [];
  const isByJurisdiction = groupBy.has('JURISDICTION') || taxes !== null;
  const isOfTaxes = ({ jurisdictionId }: { readonly jurisdictionId: string }) =>
    taxes === null || taxes.jurisdictionIds.includes(jurisdictionId) === (taxes.kind === 'only');
  const parts = isByJurisdiction ? entry.jurisdictions.filter(isOfTaxes) : entry.lines;
  const rate = rateOf ? rateOf(entry.currency, entry.reportedOn) : '1';
  if (rate === null) return [];
  const converted = (amount: string) => toDecimalText(decimal(amount).times(decimal(rate)));
  return parts.map((part): LiabilitySum => {
    const ofJurisdiction = 'jurisdictionId' in part && groupBy.has('JURISDICTION') ? part : null;
    return {
      labels: {
        ...nothing,
        country: groupBy.has('COUNTRY') ? entry.country : null,
        state: (groupBy.has('STATE') && entry.state) || null,
        jurisdiction: ofJurisdiction && {
          id: ofJurisdiction.jurisdictionId,
          level: ofJurisdiction.level,
          name: ofJurisdiction.name,
        },
        month: groupBy.has('MONTH') ? entry.reportedOn.slice(0, 7) : null,
        currency: entry.currency,
      },
      reason: part.reason,
      transactionType: entry.transactionType,
      isMarketplace: entry.customerType === 'MARKETPLACE' || part.reason === 'MARKETPLACE',
      isByJurisdiction,
      grossAmount: converted(part.grossAmount),
      taxableAmount: converted(part.taxableAmount),
      taxAmount: converted(part.taxAmount),
      feeAmount: null,
      documents: part.isFirstOf.document,
    };
  });
}

function plus<Sum extends LiabilitySum>(one: Sum, other: LiabilitySum, sign: 1 | -1): Sum {
  const added = (amount: string, more: string) => toDecimalText(decimal(amount).plus(decimal(more).times(sign)));
  return {
    ...one,
    grossAmount: added(one.grossAmount, other.grossAmount),
    taxableAmount: added(one.taxableAmount, other.taxableAmount),
    taxAmount: added(one.taxAmount, other.taxAmount),
    documents: one.documents + sign * other.documents,
  };
}

function isSomething({ documents, grossAmount, taxableAmount, taxAmount, feeAmount }: LiabilitySum): boolean {
  const amounts = [grossAmount, taxableAmount, taxAmount, feeAmount ?? '0'];
  return documents !== 0 || amounts.some((amount) => !decimal(amount).isZero());
}
