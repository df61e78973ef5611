import type { RecordFilter } from '../base/record-filter.ts';

export type TaxNumberCheckFields = {
  readonly serviceId: string;
  /** With its prefix, without blanks. */
  readonly vatNumber: string;
  readonly checkedAt: Date;
};

export type TaxNumberCheckFilter = RecordFilter<TaxNumberCheckFields>;
