import { namesOf } from '../../domain/base/record.ts';
import { testLand } from '../../domain/base/test-land.ts';
import { isOverdue } from '../../domain/lookups/freshness.ts';
import { allFeatures, type ServiceInfo } from '../../domain/lookups/service-info.ts';
import { serviceLimits } from '../../domain/lookups/service-limits.ts';
import { taxNumberRegister } from '../../domain/tax-numbers/tax-number-validation.ts';
import { authenticated, type Context, todayOf } from '../../ports/context.ts';

/** The capabilities of the service and the contents of its rate book; any valid token may read them. */
export async function describeService(ctx: Context): Promise<ServiceInfo> {
  const { tenant } = authenticated(ctx);
  const { reference } = ctx;
  const today = todayOf(ctx);
  const countryReadOn = (code: string) => reference.asOfByPlace[code] ?? reference.asOf;
  const checkedRates = (readOn: string, place: string) => {
    const verifiedOn = reference.verifiedByPlace[place] ?? null;
    return { verifiedOn, isOverdue: isOverdue({ readOn, verifiedOn, isFixed: place === testLand }, today) };
  };
  return {
    name: 'Tollgate',
    features: allFeatures,
    limits: serviceLimits(),
    rateBook: { version: reference.version, bundledVersion: reference.bundledVersion, readOn: reference.asOf },
    registers: namesOf(taxNumberRegister)
      .filter((name) => name !== 'TEST' || tenant.kind === 'TEST')
      .map((name) => ({ name, isConfigured: ctx.registers.some((one) => one.name === name) })),
    sources: reference.sources(),
    states: reference.states.map(({ code, name, sourcing, coverage }) => ({
      code,
      name,
      sourcing,
      ...coverage,
      ...checkedRates(coverage.readOn, `US-${code}`),
    })),
    countries: reference.countries
      .filter(({ code }) => code !== 'US')
      .map(({ code, name, taxName, currency }) => ({
        code,
        name,
        taxName,
        currency,
        readOn: countryReadOn(code),
        ...checkedRates(countryReadOn(code), code),
      })),
  };
}
