import type { Transaction } from './transaction.ts';
import type { TransactionInput } from './transaction-input.ts';

/**
 * An answer shows `taxableCategory` as the law has it. Sent back with a document that was read, it is no declaration of
 * the consumer: where the stored line shows the same outcome without having been declared so, it is taken as not sent.
 */
export function withoutEchoes(input: TransactionInput, stored: Transaction): TransactionInput {
  return {
    ...input,
    items: input.items.map((item, index) => {
      const before = stored.items[index];
      return before && before.name === item.name ? withoutEcho(item, before) : item;
    }),
    shippingFee:
      input.shippingFee && stored.shippingFee ? withoutEcho(input.shippingFee, stored.shippingFee) : input.shippingFee,
  };
}

type SentLine = Pick<TransactionInput['items'][number], 'taxCode' | 'taxableCategory' | 'tangibleCategory'>;
type StoredLine = Pick<
  Transaction['items'][number],
  'taxCode' | 'taxableCategory' | 'tangibleCategory' | 'isSentAsNotTaxable'
>;

function withoutEcho<Line extends SentLine>(line: Line, before: StoredLine): Line {
  if (before.taxCode !== line.taxCode) return line;
  const isEcho =
    line.taxableCategory === 'NOT_TAXABLE' && before.taxableCategory === 'NOT_TAXABLE' && !before.isSentAsNotTaxable;
  return isEcho ? { ...line, taxableCategory: null } : line;
}
