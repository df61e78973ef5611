import { type Decimal, decimal, roundToUnit, sum, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import type { RateChangeEffect } from '../../lookups/rate-change-effect.ts';
import type { InvoiceWithRefunds } from '../../transactions/refund/refunded-amounts.ts';
import type { LineName } from '../../transactions/refund/returned-parts.ts';
import { signOf } from '../../transactions/signed-amount.ts';
import type { RecordedTransaction } from '../../transactions/transaction-snapshot.ts';
import { type FrozenFacts, suppose } from '../supposed-tax.ts';

/** The tax of a document as liability counts it, and what a change adds to it. */
export type ChangedTax = { readonly currency: string; readonly before: Decimal; readonly difference: Decimal };

/**
 * What a document would have added to the tax after a change of the law. A refund of a stored invoice returns the tax that would
 * have been due on its invoice; one of tax alone, the same share of it.
 */
export function changedTax(
  document: RecordedTransaction,
  refunded: InvoiceWithRefunds | null,
  apply: (frozen: FrozenFacts) => FrozenFacts,
): ChangedTax {
  const { items, shippingFee, refundOf, currency, salesTax } = document.transaction;
  const sign = decimal(String(signOf(document.transaction)));
  const names: LineName[] = [...items.keys(), ...(shippingFee ? ['shippingFee' as const] : [])];
  // After its tax was returned, the price alone is left to return.
  const isTaxReturned = refunded?.refunds.some(({ transaction }) => transaction.refundOf?.kind === 'TAX_ONLY');
  return suppose(document, refunded, {
    apply,
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

/** The taxes of the documents that would differ, by currency. */
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
