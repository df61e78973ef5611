import type { RecordFilter } from '../base/record-filter.ts';
import type { RecordKind } from '../base/record-kinds.ts';

export type AuditEntryFields = {
  /** Of the entry. */
  readonly serviceId: string;
  readonly recordType: RecordKind;
  /** The `serviceId` of a record. */
  readonly recordId: string;
  /** Such as `9/INV-1` or `US/MN`. */
  readonly recordKey: string;
  readonly clientId: string;
  readonly occurredAt: Date;
};

export type AuditEntryFilter = RecordFilter<AuditEntryFields>;
