import type { Address } from '../../domain/base/address.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { LiabilitySum } from '../../domain/liability/liability.ts';
import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { ConvertedSum } from '../../domain/liability/reporting-amounts.ts';

/** A day with amounts in a currency. */
export type CurrencyDay = { readonly currency: string; readonly day: string };

/** The value of one unit of the currency on that day; null if there is no rate. */
export type DayRate = CurrencyDay & { readonly rate: string | null };

/** The result of a recount of all data derived from documents. */
export type TotalsCheck = {
  readonly documents: number;
  /** Documents whose totals are being computed and are not in any sum yet. */
  readonly unknown: number;
  readonly faultCount: number;
  /** The first hundred. */
  readonly faults: readonly string[];
};

/** Invoices and refunds of a period, and those whose totals are still being computed. */
export type CountingProgress = { readonly documents: number; readonly missing: number };

/** Documents as of an instant, with a tax date through this day. */
export type Recounted = { readonly at: Date; readonly through: string };

/** The tax stated in documents for one day of supply and one country of consumption, less refunds. */
export type DestinationTax = {
  readonly day: string;
  /** `XI` for goods to Northern Ireland. */
  readonly country: string;
  readonly taxName: string;
  readonly isTangible: boolean;
  readonly isImportWithinLimit: boolean;
  /** As named in the document; null if it is not named. */
  readonly shipsFrom: Address | null;
  readonly currency: string;
  readonly taxAmount: string;
};

export interface AddedUpTotals {
  /**
   * In the order of the groups; at most `limit` sums. Callers request one more than they accept, to detect too many.
   */
  addUpLiability(question: LiabilityQuestion, limit: number): Promise<LiabilitySum[]>;
  /** The days with amounts in any other currency; at most `limit`. */
  findForeignDays(question: LiabilityQuestion, currency: string, limit: number): Promise<CurrencyDay[]>;
  /** The same sums for these days only, each amount multiplied by the rate of its day. */
  addUpConverted(question: LiabilityQuestion, rates: readonly DayRate[], limit: number): Promise<ConvertedSum[]>;
}

/**
 * Sums of a tenant's documents, as exact as the documents. Throws `STILL_COUNTING` while the totals of too many
 * documents are unknown, for example after an upgrade.
 */
export interface TotalsStore extends AddedUpTotals {
  /** Computes unknown totals. Throws `STILL_COUNTING` if that takes too long. */
  complete(): Promise<void>;
  /** Computes unknown totals for a few seconds; returns whether all are known then. */
  completeSoon(): Promise<boolean>;
  countMissing(period: ReportPeriod): Promise<CountingProgress>;
  /** The same sums without the documents that are missing. */
  readonly asFarAsCounted: AddedUpTotals;
  /** Documents whose totals are unknown. */
  countUnknown(): Promise<number>;
  /** Computes the totals of some of them; returns their number, or zero if none are left. */
  backFill(): Promise<number>;
  /**
   * Recounts, from the documents, the data that lists and reports read instead; repairs it if requested and possible.
   */
  verify(isRepair: boolean): Promise<TotalsCheck>;
  /** The tax of the lines of documents supplied in a period. */
  recountDestinations(period: ReportPeriod, recounted: Recounted): Promise<DestinationTax[]>;
}
