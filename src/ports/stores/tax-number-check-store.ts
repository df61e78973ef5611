import type { TaxNumberCheckFilter, TaxNumberCheckRecord } from '../../domain/tax-numbers/tax-number-validation.ts';
import type { PageRequest } from './page-request.ts';

/** Results from tax number registers, kept as proof. */
export interface TaxNumberCheckStore {
  /** Does nothing if the result is already stored. */
  insert(check: TaxNumberCheckRecord): Promise<void>;
  list(filter: TaxNumberCheckFilter, page: PageRequest): Promise<TaxNumberCheckRecord[]>;
  count(filter: TaxNumberCheckFilter): Promise<number>;
}
