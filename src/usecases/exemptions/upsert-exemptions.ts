import { newServiceId } from '../../domain/base/service-id.ts';
import { customerNotFound } from '../../domain/customers/customer-not-found.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionInput } from '../../domain/exemptions/exemption-input.ts';
import { authorize, type Context } from '../../ports/context.ts';

/**
 * Stores one exemption per state, or one for the whole country if no state is given. Each is created or replaced by
 * customer, country, state and certificate id. Either all or none are stored.
 */
export async function upsertExemptions(ctx: Context, input: ExemptionInput): Promise<Exemption[]> {
  const { stores } = authorize(ctx, 'exemptions:write');
  const [customer] = await stores.customers.findMany([input.customerId]);
  if (!customer) throw customerNotFound(input.customerId);
  return stores.exemptions.upsertAll(exemptionsOf(input, ctx.now()));
}

/** New exemption records, one per state. */
export function exemptionsOf({ states, ...shared }: ExemptionInput, now: Date): Exemption[] {
  return (states.length > 0 ? states : [{ code: null, name: null, sentCode: null }]).map((state) => ({
    ...shared,
    serviceId: newServiceId(),
    state: state.code,
    stateName: state.name,
    sentStateCode: state.sentCode === state.code ? null : state.sentCode,
    hasFile: false,
    internalTimestamps: { createdDate: now, updatedDate: now },
    version: 1,
  }));
}
