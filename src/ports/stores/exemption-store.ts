import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionFilter, ExemptionOrderField } from '../../domain/exemptions/exemption-list.ts';
import type { OrderedPage, PageRequest } from './page-request.ts';

/**
 * The unique key of an exemption. The state is null for a whole country; the certificate id is null for an exemption
 * without a number.
 */
export type ExemptionKey = Pick<Exemption, 'customerId' | 'country' | 'state'> & {
  readonly certificateId: string | null;
};

export interface ExemptionStore {
  findByKey(key: ExemptionKey): Promise<Exemption | null>;
  findMany(serviceIds: readonly string[]): Promise<Exemption[]>;
  /** All exemptions of these customers, of any status and date, oldest first. */
  findByCustomers(customerIds: readonly string[]): Promise<Exemption[]>;
  list(filter: ExemptionFilter, page: PageRequest | OrderedPage<ExemptionOrderField>): Promise<Exemption[]>;
  count(filter: ExemptionFilter): Promise<number>;
  /** The same page of each customer's list of exemptions, in the order of the ids, in one statement. */
  listByCustomer(
    customerIds: readonly string[],
    filter: ExemptionFilter,
    page: OrderedPage<ExemptionOrderField>,
  ): Promise<readonly Exemption[][]>;
  countByCustomer(customerIds: readonly string[], filter: ExemptionFilter): Promise<number[]>;
  /**
   * Creates or replaces exemptions by (customer, country, state, certificate id), all in one unit of work; unchanged
   * exemptions are not written. Returns all exemptions as stored.
   */
  upsertAll(exemptions: readonly Exemption[]): Promise<Exemption[]>;
  /** Like `upsertAll`, without returning the exemptions. */
  storeAll(exemptions: readonly Exemption[]): Promise<void>;
  /** Writes `exemption` if the stored version is still `expectedVersion` and its new key is free. */
  replace(exemption: Exemption, expectedVersion: number): Promise<'replaced' | 'overtaken' | 'key-taken'>;
}
