import { namesOf } from '../../domain/base/record.ts';
import { ageOfRates, isOverdue } from '../../domain/coverage/freshness.ts';
import { allFeatures, type ServiceInfo } from '../../domain/lookups/service-info.ts';
import { serviceLimits } from '../../domain/lookups/service-limits.ts';
import { taxNumberRegister } from '../../domain/tax-numbers/tax-number-validation.ts';
import { authenticated, type Context, todayOf } from '../../ports/context.ts';
import { listedPlaces } from './get-rule-coverage.ts';

/** The capabilities of the service and the contents of its rate book; any valid token may read them. */
export async function describeService(ctx: Context): Promise<ServiceInfo> {
  const { tenant } = authenticated(ctx);
  const { reference } = ctx;
  const today = todayOf(ctx);
  const ageOf = (place: string) => {
    const freshness = reference.freshnessOf(place);
    return { readOn: freshness.readOn, verifiedOn: freshness.verifiedOn, ...ageOfRates(freshness, today) };
  };
  return {
    name: 'Tollgate',
    features: allFeatures,
    limits: serviceLimits(),
    rateBook: {
      version: reference.version,
      bundledVersion: reference.bundledVersion,
      readOn: reference.asOf,
      overduePlaceCount: listedPlaces(reference).filter(({ place }) => isOverdue(reference.freshnessOf(place), today))
        .length,
    },
    registers: namesOf(taxNumberRegister)
      .filter((name) => name !== 'TEST' || tenant.kind === 'TEST')
      .map((name) => ({ name, isConfigured: ctx.registers.some((one) => one.name === name) })),
    sources: reference.sources(),
    states: reference.states.map(({ code, name, sourcing, coverage }) => ({
      code,
      name,
      sourcing,
      ...coverage,
      ...ageOf(`US-${code}`),
    })),
    countries: reference.countries
      .filter(({ code }) => code !== 'US')
      .map(({ code, name, taxName, currency }) => ({
        code,
        name,
        taxName,
        currency,
        ...ageOf(code),
      })),
  };
}
