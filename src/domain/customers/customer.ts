import type { Address } from '../base/address.ts';
import type { ExternalTimestamps, InternalTimestamps } from '../base/timestamps.ts';

export const customerTypes = ['RETAIL', 'MARKETPLACE', 'RESELLER', 'RETAIL_EXEMPT'] as const;
export type CustomerType = (typeof customerTypes)[number];

/** A buyer. */
export type Customer = {
  readonly serviceId: string;
  readonly source: string;
  readonly externalId: string;
  readonly name: string | null;
  readonly address: Address | null;
  readonly email: string | null;
  readonly customerType: CustomerType;
  readonly comment: string | null;
  readonly taxNumber: string | null;
  readonly externalTimestamps: ExternalTimestamps;
  readonly internalTimestamps: InternalTimestamps;
  /** Counts the changes. */
  readonly version: number;
};
