import { createHash } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { meetsExpectation, type Precondition } from '../base/precondition.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';
import { allDocuments } from '../liability/counted-documents.ts';
import type { CountryFacts } from '../lookups/catalogue.ts';
import { isShopScheme } from '../nexus/one-stop-shop.ts';
import { placeCode } from '../places/place-code.ts';
import { dayIn, timeZoneOf } from '../places/time-zones.ts';
import { countedTypes } from '../transactions/transaction-enums.ts';
import type { CountedDocuments, TransactionFilter } from '../transactions/transaction-list.ts';
import { shopCurrency } from './one-stop-shop/shop-record.ts';
import type { TaxReturn, TaxReturnFigures, TaxReturnFiling, TaxReturnKey, TaxReturnStatus } from './return-record.ts';

/** The details of a filing as submitted by the filer; all null if no details were submitted. */
export type FilingDetails = Pick<TaxReturnFiling, 'referenceNumber' | 'amountPaid' | 'paidCurrency'>;

/** A return that was filed at least once, or is being filed. */
export type StoredReturn = TaxReturnKey & {
  readonly serviceId: string;
  readonly status: TaxReturnStatus;
  /** Filings, oldest first. */
  readonly filings: readonly TaxReturnFiling[];
  readonly reopeningReason: string | null;
  readonly internalTimestamps: InternalTimestamps;
  readonly version: number;
};

export function asReturn(key: TaxReturnKey, stored: StoredReturn | null): TaxReturn {
  const { country, state, scheme, from, to } = key;
  const { status = 'DRAFT', filings = [], reopeningReason = null } = stored ?? {};
  return { country, state, scheme, from, to, status, filings, reopeningReason, stored };
}

/** The digest of a return as reviewed. It changes with the version, status and figures of the return. */
export function taxReturnDigest({ stored, status }: TaxReturn, figures: TaxReturnFigures): string {
  const content = JSON.stringify([stored?.serviceId ?? null, stored?.version ?? 0, status, figures]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** The entity tag of a return in REST. */
export function taxReturnTag(digest: string): string {
  return `"${digest}"`;
}

export function digestPrecondition(digest: string | null | undefined): Precondition | undefined {
  return digest == null ? undefined : { kind: 'tags', ifMatch: [taxReturnTag(digest)], ifNoneMatch: null };
}

export function isAsReviewed(precondition: Precondition, digest: string): boolean {
  return meetsExpectation(precondition, { version: 0, tags: [taxReturnTag(digest)] });
}

export function figuresChanged(currentDigest: string): AppError {
  const message = 'The return has changed since it was read. Review its figures again.';
  return new AppError('FIGURES_CHANGED', message, { facts: { currentDigest } });
}

export function closesPeriod(status: TaxReturnStatus): boolean {
  return status !== 'DRAFT';
}

/** The documents counted in a return. For the one-stop shop, all documents in the other member states. */
export function documentsOfReturn(
  { country, state, scheme, from, to }: TaxReturnKey,
  countries: readonly Pick<CountryFacts, 'code' | 'isInEu'>[],
): CountedDocuments {
  if (scheme !== 'STANDARD') {
    const others = countries.filter(({ code, isInEu }) => isInEu && code !== country);
    return { ...allDocuments({ from, to }), countries: others.map(({ code }) => code) };
  }
  return { ...allDocuments({ from, to }), countries: [country], state };
}

/**
 * Documents with a tax date in the period that were stored, recalculated or cancelled after the filing, including late
 * documents reported in another return.
 */
export function changedSinceFiling(
  { of: { country, state, scheme, from, to }, filedAt }: TaxReturnFiling,
  countries: readonly Pick<CountryFacts, 'code' | 'isInEu'>[],
): TransactionFilter {
  const others = countries.filter(({ code, isInEu }) => isInEu && code !== country);
  return {
    taxDate: { gte: from, lte: to },
    country: scheme === 'STANDARD' ? { eq: country } : { in: others.map(({ code }) => code) },
    ...(state !== null && { state: { eq: state } }),
    transactionType: { in: countedTypes },
    changedSince: filedAt,
  };
}

/** The day of filing: as given by the filer, otherwise in the time zone of the place. */
export const filingDay = ({ of, payment, filedAt }: TaxReturnFiling): string =>
  payment?.filedOn ?? dayIn(timeZoneOf(of), filedAt);

/** The default currency of the amount paid; null if the currency of the country is unknown. */
export function paidCurrencyOf({ country, scheme }: TaxReturnKey, book: CurrencyBook): string | null {
  return isShopScheme(scheme) ? shopCurrency : (book.countryFacts(country)?.currency ?? null);
}
type CurrencyBook = { countryFacts(country: string): Pick<CountryFacts, 'currency'> | null };

/** `US-MN, 2026-06-01 to 2026-06-30`. */
export function describeReturn({ country, state, from, to }: Omit<TaxReturnKey, 'scheme'>): string {
  return `${placeCode({ country, state })}, ${from} to ${to}`;
}
