import type { Address } from '../../domain/base/address.ts';
import { serviceIdOfAnswer } from '../../domain/base/service-id.ts';
import { requireCoverage } from '../../domain/coverage/coverage-requirement.ts';
import type { SalesTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import type { SalesTaxRateLookup } from '../../domain/lookups/rate-lookup.ts';
import { placeSalesTaxRates } from '../../domain/transactions/rate-views.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { lookedUpPlace, requireUnitedStates, todayInUtc } from './look-up-place.ts';
import { ratesAtPlace } from './rates-at-place.ts';

/** The US rates of an address on a day, for general goods or for a tax code. */
export async function findSalesTaxRates(ctx: Context, input: SalesTaxRatesInput): Promise<SalesTaxRateLookup> {
  const session = authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const { asOf, taxCode, requirePrecision, requireComplete, ...fields } = input;
  const effectiveDate = asOf ?? todayInUtc(ctx);
  const requestAddress: Address = { ...fields, region: null };
  requireUnitedStates(reference, input.country);
  const place = await lookedUpPlace(ctx, requestAddress, effectiveDate);
  const { require } = await session.recent.settings();
  const precision = requirePrecision ?? require.precision;
  requireCoverage(place, { precision, complete: requireComplete ?? require.complete }, []);
  const facts = reference.placeFacts(place, effectiveDate);
  const found = ratesAtPlace({ place, facts, taxDate: effectiveDate, taxCode, reference });
  return {
    serviceId: serviceIdOfAnswer([...Object.values(requestAddress), effectiveDate, taxCode, reference.version]),
    requestAddress,
    effectiveDate,
    place,
    taxation: facts.taxation,
    salesTaxRates: placeSalesTaxRates(found.rates),
    jurisdictions: found.jurisdictions,
    taxCode,
    rule: found.rule,
    rateBookVersion: reference.version,
    notices: found.notices,
  };
}
