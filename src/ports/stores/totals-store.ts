import type { Address } from '../../domain/base/address.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { LiabilitySum } from '../../domain/liability/liability.ts';
import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { ConvertedSum } from '../../domain/liability/reporting-amounts.ts';

/** A day with something to report in a currency. */
export type CurrencyDay = { readonly currency: string; readonly day: string };

/** The value of one unit of the currency on that day; null if there is no rate. */
export type DayRate = CurrencyDay & { readonly rate: string | null };

/** What a recount of everything derived from documents found. */
export type TotalsCheck = {
  readonly documents: number;
  /** Documents whose totals are being worked out; no sum has them yet. */
  readonly unknown: number;
  readonly faultCount: number;
  /** The first hundred. */
  readonly faults: readonly string[];
};

/** Invoices and refunds of a period, and those whose totals are still being worked out. */
export type CountingProgress = { readonly documents: number; readonly missing: number };

/** Documents as they were at an instant, with a tax date through this day. */
export type Recounted = { readonly at: Date; readonly through: string };

/** The tax that documents state for one day of supply and one country of consumption; less that of refunds. */
export type DestinationTax = {
  readonly day: string;
  /** `XI` for goods to Northern Ireland. */
  readonly country: string;
  readonly taxName: string;
  readonly isTangible: boolean;
  readonly isImportWithinLimit: boolean;
  /** As the document names it; null if it does not. */
  readonly shipsFrom: Address | null;
  readonly currency: string;
  readonly taxAmount: string;
};

export interface AddedUpTotals {
  /** In the order of the groups; at most `limit` sums. Callers ask for one more than they accept, to detect too many. */
  addUpLiability(question: LiabilityQuestion, limit: number): Promise<LiabilitySum[]>;
  /** The days with something to report in any other currency; at most `limit`. */
  findForeignDays(question: LiabilityQuestion, currency: string, limit: number): Promise<CurrencyDay[]>;
  /** The same sums for these days only, each amount multiplied by the rate of its day. */
  addUpConverted(question: LiabilityQuestion, rates: readonly DayRate[], limit: number): Promise<ConvertedSum[]>;
}

/**
 * Sums of a tenant's documents, as exact as the documents. Throws `STILL_COUNTING` while the totals of too many documents are unknown,
 * after an upgrade for example.
 */
export interface TotalsStore extends AddedUpTotals {
  /** Works out unknown totals. Throws `STILL_COUNTING` if that takes too long. */
  complete(): Promise<void>;
  /** Works out unknown totals for a few seconds; whether all are known then. */
  completeSoon(): Promise<boolean>;
  countMissing(period: ReportPeriod): Promise<CountingProgress>;
  /** The same sums without the documents that are missing. */
  readonly asFarAsCounted: AddedUpTotals;
  /** Documents whose totals are unknown. */
  countUnknown(): Promise<number>;
  /** Works out the totals of some of them; returns how many, zero if none is left. */
  backFill(): Promise<number>;
  /** Recounts from the documents what lists and reports read instead of them; repairs what it can if asked to. */
  verify(isRepair: boolean): Promise<TotalsCheck>;
  /** The tax of the lines of documents supplied in a period. */
  recountDestinations(period: ReportPeriod, recounted: Recounted): Promise<DestinationTax[]>;
}
