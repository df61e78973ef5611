import type { TenantSettings } from '../../../domain/account/tenant.ts';
import type { Buyer, BuyerExemption } from '../../../domain/customers/buyer.ts';
import type { ExchangeRate } from '../../../domain/exchange-rates/exchange-rate.ts';
import type { NexusDeclaration } from '../../../domain/nexus/nexus-record.ts';
import type { PastThreshold } from '../../../domain/nexus/tax-collection.ts';
import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import type { ReferenceData } from '../../../ports/reference-data.ts';
import type { CalculationOptions } from '../../../tax/model/assessment.ts';

/** A document to calculate, and the inputs for its figures. Each function takes only the part it needs. */
export type AssessmentRequest = {
  readonly input: TransactionInput;
  readonly customer: Buyer;
  readonly exemptions: readonly BuyerExemption[];
  readonly settings: TenantSettings & PastThreshold & Pick<CalculationOptions, 'extraPlaces'>;
  /** All nexus and registrations of the tenant; empty for a seller who collects everywhere. */
  readonly declarations: readonly NexusDeclaration[];
  /** The rates that convert the document to the reporting currency. */
  readonly exchangeRates: readonly ExchangeRate[];
  readonly reference: ReferenceData;
};
