import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { CustomerFilter, CustomerOrderField } from '../../domain/customers/customer-list.ts';
import type { OrderedPage, PageRequest } from './page-request.ts';

export interface CustomerStore {
  findByKey(key: NaturalKey): Promise<Customer | null>;
  /** The customers that exist, in any order. */
  findByKeys(keys: readonly NaturalKey[]): Promise<Customer[]>;
  findMany(serviceIds: readonly string[]): Promise<Customer[]>;
  list(filter: CustomerFilter, page: PageRequest | OrderedPage<CustomerOrderField>): Promise<Customer[]>;
  count(filter: CustomerFilter): Promise<number>;
  /** Stores a new customer; false if the key is taken, possibly by a concurrent request. */
  insert(customer: Customer): Promise<boolean>;
  /** Writes `customer` if the stored version is still `expectedVersion`; false otherwise. */
  replace(customer: Customer, expectedVersion: number): Promise<boolean>;
}
