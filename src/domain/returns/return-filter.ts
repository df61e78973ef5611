import type { RecordFilter } from '../base/record-filter.ts';
import type { RegistrationScheme } from '../nexus/nexus-record.ts';
import type { TaxReturnStatus } from './return-record.ts';

/** Country and state are codes as stored; the state is null for a whole country. */
export type TaxReturnFields = {
  readonly country: string;
  readonly state: string;
  readonly scheme: RegistrationScheme;
  readonly status: TaxReturnStatus;
  readonly from: string;
  readonly to: string;
};

export type TaxReturnFilter = RecordFilter<TaxReturnFields>;
