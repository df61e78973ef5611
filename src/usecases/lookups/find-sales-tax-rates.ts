import type { Address } from '../../domain/base/address.ts';
import { serviceIdOfAnswer } from '../../domain/base/service-id.ts';
import { requireCoverage, requirementOf, requireTaxCodes } from '../../domain/coverage/coverage-requirement.ts';
import type { RatesOfAddress } from '../../domain/lookups/lookup-input.ts';
import type { SalesTaxRateLookup } from '../../domain/lookups/rate-lookup.ts';
import { placeSalesTaxRates } from '../../domain/transactions/rate-views.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import { datedRatesAt, requirePlace } from '../assessment/places/find-place.ts';
import { requireSalesTax } from './look-up-place.ts';
import { ratesAtPlace } from './rates-at-place.ts';

/** The US rates of an address on a day, for general goods or for a tax code. */
export async function findSalesTaxRates(ctx: Context, input: RatesOfAddress): Promise<SalesTaxRateLookup> {
  const session = authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const { address: requestAddress, require: required, asOf, taxCode } = input;
  const effectiveDate = asOf ?? todayOf(ctx);
  requireSalesTax(reference, requestAddress);
  const place = await requirePlace(requestAddress, 'address', { reference, taxDate: effectiveDate });
  const requirement = requirementOf(required, await session.recent.settings());
  const facts = reference.placeFacts(place, effectiveDate);
  requireCoverage(place, datedRatesAt(reference, { place, facts }), { ...requirement, path: ['address'] });
  if (taxCode !== null) requireTaxCodes([{ path: ['taxCode'], taxCode }], requirement, reference);
  const found = ratesAtPlace({ place, facts, taxDate: effectiveDate, taxCode, reference });
  return {
    serviceId: serviceIdOfAnswer([...partsOf(requestAddress), effectiveDate, taxCode, reference.version]),
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

/** The parts of an address in a fixed order, so that REST and GraphQL return the same id. */
function partsOf({ country, state, zip, city, county, street, region, isPartial }: Address) {
  return [country, state, zip, city, county, street, isPartial, region];
}
