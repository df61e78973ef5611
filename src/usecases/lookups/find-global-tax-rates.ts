import { invalidInput } from '../../domain/base/errors.ts';
import { testLand } from '../../domain/base/test-land.ts';
import { requireTaxCodes } from '../../domain/coverage/coverage-requirement.ts';
import type { GlobalTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import type { GlobalRateLookup } from '../../domain/lookups/rate-lookup.ts';
import { type RuleOfCodes, ruleLookup } from '../../domain/lookups/rule-lookup.ts';
import type { RuleFacts } from '../../domain/places/place-law.ts';
import { placeGtRates } from '../../domain/transactions/rate-views.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import { originOf } from '../assessment/places/find-place.ts';
import { currencyAt, lookedUpPlace, nowhere } from './look-up-place.ts';
import { type AskedRates, lawOf, ratesAtPlace } from './rates-at-place.ts';

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
