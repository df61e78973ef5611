import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import type { Allotment, PriceStep } from '../../../tax/trace/trace.ts';
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
      const { weight, allotment } = step;
      const message = `Share of the transaction discount, in proportion to ${shown(weight)}: ${allotted(allotment)}.`;
      return { message, basis: decimalText(weight), ...allotmentDetails(allotment) };
    }
    case 'BASE_FOUND': {
      const { total, discount, share, base } = step;
      const less = [discount, share].filter((part) => !part.isZero()).map((part) => ` less ${shown(part)}`);
      const message = `Base of the tax: ${less.length > 0 ? `${shown(total)}${less.join('')} is ` : ''}${shown(base)}.`;
      return { message, basis: decimalText(total), amount: asText(base) };
    }
  }
}

/** How a part of a whole was found, in words. */
export function allotted({ exact, cut, added, amount }: Allotment): string {
  const units = added.isZero() ? '' : `, and ${shown(added)} of what was left over`;
  return `exactly ${shown(exact)}, cut to ${shown(cut)}${units}, makes ${shown(amount)}`;
}

export function allotmentDetails({ exact, amount }: Allotment) {
  return { exact: exactText(exact), amount: asText(amount) };
}
