import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { ClosedPeriod } from '../../domain/returns/closed-period.ts';
import type { ReturnPayment } from '../../domain/returns/payment/return-payment.ts';
import type { FiledDocuments } from '../../domain/returns/receipt.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import type { TaxReturnFilter } from '../../domain/returns/return-list.ts';
import type {
  FiledTotals,
  TaxReturnFigures,
  TaxReturnFiling,
  TaxReturnKey,
  TaxReturnStatus,
} from '../../domain/returns/return-record.ts';
import type { ReturnClaim } from '../../domain/transactions/filing.ts';
import type { PageRequest } from './page-request.ts';

export type Claimed =
  | {
      readonly kind: 'claimed';
      readonly claim: ReturnClaim;
      /** Whether the period was already closed. */
      readonly wasClosed: boolean;
    }
  /** Another caller holds the claim. */
  | { readonly kind: 'busy' }
  /** The version of the return differs from `ifVersion`. */
  | { readonly kind: 'changed' }
  /** The status of the return does not allow the claim. */
  | { readonly kind: 'unfit'; readonly status: TaxReturnStatus }
  /** A closed return covers part of the place and period. */
  | { readonly kind: 'overlapping'; readonly other: ClosedPeriod };

export type ClaimRequest = {
  readonly next: 'FILING' | 'REOPENING';
  readonly at: Date;
  /** The required version of the return: 0 if the return is not stored, null for any version. */
  readonly ifVersion: number | null;
};

/** A filing, by its number within its return. */
export type FilingName = { readonly returnId: string; readonly number: number };

type NewFiling = Omit<TaxReturnFiling, 'number' | 'of'> & {
  readonly figures: TaxReturnFigures;
  readonly rateBookVersion: string;
};

export type FilingProof = {
  readonly rateBookVersion: string | null;
  readonly transactionCount: number;
  /** SHA-256 of the stored figures, in hexadecimal. */
  readonly figures: string;
  /** SHA-256 of the stored payment; null for a filing without one. */
  readonly payment: string | null;
};

/** The filed documents of one reporting day. */
export type FiledDay = { readonly day: string; readonly count: number };

/** How each document of a filing is compared. */
type FiledForm = {
  /**
   * False if the receipt does not cover the inputs to the figures. Changes in the audit trail are then judged by the
   * changed members.
   */
  readonly coversInputs: boolean;
};

/** A document that differs from its filed version. */
export type ChangedDocument = {
  /** `source/externalId`; null if even the audit trail does not contain it. */
  readonly key: string | null;
  /**
   * `CHANGED` if the audit trail matches the stored document, and the change does not affect the filed figures or came
   * after a reopening of the return.
   */
  readonly cause: 'ALTERED' | 'CHANGED' | 'REMOVED';
  /** Members that changed after the filing, according to the audit trail. */
  readonly members: readonly string[];
};

/**
 * Returns that were filed at least once or are being filed. Documents cannot enter or leave the period of a standard
 * return unless the return is a draft.
 */
export interface ReturnStore {
  find(key: TaxReturnKey): Promise<StoredReturn | null>;
  findById(serviceId: string): Promise<StoredReturn | null>;
  /** The frozen figures of each filing, in order; null for a filing that does not exist. */
  findFigures(filings: readonly FilingName[]): Promise<(TaxReturnFigures | null)[]>;
  /** The totals in the frozen figures of each filing, in order; null for a filing that does not exist. */
  findTotals(filings: readonly FilingName[]): Promise<(FiledTotals | null)[]>;
  findPayments(filings: readonly FilingName[]): Promise<(ReturnPayment | null)[]>;
  list(filter: TaxReturnFilter, page: PageRequest): Promise<StoredReturn[]>;
  count(filter: TaxReturnFilter): Promise<number>;
  /** The closed periods that cover part of the place and period, ordered by their first day. */
  findClosed(covered: Omit<TaxReturnKey, 'scheme'>): Promise<ClosedPeriod[]>;
  /** The closed periods of all places that cover part of the period. */
  findClosedBetween(period: ReportPeriod): Promise<ClosedPeriod[]>;
  /** Closes the period and takes the claim. An abandoned claim by another caller expires after two minutes. */
  claim(key: TaxReturnKey, request: ClaimRequest): Promise<Claimed>;
  /** Waits for document writes that began before the period was closed. Throws `NOT_READY` if they take too long. */
  awaitWriters(): Promise<void>;
  /** Turns a return that is being filed back into a draft and ends the claim. */
  giveUp(claim: ReturnClaim, at: Date): Promise<void>;
  /** Releases the claim after a failure; the period remains closed. */
  release(claim: ReturnClaim): Promise<void>;
  /** Stores the list of the filing's documents, with their digests; null if the claim was lost. */
  keepDocuments(key: TaxReturnKey, claim: ReturnClaim, number: number): Promise<FiledDocuments | null>;
  /** The stored data of a filing for comparison with its receipt; null if the filing does not exist. */
  findProof(filing: FilingName): Promise<FilingProof | null>;
  /** Digest and number of the documents stored for a filing, with the filing's days in order. */
  findDocuments(filing: FilingName): Promise<FiledDocuments & { readonly days: readonly FiledDay[] }>;
  /** The documents of a day that differ from the filed documents, in chunks that are loaded on demand. */
  compareDocuments(filing: FilingName & FiledForm, day: FiledDay): AsyncIterable<readonly ChangedDocument[]>;
  /**
   * Freezes the figures and ends the claim; false if the claim was lost or a document in the period, other than the
   * exceptions, is not filed.
   */
  complete(name: TaxReturnKey, claim: ReturnClaim, filing: NewFiling, exceptIds?: readonly string[]): Promise<boolean>;
  /** Makes the return a draft and ends the claim; false if the claim was lost. */
  reopen(claim: ReturnClaim, reason: string, at: Date): Promise<boolean>;
}
