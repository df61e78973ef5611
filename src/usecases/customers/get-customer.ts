import { AppError } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/natural-key.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { authorize, type Context } from '../../ports/context.ts';

/** A record is named by its service id or by the pair its consumer gave it. */
export type RecordName = { readonly serviceId: string } | { readonly key: NaturalKey };

export async function getCustomer(ctx: Context, by: RecordName): Promise<Customer> {
  const { stores, loaders } = authorize(ctx, 'customers:read');
  const customer =
    'serviceId' in by ? await loaders.customerById.load(by.serviceId) : await stores.customers.findByKey(by.key);
  if (!customer) throw new AppError('NOT_FOUND', 'There is no such customer.');
  return customer;
}
