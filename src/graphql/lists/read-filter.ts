import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { Comparators } from '../../domain/base/record-filter.ts';
import { type CustomerFilter, customersWith, leastSearched } from '../../domain/customers/customer-list.ts';
import { withCertificateStatus } from '../../domain/exemptions/certificate-filter.ts';
import {
  type CertificateStatus,
  type CertificateTerms,
  certificateStatuses,
} from '../../domain/exemptions/certificate-status.ts';
import { activeOn, type ExemptionFilter } from '../../domain/exemptions/exemption-list.ts';
import type {
  JurisdictionConditions,
  RateChangeConditions,
  TaxCodeFilter,
} from '../../domain/lookups/catalogue-input.ts';
import type { NexusQuery } from '../../domain/nexus/nexus-query.ts';
import { euAware } from '../../domain/nexus/nexus-query.ts';
import type { TaxReturnFilter } from '../../domain/returns/return-filter.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import { certificateTermsOf } from '../base/certificate-terms.ts';
import type { GraphqlContext } from '../base/context.ts';
import { checkComparators, type FilterPath, FilterReading } from './filter-checks.ts';
import { placeConditions } from './filter-places.ts';
import type {
  SentCustomerFilter,
  SentExemptionFilter,
  SentTaxReturnFilter,
  SentTransactionFilter,
} from './list-filters.ts';

/** Places in any usual spelling. */
type SentNexusTrackerFilter = Pick<NexusQuery, 'status' | 'isDeclared'> & {
  readonly country?: Comparators<string> | null;
  readonly state?: Comparators<string> | null;
};

/** Absent filters match every record. */
type Sent<Filter> = Filter | null | undefined;

/** Reads one level of a tree; `path` is where it was sent. */
type ReadLevel<From, To> = (sent: From, path: FilterPath, reading: FilterReading) => To;

type Joined<Filter> = {
  readonly and?: readonly Filter[] | null;
  readonly or?: readonly Filter[] | null;
  readonly not?: Filter | null;
};

export function readTransactionFilter(
  { reference }: GraphqlContext,
  sent: Sent<SentTransactionFilter>,
): TransactionFilter {
  const readLevel: ReadLevel<SentTransactionFilter, TransactionFilter> = (filter, path, reading) => {
    const { and, or, not, state, isOverridden, ...fields } = filter;
    const overridden = isOverridden == null ? null : { eq: isOverridden };
    checkFields({ state, isOverridden: overridden, ...fields }, path, reading);
    const joined = readJoined({ and, or, not }, path, reading, readLevel);
    const place = placeConditions(reference, { country: fields.country, state }, path, reading);
    return { ...fields, isOverridden: overridden, ...joined, and: [...(joined.and ?? []), ...place] };
  };
  return readTree(sent ?? {}, readLevel);
}

export async function readExemptionFilter(
  ctx: GraphqlContext,
  sent: Sent<SentExemptionFilter>,
): Promise<ExemptionFilter> {
  const { reference } = ctx;
  const terms = sent && namesStatus(sent) ? await certificateTermsOf(ctx) : null;
  const readLevel: ReadLevel<SentExemptionFilter, ExemptionFilter> = (filter, path, reading) => {
    const { and, or, not, state, activeOn: day, certificateStatus, ...fields } = filter;
    checkFields({ state, certificateStatus, ...fields }, path, reading);
    const joined = readJoined({ and, or, not }, path, reading, readLevel);
    const place = placeConditions(reference, { country: fields.country, state }, path, reading);
    const relief = day == null ? [] : [activeOn(day)];
    const status = terms && certificateStatus ? [statusConditions(certificateStatus, terms)] : [];
    return { ...fields, ...joined, and: [...(joined.and ?? []), ...relief, ...status, ...place] };
  };
  return readTree(sent ?? {}, readLevel);
}

function namesStatus({ certificateStatus, and, or, not }: SentExemptionFilter): boolean {
  return Boolean(certificateStatus) || [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])].some(namesStatus);
}

/** The status is computed, so each comparison becomes a set of alternative conditions on stored fields. */
function statusConditions(comparators: Comparators<CertificateStatus>, terms: CertificateTerms): ExemptionFilter {
  const { eq, ne, in: among, notIn } = comparators;
  const isWanted = (status: CertificateStatus) =>
    (eq == null || status === eq) &&
    status !== ne &&
    (among == null || among.includes(status)) &&
    !notIn?.includes(status);
  return { or: certificateStatuses.filter(isWanted).map((status) => withCertificateStatus(status, terms)) };
}

export function readCustomerFilter(sent: Sent<SentCustomerFilter>): CustomerFilter {
  const readLevel: ReadLevel<SentCustomerFilter, CustomerFilter> = (filter, path, reading) => {
    const { and, or, not, search, ...fields } = filter;
    checkFields({ ...fields, ...(search != null && { search: { contains: search } }) }, path, reading);
    if (search != null && search.length < leastSearched) {
      reading.addIssue([...path, 'search'], 'TOO_SHORT', `Must have at least ${leastSearched} characters.`);
    }
    const joined = readJoined({ and, or, not }, path, reading, readLevel);
    return { ...fields, ...joined, and: [...(joined.and ?? []), ...(search == null ? [] : [customersWith(search)])] };
  };
  return readTree(sent ?? {}, readLevel);
}

export function readTaxCodeFilter(sent: Sent<TaxCodeFilter>): TaxCodeFilter {
  return readTree(sent ?? {}, ({ search, ...fields }, path, reading) => {
    checkFields({ ...fields, ...(search != null && { search: { contains: search } }) }, path, reading);
    return { search, ...fields };
  });
}

export function readNexusFilter(
  { reference }: GraphqlContext,
  sent: Sent<SentNexusTrackerFilter>,
): Omit<NexusQuery, 'asOf'> {
  return readTree(sent ?? {}, ({ country, state, status, isDeclared }, path, reading) => {
    checkFields({ country, state, status }, path, reading);
    const and = placeConditions(euAware(reference), { country, state }, path, reading);
    return { places: { country, and }, status, isDeclared };
  });
}

export function readJurisdictionFilter(
  { reference }: GraphqlContext,
  sent: Sent<JurisdictionConditions>,
): JurisdictionConditions {
  return readTree<JurisdictionConditions, JurisdictionConditions>(sent ?? {}, (filter, path, reading) => {
    const { state, ...fields } = filter;
    checkFields({ state, ...fields }, path, reading);
    return { ...fields, and: placeConditions(reference, { country: fields.country, state }, path, reading) };
  });
}

type SentRateChangeFilter = Omit<RateChangeConditions, 'knownSince'> & {
  readonly knownSince?: Sent<Comparators<Date>>;
};

export function readRateChangeFilter(
  { reference }: GraphqlContext,
  sent: Sent<SentRateChangeFilter>,
): RateChangeConditions {
  return readTree<SentRateChangeFilter, RateChangeConditions>(sent ?? {}, (filter, path, reading) => {
    const { state, knownSince, ...fields } = filter;
    checkFields({ state, knownSince, ...fields }, path, reading);
    return {
      ...fields,
      knownSince: knownSince && asTexts(knownSince),
      and: placeConditions(reference, { country: fields.country, state }, path, reading),
    };
  });
}

/** Instants as texts in their order. */
function asTexts({ gt, gte, lt, lte }: Comparators<Date>): Comparators<string> {
  const [after, from, before, to] = [gt, gte, lt, lte].map((at) => at?.toISOString());
  return { gt: after, gte: from, lt: before, lte: to };
}

export function readTaxReturnFilter({ reference }: GraphqlContext, sent: Sent<SentTaxReturnFilter>): TaxReturnFilter {
  return readTree<SentTaxReturnFilter, TaxReturnFilter>(sent ?? {}, (filter, path, reading) => {
    const { state, ...fields } = filter;
    checkFields({ state, ...fields }, path, reading);
    return { ...fields, and: placeConditions(reference, { country: fields.country, state }, path, reading) };
  });
}

/** A filter whose fields mean what they say. */
export function readPlainFilter<Filter extends object>(sent: Sent<Filter>): Filter {
  return readTree<Filter, Filter>(sent ?? ({} as Filter), (filter, path, reading) => {
    checkFields(filter, path, reading);
    return filter;
  });
}

/** Throws all errors of the filter at once. */
function readTree<From, To>(sent: From, readLevel: ReadLevel<From, To>): To {
  const reading = new FilterReading();
  const filter = readLevel(sent, ['filter'], reading);
  if (reading.issues.length > 0) throw invalidInput(reading.issues);
  return filter;
}

function checkFields(fields: object, path: FilterPath, reading: FilterReading): void {
  for (const [name, comparators] of Object.entries(fields)) {
    if (comparators) checkComparators(comparators, [...path, name], reading);
  }
}

function readJoined<From, To>(
  { and, or, not }: Joined<From>,
  path: FilterPath,
  reading: FilterReading,
  readLevel: ReadLevel<From, To>,
): { readonly and?: readonly To[]; readonly or?: readonly To[]; readonly not?: To } {
  if (!and && !or && !not) return {};
  const { depth } = gatewayLimits.filter;
  if (path.filter((part) => part === 'and' || part === 'or' || part === 'not').length >= depth) {
    reading.addIssue(path, 'TOO_DEEP', `A filter may be nested ${depth} levels deep.`);
    return {};
  }
  if (or?.length === 0) {
    reading.addIssue([...path, 'or'], 'TOO_SHORT', 'Must name at least one alternative; leave it out to leave all.');
  }
  const readAll = (name: 'and' | 'or', filters: readonly From[]) =>
    filters.flatMap((filter, index) => {
      reading.count([...path, name]);
      return reading.isFull ? [] : [readLevel(filter, [...path, name, index], reading)];
    });
  return {
    ...(and && { and: readAll('and', and) }),
    ...(or && { or: readAll('or', or) }),
    ...(not && { not: readLevel(not, [...path, 'not'], reading) }),
  };
}
