import type { NaturalKey } from '../base/record-name.ts';
import type { Item } from './document-line.ts';
import { namesakes } from './item-product.ts';
import type { Transaction } from './transaction.ts';
import type { ItemInput, SentTransaction, TransactionInput } from './transaction-input.ts';

/**
 * The document from whose response the lines may have been copied; null if copied lines make no difference. A refund
 * uses the figures of its invoice.
 */
export function copiedFrom(input: SentTransaction): NaturalKey | null {
  const { source, createdFrom, transactionType, items, shippingFee } = input;
  if (createdFrom === null || transactionType === 'REFUND') return null;
  const isAnyNotTaxable = items.some(isNotTaxable) || (shippingFee !== null && isNotTaxable(shippingFee));
  return isAnyNotTaxable ? { source, externalId: createdFrom } : null;
}

/**
 * The input without outcomes from the document in `createdFrom`: the outcomes were copied with that document's lines
 * and are not declarations by the client. `stored` is the document before the change; its earlier declarations are
 * kept.
 */
export function stripCopiedOutcomes(
  input: TransactionInput,
  original: Transaction,
  stored: Transaction | null,
): TransactionInput {
  const { items, shippingFee } = input;
  const isFeeCopied =
    shippingFee !== null &&
    !stored?.shippingFee?.isSentAsNotTaxable &&
    original.shippingFee?.taxCode === shippingFee.taxCode &&
    isOutcome(original.shippingFee);
  return {
    ...input,
    items: items.map((item, index) =>
      !stored?.items[index]?.isSentAsNotTaxable && isCopied(item, original) ? { ...item, taxableCategory: null } : item,
    ),
    shippingFee: isFeeCopied && isNotTaxable(shippingFee) ? { ...shippingFee, taxableCategory: null } : shippingFee,
  };
}

/** Copies may omit items and list them in a different order. */
function isCopied(sent: ItemInput, original: Transaction): boolean {
  if (!isNotTaxable(sent)) return false;
  const same = namesakes(sent, original).filter(({ item }) => item.taxCode === sent.taxCode);
  return same.length > 0 && same.every(({ item }) => isOutcome(item));
}

type Categories = Pick<Item, 'taxableCategory' | 'isSentAsNotTaxable'>;

function isOutcome({ taxableCategory, isSentAsNotTaxable }: Categories): boolean {
  return taxableCategory === 'NOT_TAXABLE' && !isSentAsNotTaxable;
}

function isNotTaxable({ taxableCategory }: Pick<ItemInput, 'taxableCategory'>): boolean {
  return taxableCategory === 'NOT_TAXABLE';
}
