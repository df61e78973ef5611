import type { Notice } from '../../tax/model/assessment.ts';
import { isHomeKnown, type TenantSettings } from '../account/tenant.ts';
import type { Address } from '../base/address.ts';
import { addDays } from '../base/calendar.ts';
import { type ExternalTimestamps, parseTimestamp } from '../base/timestamps.ts';
import { type AddressMatcher, addressQuery } from '../places/placeable-address.ts';
import { dayIn, timeZoneOf } from '../places/time-zones.ts';

type Sent = {
  /** The tax date as submitted; null for the day of the document. */
  readonly taxDate: string | null;
  readonly externalTimestamps: ExternalTimestamps;
};

type Dated = Sent & {
  /** The time zone for the day of `createdDate`; absent or null if the day is as written. */
  readonly taxDateTimeZone?: string | null | undefined;
};

/** The calendar day whose law applies to a document. */
export function taxDateOf(document: Dated): string {
  return document.taxDate ?? dayOf(document);
}

/** The tax date, or null if it equals the day of the document. A document with null follows that day. */
export function ownTaxDate(document: Dated): string | null {
  return document.taxDate === dayOf(document) ? null : document.taxDate;
}

/** The member of a document that determines its tax date. */
export function taxDatePath(document: Dated): readonly string[] {
  return ownTaxDate(document) === null ? ['externalTimestamps', 'createdDate'] : ['taxDate'];
}

function dayOf({ externalTimestamps: { createdDate }, taxDateTimeZone }: Dated): string {
  return taxDateTimeZone ? dayIn(taxDateTimeZone, parseTimestamp(createdDate)!.at) : asWritten(createdDate);
}

const asWritten = (text: string) => text.slice(0, 'YYYY-MM-DD'.length);

/**
 * Whether the text is an instant in UTC, which many programs write by default. A numeric offset is the sender's local
 * time.
 */
const isInstant = (text: string) => /z$/i.test(text);

/** Warns about midnight in UTC that falls on another local day, because some programs write plain days this way. */
export function midnightNotices(document: Dated): readonly Notice[] {
  const { taxDate, taxDateTimeZone, externalTimestamps } = document;
  const { createdDate } = externalTimestamps;
  const [written, day] = [asWritten(createdDate), dayOf(document)];
  if (taxDate !== null || written === day || !/[Tt ]00:00(?::00(?:[.,]0+)?)?z$/i.test(createdDate)) return [];
  const message = `${createdDate} is ${day} in ${taxDateTimeZone}, which is the tax date. If you mean the day ${written}, send it without a time.`;
  return [{ code: 'MIDNIGHT_IN_UTC', pointer: '/externalTimestamps/createdDate', message }];
}

/** The possible tax dates while the time zone is unknown. */
export function possibleTaxDates({ taxDate, externalTimestamps: { createdDate } }: Sent): readonly string[] {
  const day = taxDate ?? asWritten(createdDate);
  return taxDate === null && isInstant(createdDate) ? [addDays(day, -1), day, addDays(day, 1)] : [day];
}

/** The calendar day of a date or date-time for a sale at the address. */
export function dayOfDate(text: string, shippingAddress: Address, zoning: Zoning): string {
  const externalTimestamps = { createdDate: text, updatedDate: text };
  return taxDateOf(withTimeZone({ taxDate: null, externalTimestamps, shippingAddress }, zoning, null));
}

type Undated = Dated & { readonly shippingAddress: Address };
export type Zoning = {
  readonly settings: Pick<TenantSettings, 'dayOfInstant' | 'homeAddress'>;
  readonly reference: Pick<AddressMatcher, 'matchAddress'>;
};

/**
 * Adds the time zone that determines the document's day. A stored document keeps its time zone while `createdDate`
 * stays the same, even if the settings change.
 */
export function withTimeZone<Document extends Undated>(
  document: Document,
  { settings, reference }: Zoning,
  stored: Pick<Dated, 'externalTimestamps' | 'taxDateTimeZone'> | null,
): Document & { readonly taxDateTimeZone: string | null } {
  const { taxDateTimeZone, externalTimestamps, shippingAddress } = document;
  const { createdDate } = externalTimestamps;
  if (taxDateTimeZone !== undefined) return { ...document, taxDateTimeZone };
  if (stored?.externalTimestamps.createdDate === createdDate) {
    return { ...document, taxDateTimeZone: stored.taxDateTimeZone ?? null };
  }
  const isZoned = isInstant(createdDate) && settings.dayOfInstant === 'AT_HOME';
  return {
    ...document,
    taxDateTimeZone: isZoned ? (timeZoneAtHome(settings, reference) ?? timeZoneAt(shippingAddress, reference)) : null,
  };
}

/**
 * The time zone of the home address; null if it is unknown. The Streamlined Sales and Use Tax Agreement counts holidays by the
 * time zone of the seller (section 322, as the Ohio Department of Taxation applies it).
 */
export function timeZoneAtHome(
  { homeAddress }: Pick<TenantSettings, 'homeAddress'>,
  reference: Pick<AddressMatcher, 'matchAddress'>,
): string | null {
  if (!isHomeKnown(homeAddress)) return null;
  return timeZoneAt({ ...homeAddress, region: null, county: null, street: null, isPartial: true }, reference);
}

/** Uses the matched place, which can be more complete than the address: a ZIP code implies a state. */
export function timeZoneAt(address: Address, reference: Pick<AddressMatcher, 'matchAddress'>): string {
  const match = reference.matchAddress(addressQuery(address));
  if (match.kind === 'unmatched') return timeZoneOf({ country: address.country, state: address.state });
  const { country, subdivision, matchedAddress } = match.place;
  return timeZoneOf({ country, state: subdivision ?? matchedAddress.state, county: matchedAddress.county });
}
