import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { FilingChange, FilingStatusChange } from '../../domain/transactions/filing.ts';

/** Marks many documents at once as part of a return, or removes the mark. */
export interface FilingStore {
  /**
   * Changes all matching documents in batches. After a failure, finished batches keep the status and a retry continues from
   * there. Documents that already have the status are not written.
   */
  change(change: FilingChange): Promise<FilingStatusChange>;
  /** The outcome of `change`, without changing anything. */
  preview(change: FilingChange): Promise<FilingStatusChange>;
  /** The number of documents with a tax date in the period that are reported in a later period. */
  countReportedLater(period: TaxReturnKey): Promise<number>;
}
