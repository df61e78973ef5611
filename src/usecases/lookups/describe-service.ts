import { gatewayLimits } from '../../domain/base/limits.ts';
import { type FeatureName, features, type ServiceInfo } from '../../domain/lookups/service-info.ts';
import { type RegisterName, taxNumberRegisters } from '../../domain/tax-numbers/tax-number-validation.ts';
import { authenticated, type Context } from '../../ports/context.ts';

const registerNames = Object.keys(taxNumberRegisters) as RegisterName[];

/** The capabilities of the service and the contents of its rate book; any valid token may read them. */
export async function describeService(ctx: Context): Promise<ServiceInfo> {
  authenticated(ctx);
  const { reference } = ctx;
  return {
    name: 'Tollgate',
    features: Object.keys(features) as FeatureName[],
    limits: gatewayLimits,
    rateBook: { version: reference.version, bundledVersion: reference.bundledVersion, asOf: reference.asOf },
    registers: registerNames.map((name) => ({ name, isConfigured: ctx.registers.some((one) => one.name === name) })),
    sources: reference.sources(),
    states: reference.states.map(({ code, name, sourcing, coverage }) => ({ code, name, sourcing, ...coverage })),
    countries: reference.countries
      .filter(({ code }) => code !== 'US')
      .map(({ code, name, taxName, currency }) => ({
        code,
        name,
        taxName,
        currency,
        asOf: reference.asOfByPlace[code] ?? reference.asOf,
      })),
  };
}
