import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { ClosedPeriod } from '../../domain/returns/closed-period.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import type { ReturnFigures, ReturnFiling, ReturnName, ReturnStatus } from '../../domain/returns/return-record.ts';
import type { ReturnClaim } from '../../domain/transactions/filing.ts';
import type { PageRequest } from './page-request.ts';

/** Conditions that are set must match; `period` finds returns that share a day with it. */
export type ReturnFilter = {
  readonly country?: string | undefined;
  readonly state?: string | undefined;
  readonly period?: ReportPeriod | undefined;
  readonly isClosed?: boolean | undefined;
};

export type Claimed =
  | { readonly kind: 'claimed'; readonly claim: ReturnClaim }
  /** Another caller holds the claim. */
  | { readonly kind: 'busy' }
  /** The status does not allow it. */
  | { readonly kind: 'unfit'; readonly status: ReturnStatus }
  /** A closed return covers a part of the place and period. */
  | { readonly kind: 'overlapping'; readonly other: ClosedPeriod };

/** A filing, by its number within its return. */
type FilingName = { readonly returnId: string; readonly number: number };

type NewFiling = Omit<ReturnFiling, 'number'> & { readonly figures: ReturnFigures };

/** The returns that were filed at least once. While one is not a draft, no document enters or leaves its period. */
export interface ReturnStore {
  find(name: ReturnName): Promise<StoredReturn | null>;
  /** The frozen figures of each filing, in order; null for a filing that does not exist. */
  findFigures(filings: readonly FilingName[]): Promise<(ReturnFigures | null)[]>;
  list(filter: ReturnFilter, page: PageRequest): Promise<StoredReturn[]>;
  count(filter: ReturnFilter): Promise<number>;
  /** The closed periods that cover a part of the place and period, by their first day. */
  findClosed(name: ReturnName): Promise<ClosedPeriod[]>;
  /** The same for all places. */
  findClosedBetween(period: ReportPeriod): Promise<ClosedPeriod[]>;
  /** Closes the period and takes the claim. An abandoned claim of another caller expires after two minutes. */
  claim(name: ReturnName, to: 'FILING' | 'REOPENING', at: Date): Promise<Claimed>;
  /** Waits for document writes that began before the period was closed. Throws `NOT_READY` if they take too long. */
  awaitWriters(): Promise<void>;
  /** Gives the claim back after a failure; the period stays closed. */
  release(claim: ReturnClaim): Promise<void>;
  /** Freezes the figures and ends the claim; false if the claim expired or a document of the period is not filed. */
  complete(name: ReturnName, claim: ReturnClaim, filing: NewFiling): Promise<boolean>;
  /** Makes the return a draft and ends the claim; false if the claim expired. */
  reopen(claim: ReturnClaim, reason: string, at: Date): Promise<boolean>;
}
