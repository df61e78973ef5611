import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionFile } from '../../domain/exemptions/exemption-file.ts';
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

export interface ExemptionFileReads {
  /** A piece of the content; null if the file no longer has this digest. */
  readPiece(file: ExemptionFile, piece: { readonly start: number; readonly length: number }): Promise<Buffer | null>;
}

export interface ExemptionFileStore extends ExemptionFileReads {
  /** The files of these exemptions, without their content. */
  findMany(serviceIds: readonly string[]): Promise<ExemptionFile[]>;
  /**
   * Attaches a file in place of the file with the digest `expected`, or as the first file if null. False if another
   * request was faster, or the exemption does not exist.
   */
  put(file: ExemptionFile, content: Buffer, expected: string | null): Promise<boolean>;
  /** Removes the file with this digest; false if another request was faster. */
  remove(file: ExemptionFile, at: Date): Promise<boolean>;
}
