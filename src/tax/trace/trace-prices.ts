import type { DocumentToAssess, ItemToAssess } from '../model/assessment.ts';
import { type Decimal, fromUnits, one, roundToUnit, sum } from '../numbers/decimal.ts';
import type { Allocation, StepFacts } from './trace.ts';
import { allocationsOf } from './trace-allocation.ts';
import type { Workings, WorkingsLine } from './workings.ts';

/** Steps 1 to 5 of a line: its total, its share of the transaction discount, and its base. */
export function priceSteps(
  line: WorkingsLine,
  discounts: readonly Allocation[],
  document: DocumentToAssess,
): StepFacts[] {
  const { minorUnit } = document;
  const allocation = discounts[line.index];
  const weight = fromUnits(weightOf(line.taxed.amounts), minorUnit);
  const { total, discount, discountShare, base } = line.taxed.amounts;
  const inMoney = (units: bigint) => fromUnits(units, minorUnit);
  return [
    { kind: 'LINE_TOTALLED', ...sentPrice(line.item, document), total: inMoney(total) },
    ...(allocation ? [{ kind: 'DISCOUNT_SHARED' as const, weight, allocation }] : []),
    {
      kind: 'BASE_FOUND',
      total: inMoney(total),
      discount: inMoney(discount),
      discountShare: inMoney(discountShare),
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

/** The shares of the transaction discount for the lines it covers; empty if there is no discount. */
export function discountAllocations({ document, lines }: Workings): readonly Allocation[] {
  const { minorUnit, options, items, transactionLevelDiscount } = document;
  if (transactionLevelDiscount.isZero()) return [];
  const covered = options.discountCoversShipping ? lines : lines.slice(0, items.length);
  const weights = covered.map(({ amounts }) => weightOf(amounts));
  const parts = covered.map(({ amounts }) => amounts.discountShare);
  return allocationsOf(parts, weights, minorUnit);
}

function weightOf({ total, discount }: { readonly total: bigint; readonly discount: bigint }): bigint {
  return total > discount ? total - discount : 0n;
}

/** The step added if the lines add up to less than the transaction discount. */
export function discountCap({ document, assessed }: Workings): StepFacts[] {
  const sent = roundToUnit(document.transactionLevelDiscount, document.minorUnit);
  const shared = sum(assessed.map(({ relativeTransactionDiscount }) => relativeTransactionDiscount));
  return shared.eq(sent) ? [] : [{ kind: 'DISCOUNT_CAPPED', sent, shared }];
}
