import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import { fractionOf } from '../../../tax/numbers/fraction.ts';
import type { Allocation, PriceStep } from '../../../tax/trace/trace.ts';
import { toDecimalText } from '../../base/amount.ts';
import { formatAmount, type MoneyText } from '../../descriptions/format.ts';
import type { StepDescription } from './trace-step.ts';

export function describePrice(step: PriceStep, money: MoneyText): StepDescription {
  switch (step.kind) {
    case 'LINE_TOTALLED': {
      const { unitPrice, quantity, exact, total } = step;
      const isProduct = unitPrice?.times(quantity).eq(exact) === true;
      const how = isProduct
        ? `${money(unitPrice)} times ${formatAmount(quantity)} is ${money(exact)}`
        : `${money(exact)} as sent`;
      const message = `Line total: ${how}${exact.eq(total) ? '' : `, rounded to ${money(total)}`}.`;
      return { message, exact: decimalText(exact), amount: toDecimalText(total) };
    }
    case 'DISCOUNT_CAPPED': {
      const { sent, shared } = step;
      const message = `Only ${money(shared)} of the transaction discount of ${money(sent)} is used, because the discount exceeds the total of the lines.`;
      return { message, exact: decimalText(sent), amount: toDecimalText(shared) };
    }
    case 'DISCOUNT_SHARED': {
      const { weight, allocation } = step;
      const message = `Share of the transaction discount, in proportion to ${money(weight)}: ${describeAllocation(allocation, money)}.`;
      return { message, basis: decimalText(weight), ...allocationDetails(allocation) };
    }
    case 'BASE_FOUND': {
      const { total, discount, discountShare, base } = step;
      const less = [discount, discountShare].filter((part) => !part.isZero()).map((part) => ` less ${money(part)}`);
      const message = `Amount after discounts: ${less.length > 0 ? `${money(total)}${less.join('')} is ` : ''}${money(base)}.`;
      return { message, basis: decimalText(total), amount: toDecimalText(base) };
    }
  }
}

/** The calculation of one part of an allocated total, in words. */
export function describeAllocation({ exact, cut, added, amount }: Allocation, money: MoneyText): string {
  if (fractionOf(amount).compare(exact) === 0) return money(amount);
  const truncated = `${money(exact)} truncated to ${money(cut)}`;
  if (added.isZero()) return truncated;
  return `${truncated}, plus ${money(added)} of the remainder, is ${money(amount)}`;
}

export function allocationDetails({ exact, amount }: Allocation) {
  return { exact: exactText(exact), amount: toDecimalText(amount) };
}
