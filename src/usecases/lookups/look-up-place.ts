import type { Address } from '../../domain/base/address.ts';
import { AppError, invalidInput } from '../../domain/base/errors.ts';
import { testLand } from '../../domain/base/test-land.ts';
import type { AddressIssue, AddressQuery, MatchedPlace } from '../../domain/places/address-match.ts';
import { addressQuery } from '../../domain/places/placeable-address.ts';
import type { Context } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { requirePlace } from '../assessment/places/find-place.ts';

/** The place of a country or region. The address is the whole input, so issues have field names without a prefix. */
export async function lookedUpPlace(ctx: Context, address: Address, taxDate: string): Promise<MatchedPlace> {
  try {
    return await requirePlace(address, 'address', { reference: ctx.reference, taxDate });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidInput(
      error.issues.map(({ path, details, ...issue }) => ({
        ...issue,
        path: path.slice(1).map(inLookup),
        ...(details && { details: { ...details, field: inLookup(details.field) } }),
      })),
    );
  }
}

/** The field `region` of an address is named `state` in a lookup. */
const inLookup = <Field>(field: Field) => (field === 'region' ? 'state' : field);

/**
 * Throws for a country without sales tax. Only the US, including Puerto Rico, and test land have sales tax and address
 * candidates.
 */
export function requireSalesTax(reference: ReferenceData, address: Address): void {
  const query = addressQuery(address);
  const given = query.country ?? '';
  const country = reference.findCountry(given);
  if (country === 'US' || country === 'PR') return;
  if (country === testLand) {
    const match = reference.matchAddress(query);
    if (match.kind === 'unmatched' || match.place.regime === 'SALES_TAX') return;
  }
  const message =
    unknownCountry(reference, given) ?? `${JSON.stringify(given)} is not the United States; ${otherLookup}.`;
  throw addressError([{ code: 'ERR-ADDR-001', field: 'country', given, expected: 'US', suggestions: ['US'], message }]);
}

const otherLookup = 'look up its rates at /v1/gt_rates, or globalTaxRates in GraphQL';

/** The issue for a country missing from the rate book. */
function unknownCountry(reference: ReferenceData, given: string): string | null {
  const match = reference.matchAddress({ ...nowhere, country: given });
  return match.kind === 'unmatched' ? (match.issues[0]?.message ?? null) : null;
}

/** An empty address to be filled in. */
export const nowhere: AddressQuery = {
  city: null,
  country: null,
  county: null,
  state: null,
  street: null,
  region: null,
  zip: null,
  isPartial: true,
};

export function addressError(issues: readonly AddressIssue[]): AppError {
  return invalidInput(
    issues.map(({ code, message, ...details }) => ({ path: ['address', details.field], code, message, details })),
  );
}

/** The currency of a country; US dollars if the country is not in the rate book. */
export function currencyAt(reference: ReferenceData, country: string): string {
  return reference.countryFacts(country)?.currency ?? 'USD';
}
