import type { DocumentToAssess, ItemToAssess } from '../model/assessment.ts';
import { type Decimal, fromUnits, one, roundToUnit, sum } from '../numbers/decimal.ts';
import type { Allotment, StepFacts } from './trace.ts';
import { allotmentsOf } from './trace-allotment.ts';
import type { Working, WorkingLine } from './working.ts';

/** Steps 1 to 5 of a line: its total, its share of the transaction discount, its base. */
export function priceSteps(
  line: WorkingLine,
  discounts: readonly Allotment[],
  document: DocumentToAssess,
): StepFacts[] {
  const { minorUnit } = document;
  const allotment = discounts[line.index];
  const weight = fromUnits(weightOf(line.taxed.amounts), minorUnit);
  const { total, discount, share, base } = line.taxed.amounts;
  const inMoney = (units: bigint) => fromUnits(units, minorUnit);
  return [
    { kind: 'LINE_TOTALLED', ...sentPrice(line.item, document), total: inMoney(total) },
    ...(allotment ? [{ kind: 'DISCOUNT_SHARED' as const, weight, allotment }] : []),
    {
      kind: 'BASE_FOUND',
      total: inMoney(total),
      discount: inMoney(discount),
      share: inMoney(share),
      base: inMoney(base),
    },
  ];
}

type SentPrice = { readonly unitPrice: Decimal | null; readonly quantity: Decimal; readonly exact: Decimal };

function sentPrice(item: ItemToAssess | null, { shippingFee }: DocumentToAssess): SentPrice {
  if (item === null) return { unitPrice: null, quantity: one, exact: shippingFee!.totalPrice };
  const { unitPrice, quantity, totalPrice } = item;
  return { unitPrice, quantity, exact: totalPrice ?? unitPrice!.times(quantity) };
}

/** The shares of the transaction discount of the lines that it covers; none where there is no discount. */
export function discountAllotments({ document, lines }: Working): readonly Allotment[] {
  const { minorUnit, options, items, transactionLevelDiscount } = document;
  if (transactionLevelDiscount.isZero()) return [];
  const covered = options.discountCoversShipping ? lines : lines.slice(0, items.length);
  const weights = covered.map(({ amounts }) => weightOf(amounts));
  const parts = covered.map(({ amounts }) => amounts.share);
  return allotmentsOf(parts, weights, minorUnit);
}

function weightOf({ total, discount }: { readonly total: bigint; readonly discount: bigint }): bigint {
  return total > discount ? total - discount : 0n;
}

/** Told where the lines come to less than the transaction discount. */
export function discountCap({ document, assessed }: Working): StepFacts[] {
  const sent = roundToUnit(document.transactionLevelDiscount, document.minorUnit);
  const shared = sum(assessed.map(({ relativeTransactionDiscount }) => relativeTransactionDiscount));
  return shared.eq(sent) ? [] : [{ kind: 'DISCOUNT_CAPPED', sent, shared }];
}
