import type { Notice } from '../../tax/model/assessment.ts';
import type { DecimalText } from '../base/amount.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';
import type { AppliedExchangeRate } from '../exchange-rates/conversion.ts';
import type { LiabilityRow } from '../liability/liability.ts';

/** Where a return stands, with the description of each. Only a draft leaves its period open. */
export const returnStatuses = {
  DRAFT: 'Not filed, or reopened: the figures follow the documents.',
  FILING: 'Being filed: the period is closed. If filing failed, file it again, or reopen it.',
  FILED: 'Filed: the figures are those of the day it was filed.',
  AMENDED: 'Filed again after it was reopened.',
  REOPENING: 'Being reopened: the period is still closed. If reopening failed, reopen it again.',
} as const;
export type ReturnStatus = keyof typeof returnStatuses;

/** What identifies a return. Its documents are those that the period reports, whatever their tax date. */
export type ReturnName = ReportPeriod & {
  readonly country: string;
  /** US state or region; null for the whole country. */
  readonly state: string | null;
};

/** What the filer says of a filing; all null if nothing. */
export type FilingDetails = {
  /** What the authority calls it. */
  readonly referenceNumber: string | null;
  readonly amountPaid: DecimalText | null;
  /** Of the amount paid. */
  readonly paidCurrency: string | null;
};

/** What a return reports: one row for each currency. */
export type ReturnFigures = {
  readonly totals: readonly LiabilityRow[];
  /** One row for each jurisdiction and currency. */
  readonly jurisdictions: readonly LiabilityRow[];
  /** How the amounts in the reporting currency came about; absent without one, and in what was filed before they were kept. */
  readonly exchangeRates?: readonly AppliedExchangeRate[];
  /** Such as that a day has no rate. */
  readonly notices?: readonly Notice[];
};

/** One filing of a return. It never changes. */
export type ReturnFiling = FilingDetails & {
  /** From 1. */
  readonly number: number;
  readonly filedAt: Date;
  /** The client; null for a command of the operator. */
  readonly filedBy: string | null;
  readonly documentCount: number;
};

/** A return that was filed at least once, or is being filed. */
export type StoredReturn = ReturnName & {
  readonly serviceId: string;
  readonly status: ReturnStatus;
  /** Oldest first. */
  readonly filings: readonly ReturnFiling[];
  readonly reopenedBecause: string | null;
  readonly internalTimestamps: InternalTimestamps;
  readonly version: number;
};

/** A return as it is shown: one that was never filed has no record. */
export type Return = ReturnName &
  Pick<StoredReturn, 'status' | 'filings' | 'reopenedBecause'> & {
    readonly stored: Pick<StoredReturn, 'serviceId' | 'internalTimestamps' | 'version'> | null;
  };

export function asReturn(name: ReturnName, stored: StoredReturn | null): Return {
  const { country, state, fromOn, toOn } = name;
  const { status = 'DRAFT', filings = [], reopenedBecause = null } = stored ?? {};
  return { country, state, fromOn, toOn, status, filings, reopenedBecause, stored };
}

export function closesPeriod(status: ReturnStatus): boolean {
  return status !== 'DRAFT';
}

/** `US-MN, 2026-06-01 to 2026-06-30`. */
export function describeReturn({ country, state, fromOn, toOn }: ReturnName): string {
  const place = state === null ? country : state.startsWith(`${country}-`) ? state : `${country}-${state}`;
  return `${place}, ${fromOn} to ${toOn}`;
}
