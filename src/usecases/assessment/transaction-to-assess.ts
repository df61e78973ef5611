import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { Buyer, BuyerExemption } from '../../domain/customers/buyer.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

/** A document to calculate, and what its tax depends on besides the law. */
export type TransactionToAssess = {
  readonly input: TransactionInput;
  readonly customer: Buyer;
  readonly exemptions: readonly BuyerExemption[];
  readonly settings: TenantSettings;
  /** All nexus and registrations of the tenant; empty for a seller who collects everywhere. */
  readonly declarations: readonly NexusDeclaration[];
  readonly reference: ReferenceData;
};
