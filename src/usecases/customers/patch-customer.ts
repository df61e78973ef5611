import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../domain/base/errors.ts';
import { mergePatch } from '../../domain/base/merge-patch.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { requireSameKey } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { type CustomerPatch, customerInput, sentPartOf } from '../../domain/customers/customer-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { changed } from './upsert-customer.ts';

/**
 * Applies a JSON merge patch: absent fields keep their value, null clears, nested objects merge. The result must be a
 * valid customer.
 */
export function patchCustomer(
  ctx: Context,
  serviceId: string,
  patch: CustomerPatch,
  precondition?: Precondition,
): Promise<Customer> {
  const session = authorize(ctx, 'customers:write');
  const { customers } = session.stores;
  return retryOnConflict(recordOf(session, 'customer', serviceId), async () => {
    const [stored] = await customers.findMany([serviceId]);
    if (!stored) throw new AppError('NOT_FOUND', 'There is no such customer.', { facts: { missing: { serviceId } } });
    requireExpected(precondition, currentRevisionOf(stored));
    const sent = sentPartOf(stored);
    const input = parseInput(customerInput, mergePatch(sent, patch));
    requireSameKey(stored, input);
    if (isDeepStrictEqual(sent, input)) return stored;
    const customer = changed(stored, input, ctx.now());
    return (await customers.replace(customer, stored.version)) ? customer : null;
  });
}
