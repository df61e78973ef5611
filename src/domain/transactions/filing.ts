import { type Issue, invalidInput } from '../base/errors.ts';
import { gatewayLimits } from '../base/limits.ts';
import { periodIssues } from '../base/report-period.ts';
import { readPlaceFilter } from '../places/place-filter.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import type { TransactionFilingStatus } from './transaction-enums.ts';

/** The documents of a return, as submitted; the state may be in any usual spelling. */
export type AskedFiling = {
  readonly country: string;
  readonly state?: string | null;
  /** First and last day of the reporting period. */
  readonly from: string;
  readonly to: string;
  readonly serviceIds?: readonly string[] | null;
};

/** The documents of a return: all or some of the uncancelled invoices and refunds for a place and a period. */
export type FilingPeriod = {
  readonly country: string;
  /** Null for the whole country. */
  readonly state: string | null;
  readonly from: string;
  readonly to: string;
  /** Null for all documents. */
  readonly serviceIds: readonly string[] | null;
  /** The documents excluded from the return because the one-stop shop reports them. */
  readonly exceptIds?: readonly string[];
};

/** The exclusive right to file or reopen a return, until it is released or expires. */
export type ReturnClaim = { readonly returnId: string; readonly claimId: string };

export type FilingChange = {
  readonly period: FilingPeriod;
  readonly status: TransactionFilingStatus;
  /** Stored with every changed document; null keeps the previous reason. */
  readonly reason: string | null;
  readonly at: Date;
  /** Set when a return is filed or reopened. Unless set, no document leaves a closed period. */
  readonly claim?: ReturnClaim;
};

export type FilingStatusChange = {
  /** Number of changed documents; in a dry run, the number that would change. */
  readonly changed: number;
  /** Number of documents that already had the requested status. */
  readonly unchanged: number;
  /** The changed documents, by tax date, up to the response limit. */
  readonly serviceIds: readonly string[];
  /** The requested ids that the return does not cover; empty if no ids were requested. */
  readonly ignoredServiceIds: readonly string[];
};

const { filing } = gatewayLimits;

/** Throws `INVALID_INPUT` with all issues. A US return is for one state. */
export function readFilingPeriod(matcher: AddressMatcher, asked: AskedFiling): FilingPeriod {
  const { from, to, serviceIds = null } = asked;
  const { place, issues: placeIssues } = readPlaceFilter(matcher, asked);
  const issues: Issue[] = [...placeIssues, ...periodIssues({ from, to })];
  if (place.country === 'US' && place.state === undefined) {
    issues.push({
      path: ['state'],
      code: 'REQUIRED',
      message: 'state is required for the US, because a return is for one state.',
    });
  }
  if (serviceIds !== null && serviceIds.length > filing.serviceIds) {
    const message = `serviceIds may have at most ${filing.serviceIds} entries; omit it for all documents of the period.`;
    issues.push({ path: ['serviceIds'], code: 'TOO_LONG', message });
  }
  if (issues.length > 0) throw invalidInput(issues);
  const ids = serviceIds && [...new Set(serviceIds)];
  return {
    country: place.country ?? asked.country,
    state: place.state ?? null,
    from,
    to,
    serviceIds: ids,
  };
}
