import type { AddressMatcher } from '../base/address.ts';
import { type Issue, invalidInput } from '../base/errors.ts';
import { gatewayLimits } from '../base/limits.ts';
import { periodIssues, readPlaceFilter } from '../base/list-filter.ts';
import type { TransactionFilingStatus } from './transaction.ts';

/** What a return covers, as it is asked for: the state in any usual spelling. */
export type AskedFiling = {
  readonly country: string;
  readonly state?: string | null;
  /** First and last tax date. */
  readonly from: string;
  readonly to: string;
  readonly serviceIds?: readonly string[] | null;
};

/** The documents of a return: invoices and refunds of a place and a period that are not cancelled, or some of them. */
export type FilingPeriod = {
  readonly country: string;
  /** Null for the whole country. */
  readonly state: string | null;
  readonly fromOn: string;
  readonly toOn: string;
  /** Null for all that fit. */
  readonly serviceIds: readonly string[] | null;
};

export type FilingChange = {
  readonly period: FilingPeriod;
  readonly status: TransactionFilingStatus;
  /** Kept with every document that is changed; null keeps what is there. */
  readonly reason: string | null;
  readonly at: Date;
};

export type FilingOutcome = {
  /** How many were changed; in a dry run, how many would be. */
  readonly changed: number;
  /** How many were so already. */
  readonly unchanged: number;
  /** Of those changed, by tax date; no more than are shown at once. */
  readonly serviceIds: readonly string[];
};

const { filing } = gatewayLimits;

/** Throws `INVALID_INPUT` with all issues. In the US a return is a state's. */
export function readFilingPeriod(matcher: AddressMatcher, asked: AskedFiling): FilingPeriod {
  const { from, to, serviceIds = null } = asked;
  const { place, issues: placeIssues } = readPlaceFilter(matcher, asked);
  const issues: Issue[] = [...placeIssues, ...periodIssues({ from, to })];
  if (place.country === 'US' && place.state === undefined) {
    issues.push({ path: ['state'], code: 'REQUIRED', message: 'state is required: in the US a return is a state’s.' });
  }
  if (serviceIds !== null && serviceIds.length > filing.serviceIds) {
    const message = `At most ${filing.serviceIds} documents can be named; leave serviceIds out for all of the period.`;
    issues.push({ path: ['serviceIds'], code: 'TOO_LONG', message });
  }
  if (issues.length > 0) throw invalidInput(issues);
  const ids = serviceIds && [...new Set(serviceIds)];
  return {
    country: place.country ?? asked.country,
    state: place.state ?? null,
    fromOn: from,
    toOn: to,
    serviceIds: ids,
  };
}
