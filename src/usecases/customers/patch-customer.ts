import { mergePatch } from '../../domain/base/merge-patch.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { type RecordName, requireSameKey } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { type CustomerPatch, customerInput, isSameInput, sentPartOf } from '../../domain/customers/customer-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { findCustomer } from './get-customer.ts';
import { changed } from './upsert-customer.ts';

/**
 * Applies a JSON merge patch: absent fields keep their value, null clears, nested objects merge. The result must be a
 * valid customer.
 */
export async function patchCustomer(
  ctx: Context,
  by: RecordName,
  patch: CustomerPatch,
  precondition?: Precondition,
): Promise<Customer> {
  const session = authorize(ctx, 'customers:write');
  const { customers } = session.stores;
  const { serviceId } = 'serviceId' in by ? by : await findCustomer(customers, by);
  return retryOnConflict(recordOf(session, 'customer', serviceId), async () => {
    const stored = await findCustomer(customers, { serviceId });
    requireExpected(precondition, currentRevisionOf(stored));
    const sent = sentPartOf(stored);
    const input = parseInput(customerInput, mergePatch(sent, patch));
    requireSameKey(stored, input);
    if (isSameInput(sent, input)) return stored;
    const customer = changed(stored, input, ctx.now());
    return (await customers.replace(customer, stored.version)) ? customer : null;
  });
}
