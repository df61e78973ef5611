import type { Address } from '../../domain/base/address.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { serviceIdOfAnswer } from '../../domain/base/service-id.ts';
import { testLand } from '../../domain/base/test-land.ts';
import { requireCoverage, requirementOf, requireTaxCodes } from '../../domain/coverage/coverage-requirement.ts';
import type { GlobalTaxRatesInput, RatesOfAddress } from '../../domain/lookups/lookup-input.ts';
import type { GlobalRateLookup, SalesTaxRateLookup } from '../../domain/lookups/rate-lookup.ts';
import { type RuleOfCodes, ruleLookup } from '../../domain/lookups/rule-lookup.ts';
import type { RuleFacts } from '../../domain/places/place-law.ts';
import { placeGtRates, placeSalesTaxRates } from '../../domain/transactions/rate-views.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import { datedRatesAt, originOf, requirePlace } from '../assessment/places/find-place.ts';
import { currencyAt, lookedUpPlace, nowhere, requireSalesTax } from './look-up-place.ts';
import { type AskedRates, lawOf, ratesAtPlace } from './rates-at-place.ts';

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

/** VAT or GST of a country or one of its regions on a day, for general goods or for a tax code. */
export async function findGlobalTaxRates(ctx: Context, input: GlobalTaxRatesInput): Promise<GlobalRateLookup> {
  const session = authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const { country, state, taxCode } = input;
  const effectiveDate = input.asOf ?? todayOf(ctx);
  if (['US', 'PR'].includes(reference.findCountry(country) ?? '')) throw salesTaxOnly(unitedStates);
  const place = await lookedUpPlace(ctx, { ...nowhere, country, region: state }, effectiveDate);
  if (place.regime !== 'GLOBAL_TAX') throw salesTaxOnly(place.country === testLand ? 'This state' : unitedStates);
  const settings = await session.recent.settings();
  if (taxCode !== null) requireTaxCodes([{ path: ['taxCode'], taxCode }], settings.require, reference);
  const seller = await originOf(null, settings, { reference, taxDate: effectiveDate });
  const facts = reference.placeFacts(place, effectiveDate, seller);
  const asked: AskedRates = { place, facts, taxDate: effectiveDate, taxCode, reference };
  const found = ratesAtPlace(asked);
  return {
    country: place.country,
    state: place.subdivision,
    taxName: facts.authority.taxName,
    currency: reference.countryFacts(place.country)?.currency ?? null,
    gtRates: placeGtRates(found.rates),
    effectiveDate,
    taxation: facts.taxation,
    jurisdictions: found.jurisdictions,
    taxCode,
    rules: found.rule ? [found.rule] : rulesOf(asked),
    rateBookVersion: reference.version,
    notices: found.notices,
  };
}

/**
 * The rule for general goods, and the rules for tax codes that are treated differently. If no tax is levied, only the
 * rule for general goods.
 */
function rulesOf({ place, facts, taxDate, reference }: AskedRates): readonly RuleOfCodes[] {
  const codesByRule = new Map<RuleFacts['rule'], { law: RuleFacts; codes: string[] }>();
  for (const { code } of reference.taxCodes) {
    const law = lawOf(reference, { place, taxDate, taxCode: code });
    const known = codesByRule.get(law.rule);
    if (known) known.codes.push(code);
    else codesByRule.set(law.rule, { law, codes: [code] });
  }
  return [...codesByRule.values()]
    .map(({ law, codes }) => ({ ...ruleLookup(law, facts, currencyAt(reference, place.country)), taxCodes: codes }))
    .filter(
      ({ category, treatment }) => category === 'general' || (facts.taxation === 'TAXED' && treatment !== 'TAXABLE'),
    );
}

const unitedStates = 'The United States';

function salesTaxOnly(place: string) {
  const message = `${place} has no VAT or GST; look up its rates at /v1/sales_tax_rates, or salesTaxRates in GraphQL.`;
  return invalidInput([{ path: ['country'], code: 'OTHER_REGIME', message }]);
}
