import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import type { Customer, CustomerInput } from '../../domain/customers/customer.ts';
import { isSameInput, sentPartOf } from '../../domain/customers/customer-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict, type Upserted } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';

/** Creates or replaces the customer with this `source` and `externalId`. */
export function upsertCustomer(
  ctx: Context,
  input: CustomerInput,
  precondition?: Precondition,
): Promise<Upserted<Customer>> {
  const session = authorize(ctx, 'customers:write');
  const { customers } = session.stores;
  return retryOnConflict(recordOf(session, 'customer', input.source, input.externalId), async () => {
    const stored = await customers.findByKey(input);
    requireExpected(precondition, stored && currentRevisionOf(stored));
    const now = ctx.now();
    if (!stored) {
      const internalTimestamps = { createdDate: now, updatedDate: now };
      const customer = { ...input, serviceId: newServiceId(), internalTimestamps, erasedAt: null, version: 1 };
      return (await customers.insert(customer)) ? { kind: 'created', value: customer } : null;
    }
    if (isSameInput(sentPartOf(stored), input)) return { kind: 'unchanged', value: stored };
    const customer = changed(stored, input, now);
    return (await customers.replace(customer, stored.version)) ? { kind: 'replaced', value: customer } : null;
  });
}

export function changed(stored: Customer, input: CustomerInput, now: Date): Customer {
  return {
    ...input,
    serviceId: stored.serviceId,
    internalTimestamps: changedAt(stored.internalTimestamps, now),
    erasedAt: stored.erasedAt,
    version: stored.version + 1,
  };
}
