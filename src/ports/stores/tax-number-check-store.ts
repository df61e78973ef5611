import type { TaxNumberCheckRecord } from '../../domain/tax-numbers/tax-number-validation.ts';
import type { PageRequest } from './page-request.ts';

export type TaxNumberCheckFilter = { readonly vatNumber?: string };

/** What registers of tax numbers said, for as long as it may have to be proven. */
export interface TaxNumberCheckStore {
  /** An answer of a register that is stored already is not stored again. */
  insert(check: TaxNumberCheckRecord): Promise<void>;
  list(filter: TaxNumberCheckFilter, page: PageRequest): Promise<TaxNumberCheckRecord[]>;
  count(filter: TaxNumberCheckFilter): Promise<number>;
}
