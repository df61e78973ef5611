import type { Context } from '../context.ts';
import { type Address, addressQuery } from '../domain/address.ts';
import { AppError, invalidInput } from '../domain/errors.ts';
import type { AddressFault, MatchedPlace, ReferenceData } from '../reference/reference-data.ts';
import { placeOf } from './find-places.ts';

/** The day of a question that names none. */
export function todayInUtc(ctx: Context): string {
  return ctx.now().toISOString().slice(0, 10);
}

/** The place of an address that is itself the question, so that faults name its fields alone. */
export async function lookedUpPlace(ctx: Context, address: Address, taxDate: string): Promise<MatchedPlace> {
  try {
    return await placeOf(address, 'address', { reference: ctx.reference, taxDate });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidInput(error.issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })));
  }
}

/** Addresses of other countries have neither candidates nor US rates. */
export function requireUnitedStates(reference: ReferenceData, given: string): void {
  const country = reference.findCountry(given);
  if (country === 'US' || country === 'PR') return;
  const match = reference.matchAddress({ ...nowhere, country: given });
  const said = match.kind === 'unmatched' ? match.faults[0] : undefined;
  const message =
    country === null && said?.code === 'ERR-ADDR-001'
      ? said.message
      : `${given} is not the United States; look up its rates at /v1/gt_rates, or globalTaxRates in GraphQL.`;
  throw addressFaults([
    { code: 'ERR-ADDR-001', field: 'country', given, expected: 'US', suggestions: ['US'], message },
  ]);
}

const nowhere = addressQuery({
  city: null,
  country: null,
  county: null,
  state: null,
  street: null,
  region: null,
  zip: null,
  isPartial: true,
});

export function addressFaults(faults: readonly AddressFault[]): AppError {
  return invalidInput(
    faults.map(({ code, message, ...details }) => ({ path: [details.field], code, message, details })),
  );
}
