import type { Notice } from '../../tax/model/assessment.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionInput } from './transaction-input.ts';

const code = 'TAX_CODE_ASSUMED';
const pointerTo = (index: number) => `/items/${index}/taxCode`;

/** Whether an item of a stored document was sent without its tax code. */
export function wasSentWithoutTaxCode({ notices }: Pick<Transaction, 'notices'>, index: number): boolean {
  return notices.some((notice) => notice.code === code && notice.pointer === pointerTo(index));
}

/** The notices of items that took the tax code of the account. */
export function assumedTaxCodeNotices({ items }: TransactionInput): Notice[] {
  return items.flatMap(({ taxCode, isTaxCodeAssumed }, index) => {
    if (!isTaxCodeAssumed) return [];
    const message = `No tax code was sent: ${taxCode}, the defaultTaxCode of the account, was used.`;
    return [{ code, pointer: pointerTo(index), message }];
  });
}
