import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { Address } from '../../domain/base/address.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { LiabilitySum } from '../../domain/liability/liability.ts';
import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { ConvertedSum } from '../../domain/liability/reporting-amounts.ts';

/** A day with amounts in a certain currency. */
export type CurrencyDay = { readonly currency: string; readonly day: string };

/** The value of one unit of the currency on that day; null if the rate is unknown. */
export type DayRate = CurrencyDay & { readonly rate: string | null };

/** The result of a recount of all data derived from documents. */
export type TotalsCheck = {
  readonly documents: number;
  /** Documents whose totals are being computed and are not in any sum yet. */
  readonly unknown: number;
  readonly faultCount: number;
  /** The first hundred faults. */
  readonly faults: readonly string[];
};

/**
 * The number of invoices and refunds in a period, and the number of documents whose totals are still being computed.
 */
export type CountingProgress = { readonly documents: number; readonly missing: number };

/** Documents as of the instant `at`, with a tax date up to the day `through`. */
export type Recounted = { readonly at: Date; readonly through: string };

/** The tax shown in documents, less refunds, for one day of supply and one country of consumption. */
export type DestinationTax = {
  readonly day: string;
  /** `XI` for goods to Northern Ireland. */
  readonly country: string;
  readonly taxName: string;
  readonly isTangible: boolean;
  readonly isImportWithinLimit: boolean;
  /** As specified in the document; null if not specified. */
  readonly shipsFrom: Address | null;
  /** The seller's home address when the tax was calculated; null if it is not recorded: see `homeOf`. */
  readonly home: TenantSettings['homeAddress'] | null;
  readonly currency: string;
  readonly taxAmount: string;
};

export interface AddedUpTotals {
  /**
   * At most `limit` sums, in the order of the groups. Callers request one sum more than they accept, to detect an
   * excess.
   */
  addUpLiability(question: LiabilityQuestion, limit: number): Promise<LiabilitySum[]>;
  /** The days with amounts in any other currency, at most `limit` pairs of currency and day. */
  findForeignDays(question: LiabilityQuestion, currency: string, limit: number): Promise<CurrencyDay[]>;
  /** Sums for these days only, with each amount multiplied by the rate of its day. */
  addUpConverted(question: LiabilityQuestion, rates: readonly DayRate[], limit: number): Promise<ConvertedSum[]>;
}

/**
 * Sums of a tenant's documents, with the precision of the documents. Throws `STILL_COUNTING` while the totals of too
 * many documents are unknown, for example after an upgrade.
 */
export interface TotalsStore extends AddedUpTotals {
  /** Computes unknown totals. Throws `STILL_COUNTING` if the computation takes too long. */
  complete(): Promise<void>;
  /** Computes unknown totals for a few seconds; returns whether all totals are known afterward. */
  completeSoon(): Promise<boolean>;
  countMissing(period: ReportPeriod): Promise<CountingProgress>;
  /** Sums without the documents whose totals are still being computed. */
  readonly asFarAsCounted: AddedUpTotals;
  /** Documents whose totals are unknown. */
  countUnknown(): Promise<number>;
  /** Computes a batch of unknown totals; returns the number of documents computed, or zero if all totals are known. */
  backFill(): Promise<number>;
  /**
   * Recomputes the derived data used by lists and reports from the documents. Repairs the data if requested and
   * possible.
   */
  verify(isRepair: boolean): Promise<TotalsCheck>;
  /** The tax of document lines supplied in a period. */
  recountDestinations(period: ReportPeriod, recounted: Recounted): Promise<DestinationTax[]>;
}
