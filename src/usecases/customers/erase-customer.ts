import { isDeepStrictEqual } from 'node:util';
import type { RecordName } from '../../domain/base/record-name.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { erasedCustomer } from '../../domain/erasure/erasure.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { findCustomer } from './customers.ts';

/**
 * Removes personal data from a customer and from the copies in its documents. The customer is erased last, so the call
 * can be repeated until all of its documents are erased. Erasing again only affects later data.
 */
export async function eraseCustomer(ctx: Context, by: RecordName, reason: string): Promise<Customer> {
  const session = authorize(ctx, 'customers:write');
  const { certificateRequests, customers, erasure } = session.stores;
  session.work.add(workCosts.erasure);
  const { serviceId: customerId } = await findCustomer(customers, by);
  const removed = await certificateRequests.removeOf(customerId);
  const { changed, keepsTaxNumber } = await erasure.eraseDocuments({ customerId, reason, at: ctx.now() });
  return retryOnConflict(recordOf(session, 'customer', customerId), async () => {
    const stored = await findCustomer(customers, { serviceId: customerId });
    if (removed + changed === 0 && !hasPersonalData(stored, keepsTaxNumber)) return stored;
    const now = ctx.now();
    const erased = {
      ...erasedCustomer(stored, now, { keepsTaxNumber }),
      internalTimestamps: changedAt(stored.internalTimestamps, now),
      version: stored.version + 1,
    };
    return (await erasure.replaceErased(stored, erased, reason)) ? erased : null;
  });
}

function hasPersonalData(customer: Customer, keepsTaxNumber: boolean): boolean {
  const { erasedAt } = customer;
  return !erasedAt || !isDeepStrictEqual(erasedCustomer(customer, erasedAt, { keepsTaxNumber }), customer);
}
