import type { Notice } from '../../tax/model/assessment.ts';
import type { TransactionInput } from './transaction-input.ts';

/** The notices of items whose quantity had too many decimal places. */
export function roundedQuantityNotices({ items }: Pick<TransactionInput, 'items'>): Notice[] {
  return items.flatMap(({ quantity, sentQuantity }, index) => {
    if (sentQuantity === undefined) return [];
    const message = `The quantity ${sentQuantity} was rounded to ${quantity}, because a quantity has at most 6 decimal places.`;
    return [{ code: 'QUANTITY_ROUNDED', pointer: `/items/${index}/quantity`, message }];
  });
}
