import type { ExternalTimestamps } from '../base/timestamps.ts';

type Dated = {
  /** As sent; null for the day of the document. */
  readonly taxDate: string | null;
  readonly externalTimestamps: ExternalTimestamps;
};

/** The calendar day whose law applies to a document. */
export function taxDateOf({ taxDate, externalTimestamps }: Dated): string {
  return taxDate ?? dayOf(externalTimestamps);
}

/**
 * The tax date if it differs from the day of the document, otherwise null. A null that is sent back lets the tax date follow
 * the day.
 */
export function ownTaxDate({ taxDate, externalTimestamps }: Dated): string | null {
  return taxDate === dayOf(externalTimestamps) ? null : taxDate;
}

/** The member of a document that its tax date comes from. */
export function taxDatePath(document: Dated): readonly string[] {
  return ownTaxDate(document) === null ? ['externalTimestamps', 'createdDate'] : ['taxDate'];
}

/** As the sender wrote it, whatever the zone. */
function dayOf({ createdDate }: ExternalTimestamps): string {
  return createdDate.slice(0, 'YYYY-MM-DD'.length);
}
