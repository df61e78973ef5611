import { isDeepStrictEqual } from 'node:util';
import { authorize, type Context } from '../context.ts';
import type { Customer } from '../domain/customer.ts';
import { type CustomerInput, sentPartOf } from '../domain/customer-input.ts';
import { type Precondition, requireExpected } from '../domain/precondition.ts';
import { newServiceId } from '../domain/service-id.ts';
import { standingOf } from './standing.ts';
import { type Upserted, untilNotOvertaken } from './upserted.ts';

/** Creates or replaces the customer that (`source`, `externalId`) names. */
export function upsertCustomer(
  ctx: Context,
  input: CustomerInput,
  precondition?: Precondition,
): Promise<Upserted<Customer>> {
  const { customers } = authorize(ctx, 'customers:write').stores;
  return untilNotOvertaken(async () => {
    const stored = await customers.findByKey(input);
    requireExpected(precondition, stored && standingOf(stored));
    const now = ctx.now();
    if (!stored) {
      const internalTimestamps = { createdDate: now, updatedDate: now };
      const customer = { ...input, serviceId: newServiceId(), internalTimestamps, version: 1 };
      return (await customers.insert(customer)) ? { kind: 'created', value: customer } : null;
    }
    if (isDeepStrictEqual(sentPartOf(stored), input)) return { kind: 'unchanged', value: stored };
    const customer = changed(stored, input, now);
    return (await customers.replace(customer, stored.version)) ? { kind: 'replaced', value: customer } : null;
  });
}

export function changed(stored: Customer, input: CustomerInput, now: Date): Customer {
  return {
    ...input,
    serviceId: stored.serviceId,
    internalTimestamps: { createdDate: stored.internalTimestamps.createdDate, updatedDate: now },
    version: stored.version + 1,
  };
}
