import type { Precondition, Standing } from '../../domain/base/precondition.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { fullFormTag, recordTag } from '../../domain/transactions/entity-tags.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { CustomerStore } from '../../ports/stores/customer-store.ts';

/** What a precondition is asked of, for records that show nothing but themselves. */
export function standingOf(record: Customer | Exemption): Standing {
  return { version: record.version, tags: [recordTag(record)] };
}

/**
 * The same for a document: the tag of either form will do. The customer behind the full form is read only if a tag is asked
 * about; `known` is one that was read already.
 */
export async function standingOfTransaction(
  transaction: Transaction,
  precondition: Precondition,
  customers: CustomerStore,
  known?: Customer,
): Promise<Standing> {
  const { version, customerId } = transaction;
  const tags = [recordTag(transaction)];
  if (precondition.kind === 'version') return { version, tags };
  const customer = known?.serviceId === customerId ? known : (await customers.findMany([customerId]))[0];
  return { version, tags: customer ? [...tags, fullFormTag(transaction, customer)] : tags };
}
