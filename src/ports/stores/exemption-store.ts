import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionOrderField } from '../../domain/lists/list-order.ts';
import type { ExemptionFilter } from '../../domain/lists/record-filter.ts';
import type { OrderedPage, PageRequest } from './page-request.ts';

/** What an exemption is unique by; null for a whole country, and for a certificate without a number. */
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
  /** The same page of the list of each of these customers, in their order, in one statement. */
  listByCustomer(
    customerIds: readonly string[],
    filter: ExemptionFilter,
    page: OrderedPage<ExemptionOrderField>,
  ): Promise<readonly Exemption[][]>;
  countByCustomer(customerIds: readonly string[], filter: ExemptionFilter): Promise<number[]>;
  /**
   * Creates or replaces by (customer, country, state, certificate id), all in one unit of work; what already says the
   * same is left alone. Answers them as stored.
   */
  upsertAll(exemptions: readonly Exemption[]): Promise<Exemption[]>;
  /** Writes `exemption` if the stored version is still `expectedVersion`, and no other has the key it comes to. */
  replace(exemption: Exemption, expectedVersion: number): Promise<'replaced' | 'overtaken' | 'key-taken'>;
}
