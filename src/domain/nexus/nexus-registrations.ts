import type { Issue } from '../base/errors.ts';
import type { CountryFacts } from '../lookups/catalogue.ts';
import type { TaxNumberCheck, TaxNumberFormat } from '../tax-numbers/tax-number-format.ts';
import type { NexusPlace } from './nexus.ts';
import type { NexusRegistration } from './nexus-record.ts';
import { isImportNumber } from './one-stop-shop.ts';

/** The part of the rate book that checks tax numbers. */
export type TaxNumberBook = {
  countryFacts(country: string): CountryFacts | null;
  taxNumberFormat(country: string): TaxNumberFormat | null;
  checkTaxNumber(text: string, country: string | null): TaxNumberCheck | null;
};

/** Rejects registrations that cannot exist in a place. Numbers are checked only if their format is known. */
export function registrationIssues(
  place: NexusPlace,
  registrations: readonly NexusRegistration[],
  book: TaxNumberBook,
): Issue[] {
  return registrations.flatMap(({ scheme, number, hasFixedEstablishment }, index): Issue[] => {
    const issueAt = (field: string, code: string, message: string): Issue[] => [
      { path: ['registrations', index, field], code, message },
    ];
    const isInEu = place.country !== 'US' && book.countryFacts(place.country)?.isInEu === true;
    if (scheme !== 'STANDARD' && !isInEu) {
      return issueAt('scheme', 'INVALID_VALUE', 'Only an EU country can have a one-stop-shop registration.');
    }
    if (hasFixedEstablishment && (scheme !== 'STANDARD' || !isInEu)) {
      const message =
        'Only a STANDARD registration in the EU can have a fixed establishment. Omit hasFixedEstablishment for other registrations.';
      return issueAt('hasFixedEstablishment', 'INVALID_VALUE', message);
    }
    if (number === null || isNumberOf(place, number, scheme, book)) return [];
    return issueAt(
      'number',
      'INVALID_FORMAT',
      `${JSON.stringify(number)} is not a valid tax number for ${place.country}.`,
    );
  });
}

/** The number formats of states and provinces are unknown and not checked. */
function isNumberOf({ country, state }: NexusPlace, number: string, scheme: string, book: TaxNumberBook): boolean {
  if (state !== null || book.taxNumberFormat(country) === null) return true;
  if (scheme !== 'STANDARD' && isImportNumber(number)) return true;
  const check = book.checkTaxNumber(number, country);
  const issuers = [country, ...(scheme === 'STANDARD' ? [] : ['EU']), ...(country === 'GB' ? ['XI'] : [])];
  return check?.isValid === true && issuers.includes(check.country);
}
