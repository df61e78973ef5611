import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { Session } from '../../ports/context.ts';
import { declarationsFor } from './declarations.ts';
import { findRefundedInvoice, type StoredInvoiceWithRefunds } from './find-refunded-invoice.ts';

/** What the tax of a document depends on besides its input and the rate book. */
export type CalculationFacts = {
  /** Undefined if the store has no such customer. */
  readonly customer: Customer | undefined;
  readonly exemptions: readonly Exemption[];
  readonly settings: TenantSettings;
  readonly declarations: readonly NexusDeclaration[];
};

/** Reads the facts for one document, and the invoice if it is the refund of a stored one. */
export async function loadCalculationFacts(
  { stores, tenant }: Session,
  input: TransactionInput,
): Promise<{ readonly facts: CalculationFacts; readonly refunded: StoredInvoiceWithRefunds | null }> {
  const { settings } = tenant;
  const [[customer], exemptions, refunded, declarations] = await Promise.all([
    stores.customers.findMany([input.customerId]),
    stores.exemptions.findByCustomers([input.customerId]),
    findRefundedInvoice(stores.transactions, input),
    declarationsFor(stores, settings),
  ]);
  return { facts: { customer, exemptions, settings, declarations }, refunded };
}
