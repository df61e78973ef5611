import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import type { Allocation, PriceStep } from '../../../tax/trace/trace.ts';
import { asText } from '../../base/amount.ts';
import type { Said } from './trace-view.ts';
import { shown } from './trace-words.ts';

export function sayPrice(step: PriceStep): Said {
  switch (step.kind) {
    case 'LINE_TOTALLED': {
      const { unitPrice, quantity, exact, total } = step;
      const isProduct = unitPrice?.times(quantity).eq(exact) === true;
      const how = isProduct
        ? `${shown(unitPrice)} times ${shown(quantity)} is ${shown(exact)}`
        : `${shown(exact)} was sent`;
      const message = `Line total: ${how}${exact.eq(total) ? '' : `, rounded to ${shown(total)}`}.`;
      return { message, exact: decimalText(exact), amount: asText(total) };
    }
    case 'DISCOUNT_CAPPED': {
      const { sent, shared } = step;
      const message = `Of the transaction discount of ${shown(sent)}, ${shown(shared)} is used: the lines come to no more.`;
      return { message, exact: decimalText(sent), amount: asText(shared) };
    }
    case 'DISCOUNT_SHARED': {
      const { weight, allocation } = step;
      const message = `Share of the transaction discount, in proportion to ${shown(weight)}: ${allocated(allocation)}.`;
      return { message, basis: decimalText(weight), ...allocationDetails(allocation) };
    }
    case 'BASE_FOUND': {
      const { total, discount, discountShare, base } = step;
      const less = [discount, discountShare].filter((part) => !part.isZero()).map((part) => ` less ${shown(part)}`);
      const message = `Base of the tax: ${less.length > 0 ? `${shown(total)}${less.join('')} is ` : ''}${shown(base)}.`;
      return { message, basis: decimalText(total), amount: asText(base) };
    }
  }
}

/** How a part of a whole was found, in words. */
export function allocated({ exact, cut, added, amount }: Allocation): string {
  const units = added.isZero() ? '' : `, and ${shown(added)} of what was left over`;
  return `exactly ${shown(exact)}, cut to ${shown(cut)}${units}, makes ${shown(amount)}`;
}

export function allocationDetails({ exact, amount }: Allocation) {
  return { exact: exactText(exact), amount: asText(amount) };
}
