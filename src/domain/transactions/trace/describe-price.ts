import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import { fractionOf } from '../../../tax/numbers/fraction.ts';
import type { Allocation, PriceStep } from '../../../tax/trace/trace.ts';
import { toDecimalText } from '../../base/amount.ts';
import { formatAmount } from '../../descriptions/format.ts';
import type { StepDescription } from './trace-step.ts';

export function describePrice(step: PriceStep): StepDescription {
  switch (step.kind) {
    case 'LINE_TOTALLED': {
      const { unitPrice, quantity, exact, total } = step;
      const isProduct = unitPrice?.times(quantity).eq(exact) === true;
      const how = isProduct
        ? `${formatAmount(unitPrice)} times ${formatAmount(quantity)} is ${formatAmount(exact)}`
        : `${formatAmount(exact)} as sent`;
      const message = `Line total: ${how}${exact.eq(total) ? '' : `, rounded to ${formatAmount(total)}`}.`;
      return { message, exact: decimalText(exact), amount: toDecimalText(total) };
    }
    case 'DISCOUNT_CAPPED': {
      const { sent, shared } = step;
      const message = `Only ${formatAmount(shared)} of the transaction discount of ${formatAmount(sent)} is used, because the discount exceeds the total of the lines.`;
      return { message, exact: decimalText(sent), amount: toDecimalText(shared) };
    }
    case 'DISCOUNT_SHARED': {
      const { weight, allocation } = step;
      const message = `Share of the transaction discount, in proportion to ${formatAmount(weight)}: ${describeAllocation(allocation)}.`;
      return { message, basis: decimalText(weight), ...allocationDetails(allocation) };
    }
    case 'BASE_FOUND': {
      const { total, discount, discountShare, base } = step;
      const less = [discount, discountShare]
        .filter((part) => !part.isZero())
        .map((part) => ` less ${formatAmount(part)}`);
      const message = `Amount after discounts: ${less.length > 0 ? `${formatAmount(total)}${less.join('')} is ` : ''}${formatAmount(base)}.`;
      return { message, basis: decimalText(total), amount: toDecimalText(base) };
    }
  }
}

/** The calculation of one part of an allocated total, in words. */
export function describeAllocation({ exact, cut, added, amount }: Allocation): string {
  if (fractionOf(amount).compare(exact) === 0) return formatAmount(amount);
  const truncated = `${formatAmount(exact)} truncated to ${formatAmount(cut)}`;
  if (added.isZero()) return truncated;
  return `${truncated}, plus ${formatAmount(added)} of the remainder, is ${formatAmount(amount)}`;
}

export function allocationDetails({ exact, amount }: Allocation) {
  return { exact: exactText(exact), amount: toDecimalText(amount) };
}
