import type { Address } from '../../domain/base/address.ts';
import { invalidField } from '../../domain/base/errors.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { isPlainObject, mergePatch } from '../../domain/base/plain-object.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { type RecordName, requireSameKey } from '../../domain/base/record-name.ts';
import type { Customer, CustomerInput } from '../../domain/customers/customer.ts';
import { type CustomerPatch, customerInput, isSameInput, sentPartOf } from '../../domain/customers/customer-input.ts';
import { addressQuery } from '../../domain/places/placeable-address.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { NoticeCode } from '../../tax/model/notices.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { findCustomer } from './customers.ts';
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
    requireCityAtZip(ctx, patch, stored, input);
    if (isSameInput(sent, input)) return stored;
    const customer = changed(stored, input, ctx.now());
    return (await customers.replace(customer, stored.version)) ? customer : null;
  });
}

type WithAddress = Pick<CustomerInput, 'address'>;

/** A merge keeps the stored city, which may not belong to a new ZIP code or state. A city that was sent is not checked. */
function requireCityAtZip({ reference }: Context, patch: CustomerPatch, before: WithAddress, after: WithAddress): void {
  const [old, merged] = [before.address, after.address];
  if (!isPlainObject(patch.address) || patch.address.city !== undefined || !old || !merged?.city) return;
  if (!merged.zip || (old.zip === merged.zip && old.state === merged.state)) return;
  const isAtZip = (address: Address) => {
    const match = reference.matchAddress(addressQuery({ ...address, isPartial: true }));
    return match.kind !== 'matched' || !match.place.notices.some(({ code }) => otherCity.includes(code));
  };
  if (isAtZip(merged) || !isAtZip(old)) return;
  const message = `The patch keeps the city ${merged.city}, which does not match the ZIP code ${merged.zip}. Send the new city, too, or null to remove it.`;
  throw invalidField(['address', 'city'], 'CITY_NOT_AT_ZIP', message);
}

const otherCity: readonly NoticeCode[] = ['CITY_NOT_AT_ZIP', 'CITY_NOT_IN_RATE_BOOK'];
