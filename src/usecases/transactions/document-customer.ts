import { AppError, describeRecord } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Buyer, BuyerExemption } from '../../domain/customers/buyer.ts';
import { type Customer, customerNotFound } from '../../domain/customers/customer.ts';
import { needsDeclarations } from '../../domain/nexus/tax-collection.ts';
import { declaredExemption } from '../../domain/transactions/evidence.ts';
import type { ProductCodes } from '../../domain/transactions/item-product.ts';
import type { QuoteCustomer, QuoteInput } from '../../domain/transactions/quote-input.ts';
import type { NamedTransaction, SentTransaction } from '../../domain/transactions/transaction-input.ts';
import type { Session } from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';
import type { AssessmentRequest } from '../assessment/request/assessment-request.ts';

export type QuoteFacts = Pick<AssessmentRequest, 'customer' | 'exemptions' | 'settings' | 'declarations'> & {
  readonly stored: Customer | null;
  /** The tax codes of the products that determine item codes; empty or absent if no item depends on a product. */
  readonly productCodes?: ProductCodes | undefined;
};

/**
 * The tax-relevant facts of a quote's customer: a stored customer with its certificates, or the description in the
 * quote.
 */
export async function loadQuoteFacts(
  { stores, recent }: Session,
  quote: Pick<QuoteInput, 'customerId' | 'customer'>,
): Promise<Omit<QuoteFacts, 'productCodes'>> {
  const customerId = await storedCustomerId(stores, quote);
  if (customerId === null) {
    const settings = await recent.settings();
    const declarations = needsDeclarations(settings) ? await recent.declarations() : [];
    return { ...describedCustomer(quote.customer), stored: null, settings, declarations };
  }
  const facts = await stores.transactions.findFacts({ customerId, key: null, taxDates: null, isInvoice: false });
  const { customer, exemptions, settings, declarations } = facts;
  if (!customer) throw customerNotFound(customerId);
  return { customer, stored: customer, exemptions, settings, declarations };
}

async function storedCustomerId(
  { customers }: TenantStores,
  { customerId, customer }: Pick<QuoteInput, 'customerId' | 'customer'>,
) {
  if (customerId !== null) return customerId;
  if (!customer || customer.source === null || customer.externalId === null) return null;
  const { source, externalId } = customer;
  const stored = await customers.findByKey({ source, externalId });
  if (stored) return stored.serviceId;
  throw noCustomerWith({ source, externalId });
}

/** The customer as described in a quote, with a full exemption in the named states. */
export function describedCustomer(customer: QuoteCustomer | null): {
  customer: Buyer;
  exemptions: readonly BuyerExemption[];
} {
  const { customerType = 'RETAIL', taxNumber = null, exemptStates = [] } = customer ?? {};
  const exemptions = exemptStates.map((state) => declaredExemption({ ...fullRelief, country: 'US', state }));
  return { customer: { name: null, customerType, taxNumber, address: null }, exemptions };
}

const fullRelief = { taxCodes: [], exemptionType: 'FULLY', exemptFraction: null, reducedRate: null } as const;

/** Replaces the customer key of a document with the customer's id. Throws `CUSTOMER_NOT_FOUND` for an unknown key. */
export async function withCustomerId(stores: TenantStores, named: NamedTransaction): Promise<SentTransaction> {
  const [one] = await withCustomerIds(stores, [named]);
  if (one instanceof AppError) throw one;
  return one!;
}

/** Replaces the customer keys of many documents, in their order, with a failure for each unknown customer. */
export async function withCustomerIds(
  { customers }: TenantStores,
  named: readonly NamedTransaction[],
): Promise<readonly (SentTransaction | AppError)[]> {
  const keys = new Map(named.flatMap(({ customer }) => (customer ? [[nameOf(customer), customer] as const] : [])));
  const stored = keys.size === 0 ? [] : await customers.findByKeys([...keys.values()]);
  const ids = new Map(stored.map((one) => [nameOf(one), one.serviceId]));
  return named.map(({ customer, ...sent }) => {
    if (!customer) return sent;
    const customerId = ids.get(nameOf(customer));
    return customerId === undefined ? noCustomerWith(customer) : { ...sent, customerId };
  });
}

function noCustomerWith({ source, externalId }: NaturalKey): AppError {
  const key = { source, externalId };
  return new AppError('CUSTOMER_NOT_FOUND', `${describeRecord('CUSTOMER', { key })} not found.`, {
    facts: { missing: { recordType: 'CUSTOMER', path: ['customer', 'key'], key } },
  });
}

const nameOf = ({ source, externalId }: NaturalKey) => `${source}/${externalId}`;
