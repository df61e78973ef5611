import type { DocumentToAssess, TreatmentFacts } from '../../tax/model/assessment.ts';
import type { RateInForce } from '../../tax/model/place.ts';
import type { TaxRule } from '../../tax/model/rule.ts';
import { type Decimal, decimal, roundToUnit, sum, zero } from '../../tax/numbers/decimal.ts';
import { toDecimalText } from '../base/amount.ts';
import { minorUnitOf } from '../base/currency.ts';
import { groupedBy } from '../base/grouped-by.ts';
import type { RateChange, RateChangeEffect } from '../lookups/rate-changes.ts';
import type { ItemAttributes } from '../transactions/item-attributes.ts';
import type { InvoiceWithRefunds } from '../transactions/refund/refunded-amounts.ts';
import type { LineName } from '../transactions/refund/returned-parts.ts';
import { signOf } from '../transactions/signed-amount.ts';
import { placeOfLine } from '../transactions/snapshot-places.ts';
import type { RecordedTransaction, SnapshotLine, SnapshotPlace } from '../transactions/transaction-snapshot.ts';
import { type FrozenFacts, supposeInParts } from './supposed-tax.ts';
import { withPlaces } from './supposition.ts';

/** The tax of a document, with its sign in the liability report, and the effect of a change. */
export type ChangedTax = { readonly currency: string; readonly before: Decimal; readonly difference: Decimal };

type LineUnderLaw = {
  readonly taxCode: string;
  readonly kind: 'ITEM' | 'SHIPPING_FEE';
  readonly attributes: ItemAttributes | undefined;
};

/** The law at frozen places on the first day of a change. */
export type LawAfterChange = {
  readonly change: RateChange;
  /** The changed rate of the jurisdiction; null if the place is outside the jurisdiction. */
  rateAt(place: SnapshotPlace): RateInForce | null;
  /** The rule for a tax code; null if the change does not affect the code in that place. */
  ruleAt(place: SnapshotPlace, line: LineUnderLaw): TaxRule | null;
};

/**
 * The tax that a document would have added after a change in the law. A refund of a stored invoice returns the tax that
 * would have been due on its invoice; a tax-only refund returns the same share of it.
 */
export function* changedTax(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds | null,
  law: LawAfterChange,
): Generator<void, ChangedTax> {
  const { items, shippingFee, refundOf, currency, salesTax } = document.transaction;
  const sign = decimal(String(signOf(document.transaction)));
  const names: LineName[] = [...items.keys(), ...(shippingFee ? ['shippingFee' as const] : [])];
  // Once the tax has been returned, a refund returns only the price.
  const isTaxReturned = refunded?.refunds.some(({ transaction }) => transaction.refundOf?.kind === 'TAX_ONLY');
  return yield* supposeInParts(document, refunded, {
    apply: (frozen) => ({
      record: frozen.record,
      toAssess: law.change.kind === 'RATE' ? ratedAfter(frozen, law) : ruledAfter(frozen, law),
    }),
    describe: (before, after) => {
      const differenceOf = (name: LineName): Decimal => {
        const [was, is] = [before(name), after(name)];
        const returned = decimal((name === 'shippingFee' ? shippingFee! : items[name]!).taxAmount);
        if (refundOf?.kind === 'TAX_ONLY') {
          if (was.whole.isZero()) return zero;
          return roundToUnit(returned.times(is.whole).div(was.whole), minorUnitOf(currency)).minus(returned);
        }
        return isTaxReturned && returned.isZero() ? zero : is.tax.minus(was.tax);
      };
      return {
        currency,
        before: decimal(salesTax.amount).times(sign),
        difference: sum(names.map(differenceOf)).times(sign),
      };
    },
  });
}

function ratedAfter({ record: { snapshot }, toAssess }: FrozenFacts, law: LawAfterChange): DocumentToAssess {
  const { change } = law;
  return withPlaces(toAssess, (at, item) => {
    const place = item === null ? snapshot : placeOfLine(snapshot, snapshot.items[item]!);
    if (place.country !== change.country) return at;
    return { ...at, place: { ...at.place, rates: ratesAfter(at.place.rates, change, law.rateAt(place)) } };
  });
}

function ratesAfter(
  rates: readonly RateInForce[],
  { jurisdiction: { id }, before, after }: RateChange,
  introduced: RateInForce | null,
): readonly RateInForce[] {
  const others = rates.filter(({ jurisdiction }) => jurisdiction.id !== id);
  if (after === null) return others;
  if (others.length === rates.length) return before === null && introduced !== null ? [...rates, introduced] : rates;
  const rate = decimal(after.rate!);
  return rates.map((one) => (one.jurisdiction.id === id ? { ...one, rate } : one));
}

function ruledAfter({ record, toAssess }: FrozenFacts, law: LawAfterChange): DocumentToAssess {
  const { transaction, snapshot } = record;
  const { items, shippingFee: fee } = toAssess;
  const ruled = <Line extends TreatmentFacts>(line: Line, frozen: SnapshotLine, of: Omit<LineUnderLaw, 'taxCode'>) => {
    const rule = law.ruleAt(placeOfLine(snapshot, frozen), { ...of, taxCode: line.taxCode });
    return rule ? { ...line, rule } : line;
  };
  return {
    ...toAssess,
    items: items.map((item, index) =>
      ruled(item, snapshot.items[index]!, { kind: 'ITEM', attributes: transaction.items[index]!.attributes }),
    ),
    shippingFee: fee && ruled(fee, snapshot.shippingFee!, { kind: 'SHIPPING_FEE', attributes: undefined }),
  };
}

/** Totals by currency of the documents whose tax would differ. */
export function addedTaxes(taxes: readonly ChangedTax[]): RateChangeEffect['taxes'] {
  const differing = taxes.filter(({ difference }) => !difference.isZero());
  return [...groupedBy(differing, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, ofCurrency]) => {
      const before = sum(ofCurrency.map((one) => one.before));
      const difference = sum(ofCurrency.map((one) => one.difference));
      return {
        currency,
        transactionCount: ofCurrency.length,
        before: toDecimalText(before),
        after: toDecimalText(before.plus(difference)),
        taxDifference: toDecimalText(difference),
      };
    });
}
