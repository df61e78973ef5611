import type { TenantSettings } from '../../account/tenant.ts';
import { roundedQuantity } from '../../base/amount.ts';
import { type Issue, invalidInput } from '../../base/errors.ts';
import { codeOfProduct, namesakes, noProductCodes, type ProductCodes, productOf } from '../item-product.ts';
import { missingTaxCode } from '../sent-completeness.ts';
import type { Transaction } from '../transaction.ts';
import { isShareOfInvoice } from '../transaction-amounts.ts';
import type { CompleteInput, ItemInput, SentItem, SentTransaction, TransactionInput } from '../transaction-input.ts';

/** Whether the input requires neither completion nor rounding. */
export function isComplete(sent: SentTransaction): sent is SentTransaction & CompleteInput {
  const { customerId, shippingAddress, items, transactionType } = sent;
  return (
    (transactionType !== 'REFUND' ||
      ([sent, ...items].every((part) => !statesCollection(part)) && !items.some(isOfProduct))) &&
    customerId !== null &&
    shippingAddress !== null &&
    items.every((item) => item.taxCode !== null && withRoundedQuantity(item) === item)
  );
}

/**
 * A refund, completed with the customer, address and tax codes of its invoice. Other documents, and refunds without a
 * stored invoice, receive only missing tax codes: the codes of their products, or the account's default.
 */
export function completeInput(
  sent: SentTransaction,
  invoice: Transaction | null,
  settings: Pick<TenantSettings, 'defaultTaxCode'>,
  productCodes: ProductCodes = noProductCodes,
): CompleteInput {
  const { defaultTaxCode } = settings;
  const issues = invoice ? [] : unlinkedIssues(sent);
  const items = sent.items.map(withRoundedQuantity).map((item, index): ItemInput => {
    const product = item.taxCode === null && !invoice ? productOf(item, sent) : null;
    if (product?.source === '') issues.push(sourceOfProduct(index));
    if (product) return { ...item, ...codeOfProduct(product, productCodes, settings) };
    // The code comes from the invoice, not from the product. The product mapping marks the code as not sent.
    if (invoice && isOfProduct(item)) {
      const taxCode = taxCodeOf(item, invoice) ?? item.taxCode;
      if (taxCode !== null) return { ...item, taxCode, productMapping: 'MAPPED', isTaxCodeAssumed: false };
    }
    const taxCode = item.taxCode ?? taxCodeOf(item, invoice);
    const isTaxCodeAssumed = taxCode === null && !invoice && defaultTaxCode !== null;
    if (taxCode === null && !isTaxCodeAssumed) issues.push(invoice ? ambiguous(item, index) : missingTaxCode(index));
    if (!invoice && isShareOfInvoice(item)) issues.push(unlinked(['items', index, 'unitPrice']));
    return isTaxCodeAssumed
      ? { ...item, taxCode: defaultTaxCode, isTaxCodeAssumed }
      : { ...item, taxCode: taxCode ?? '' };
  });
  const customerId = sent.customerId ?? invoice?.customerId;
  const shippingAddress = sent.shippingAddress ?? invoice?.shippingAddress;
  if (issues.length > 0 || customerId === undefined || shippingAddress === undefined) throw invalidInput(issues);
  const completed = { ...sent, customerId, shippingAddress, items };
  return invoice ? { ...completed, ...inherited, marketplace: null, items: items.map(withoutCollection) } : completed;
}

/** Whether the tax code of the item comes from its product. */
function isOfProduct({ taxCode, product, productMapping }: SentItem & Pick<ItemInput, 'productMapping'>): boolean {
  return productMapping !== undefined || (taxCode === null && product !== null);
}

/** Members that a refund of a stored invoice does not declare, because it inherits them from the invoice. */
const inherited = { collectedBy: null, collectedTaxAmount: null };

const withoutCollection = (item: ItemInput): ItemInput => (statesCollection(item) ? { ...item, ...inherited } : item);

function statesCollection(
  part: Pick<SentItem, 'collectedBy' | 'collectedTaxAmount'> & { marketplace?: string | null },
) {
  return part.collectedBy !== null || part.collectedTaxAmount !== null || part.marketplace != null;
}

function withRoundedQuantity(item: SentItem): SentItem & Pick<ItemInput, 'sentQuantity'> {
  const { quantity } = item;
  const rounded = quantity === null ? null : roundedQuantity(quantity);
  return quantity === null || rounded === quantity ? item : { ...item, quantity: rounded, sentQuantity: quantity };
}

/** Gives the items of a refund the tax codes on its invoice if their codes came from products. */
export function withInvoiceCodes(refund: TransactionInput, invoice: Transaction): TransactionInput {
  const items = refund.items.map((item) =>
    item.productMapping
      ? {
          ...item,
          taxCode: taxCodeOf(item, invoice) ?? item.taxCode,
          productMapping: undefined,
          isTaxCodeAssumed: false,
        }
      : item,
  );
  return { ...refund, items };
}

/**
 * The tax code shared by all invoice items with this name and product; null without an invoice, or if the items have
 * different codes.
 */
function taxCodeOf(sent: Pick<SentItem, 'name' | 'product' | 'productSource'>, invoice: Transaction | null) {
  if (invoice === null) return null;
  const codes = new Set(namesakes(sent, invoice).map(({ item }) => item.taxCode));
  // An item that is not on the invoice is refused when items are matched.
  return codes.size > 1 ? null : ([...codes][0] ?? '');
}

function sourceOfProduct(index: number): Issue {
  const message = 'productSource is required, because the quote has no source.';
  return { path: ['items', index, 'productSource'], code: 'REQUIRED', message };
}

function ambiguous({ name }: SentItem, index: number): Issue {
  const message = `taxCode is required: the invoice has items named ${JSON.stringify(name)} with different tax codes.`;
  return { path: ['items', index, 'taxCode'], code: 'REQUIRED', message };
}

function unlinkedIssues(sent: SentTransaction): Issue[] {
  return (['customerId', 'shippingAddress'] as const)
    .filter((field) => sent[field] === null)
    .map((field) => unlinked([field]));
}

function unlinked(path: Issue['path']): Issue {
  const message = `${String(path.at(-1))} is required, because createdFrom does not refer to a stored invoice.`;
  return { path, code: 'REQUIRED', message };
}
