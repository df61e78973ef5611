import type { InternalTimestamps } from '../base/timestamps.ts';
import type { Return, ReturnFiling, ReturnName, ReturnStatus } from './return-record.ts';

/** The filer's details of a filing; all null if none were given. */
export type FilingDetails = Pick<ReturnFiling, 'referenceNumber' | 'amountPaid' | 'paidCurrency'>;

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

export function asReturn(name: ReturnName, stored: StoredReturn | null): Return {
  const { country, state, from, to } = name;
  const { status = 'DRAFT', filings = [], reopenedBecause = null } = stored ?? {};
  return { country, state, from, to, status, filings, reopenedBecause, stored };
}

export function closesPeriod(status: ReturnStatus): boolean {
  return status !== 'DRAFT';
}

/** `US-MN, 2026-06-01 to 2026-06-30`. */
export function describeReturn({ country, state, from, to }: ReturnName): string {
  const place = state === null ? country : state.startsWith(`${country}-`) ? state : `${country}-${state}`;
  return `${place}, ${from} to ${to}`;
}
