import { describeReturn } from '../../domain/returns/return.ts';
import type { Receipts } from '../../ports/receipts.ts';
import type { ReturnStore } from '../../ports/stores/return-store.ts';
import { everyReturn } from './every-return.ts';
import { checkReceipt } from './verify-receipt.ts';

export type FilingsCheck = {
  readonly checked: number;
  /** Filings whose receipt was signed with a key that this store does not have, for example after a move. */
  readonly withUnknownKey: number;
  /** Descriptions of the differences, at most 100 per filing. */
  readonly faults: readonly string[];
};

const plan = { from: null, onDay: () => undefined, mostDocuments: Number.POSITIVE_INFINITY };

/** Checks every filing against its stored receipt. */
export async function proveFilings(returns: ReturnStore, read: Receipts['read']): Promise<FilingsCheck> {
  const faults: string[] = [];
  let checked = 0;
  let withUnknownKey = 0;
  for await (const one of everyReturn(returns, {})) {
    for (const { number, receipt } of one.filings) {
      if (receipt === null) continue;
      const name = `Filing ${number} of ${describeReturn(one)}`;
      const { signature, differences } = await checkReceipt(returns, await read(receipt), plan);
      if (signature === 'UNKNOWN_KEY') withUnknownKey += 1;
      else checked += 1;
      if (signature === 'INVALID') faults.push(`${name}: its receipt was altered.`);
      const unexplained = differences.filter(({ cause }) => cause !== 'CHANGED');
      faults.push(...unexplained.map(({ message }) => `${name}: ${message}`));
    }
  }
  return { checked, withUnknownKey, faults };
}
