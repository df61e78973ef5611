import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { ClosedPeriod } from '../../domain/returns/closed-period.ts';
import type { FiledDocuments } from '../../domain/returns/receipt.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import type { TaxReturnFilter } from '../../domain/returns/return-list.ts';
import type {
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
      /** Whether the period was closed before. */
      readonly wasClosed: boolean;
    }
  /** Another caller holds the claim. */
  | { readonly kind: 'busy' }
  /** The return has another version than `ifVersion`. */
  | { readonly kind: 'changed' }
  /** The status does not allow it. */
  | { readonly kind: 'unfit'; readonly status: TaxReturnStatus }
  /** A closed return covers a part of the place and period. */
  | { readonly kind: 'overlapping'; readonly other: ClosedPeriod };

export type ClaimRequest = {
  readonly next: 'FILING' | 'REOPENING';
  readonly at: Date;
  /** The version that the return must have; 0 if it is not stored, null for any. */
  readonly ifVersion: number | null;
};

/** A filing, by its number within its return. */
export type FilingName = { readonly returnId: string; readonly number: number };

type NewFiling = Omit<TaxReturnFiling, 'number' | 'of'> & {
  readonly figures: TaxReturnFigures;
  readonly rateBookVersion: string;
};

type FilingProof = {
  readonly rateBookVersion: string | null;
  readonly transactionCount: number;
  /** SHA-256 of the figures as they are stored, in hexadecimal digits. */
  readonly figures: string;
};

/** The filed documents that one day reports. */
export type FiledDay = { readonly day: string; readonly count: number };

/** The comparison of each document. */
type FiledForm = {
  /** False if the receipt does not cover what the figures are made from: changes in the trail are judged by their members. */
  readonly coversInputs: boolean;
};

/** A document that is not as it was filed. */
export type ChangedDocument = {
  /** `source/externalId`; null if even the audit trail does not know it. */
  readonly key: string | null;
  /**
   * `CHANGED` if the audit trail has the document as it is, and the change concerns nothing that the filed figures are made from or
   * came after a reopening of the return.
   */
  readonly cause: 'ALTERED' | 'CHANGED' | 'REMOVED';
  /** Members that changed since the filing, by the trail. */
  readonly members: readonly string[];
};

/** The returns that were filed at least once, or are being filed. While one is not a draft, no document enters or leaves its period. */
export interface ReturnStore {
  find(key: TaxReturnKey): Promise<StoredReturn | null>;
  findById(serviceId: string): Promise<StoredReturn | null>;
  /** The frozen figures of each filing, in order; null for a filing that does not exist. */
  findFigures(filings: readonly FilingName[]): Promise<(TaxReturnFigures | null)[]>;
  list(filter: TaxReturnFilter, page: PageRequest): Promise<StoredReturn[]>;
  count(filter: TaxReturnFilter): Promise<number>;
  /** The closed periods that cover a part of the place and period, by their first day. */
  findClosed(covered: Omit<TaxReturnKey, 'scheme'>): Promise<ClosedPeriod[]>;
  /** The same for all places. */
  findClosedBetween(period: ReportPeriod): Promise<ClosedPeriod[]>;
  /** Closes the period and takes the claim. An abandoned claim of another caller expires after two minutes. */
  claim(key: TaxReturnKey, request: ClaimRequest): Promise<Claimed>;
  /** Waits for document writes that began before the period was closed. Throws `NOT_READY` if they take too long. */
  awaitWriters(): Promise<void>;
  /** Makes a return that is being filed a draft again, and ends the claim. */
  giveUp(claim: ReturnClaim, at: Date): Promise<void>;
  /** Gives the claim back after a failure; the period stays closed. */
  release(claim: ReturnClaim): Promise<void>;
  /** Keeps which documents are about to be filed, with their digests; null if the claim was lost. */
  keepDocuments(key: TaxReturnKey, claim: ReturnClaim, number: number): Promise<FiledDocuments | null>;
  /** What is stored of a filing that its receipt is compared with; null if there is no such filing. */
  findProof(filing: FilingName): Promise<FilingProof | null>;
  /** Digest and number of the documents that were kept for a filing, and their days in order. */
  findDocuments(filing: FilingName): Promise<FiledDocuments & { readonly days: readonly FiledDay[] }>;
  /** The documents of a day that are not as they were filed, in parts of which each is read when it is asked for. */
  compareDocuments(filing: FilingName & FiledForm, day: FiledDay): AsyncIterable<readonly ChangedDocument[]>;
  /** Freezes the figures and ends the claim; false if the claim expired or a document of the period is not filed, except those named. */
  complete(name: TaxReturnKey, claim: ReturnClaim, filing: NewFiling, exceptIds?: readonly string[]): Promise<boolean>;
  /** Makes the return a draft and ends the claim; false if the claim expired. */
  reopen(claim: ReturnClaim, reason: string, at: Date): Promise<boolean>;
}
