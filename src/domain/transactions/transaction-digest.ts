import { createHash } from 'node:crypto';
import type { Address } from '../base/address.ts';
import type { DecimalText } from '../base/amount.ts';
import { itemAttributeNames } from './item-attributes.ts';
import { productOf, productText } from './item-product.ts';
import { taxDateOf } from './tax-date.ts';
import { isShareOfInvoice } from './transaction-amounts.ts';
import type { TransactionInput } from './transaction-input.ts';

/** Digests of the input. They identify repeated requests, and requests that change nothing relevant to the tax. */
export type TransactionDigests = { readonly inputDigest: string; readonly taxDigest: string };

type Resolved = {
  readonly input: TransactionInput;
  /** Line totals, as submitted or computed, in the order of the items. */
  readonly lineTotals: readonly DecimalText[];
  /** Whether a tax code is for tangible goods. */
  tangibleOf(taxCode: string): boolean;
};

/**
 * A zero discount equals an absent one, and an omitted line total equals its computed value. Tenant settings are not
 * included: a repeated request changes nothing, even after the settings changed. Status and filing status are not
 * included either, because they are compared separately.
 */
export function digestsOf({ input, lineTotals, tangibleOf }: Resolved): TransactionDigests {
  const { shippingFee } = input;
  const lineFacts = (line: LineFacts): unknown[] => [
    line.taxCode,
    line.taxableCategory === 'NOT_TAXABLE',
    line.tangibleCategory ?? (tangibleOf(line.taxCode) ? 'TANGIBLE' : 'INTANGIBLE'),
    line.manualSalesTax === true ? line.manualSalesTaxRate : null,
  ];
  // Uses the product that was sent, not its tax code, so a repeated request changes nothing even if the code has
  // changed since.
  const itemFacts = (item: TransactionInput['items'][number]): unknown[] => {
    const [taxCode, isNotTaxable, tangibleCategory, manualRate] = lineFacts(item);
    return item.productMapping
      ? [productFacts(input, item), isNotTaxable, item.tangibleCategory, manualRate]
      : [taxCode, isNotTaxable, tangibleCategory, manualRate];
  };
  const taxFacts = [
    input.customerId,
    input.transactionType,
    taxDateOf(input),
    input.currency,
    input.isTaxInclusive,
    amount(input.transactionLevelDiscount),
    addressFacts(input.shippingAddress),
    input.shipFromAddress && addressFacts(input.shipFromAddress),
    // The items of a refund are matched to invoice items by name and product.
    input.transactionType === 'REFUND'
      ? [
          input.createdFrom,
          input.refundFraction,
          input.items.map((item) => (item.product === null ? item.name : [item.name, productFacts(input, item)])),
          ...(input.refundKind === 'TAX_ONLY' ? [input.refundKind] : []),
        ]
      : null,
    shippingFee && [...lineFacts(shippingFee), amount(shippingFee.totalPrice)],
    input.items.map((item, index) => [
      ...itemFacts(item),
      item.unitPrice,
      item.quantity ?? (isShareOfInvoice(item) ? null : '1'),
      lineTotals[index],
      amount(item.discount),
      ...(item.refundFraction === null ? [] : [item.refundFraction]),
      ...ownAddresses(item),
      ...statedFacts(item),
      ...collectionFacts(item),
    ]),
    ...(input.exemptionOverride ? [input.exemptionOverride.kind] : []),
    ...(input.deliveryMethod ? [input.deliveryMethod] : []),
    ...collectionFacts(input),
    ...(input.marketplace === null ? [] : [['on', input.marketplace]]),
    ...evidenceFacts(input),
  ];
  const allFacts = [
    taxFacts,
    input.documentName,
    input.billingAddress && addressFacts(input.billingAddress),
    input.externalTimestamps.createdDate,
    input.externalTimestamps.updatedDate,
    input.createdFrom,
    input.subsidiary,
    ...(input.roundingAmount === null ? [] : [['rounding', input.roundingAmount]]),
    input.items.map((item) => [
      item.name,
      item.description,
      ...idleRate(item),
      ...(item.product === null ? [] : [productFacts(input, item)]),
    ]),
    ...(shippingFee ? idleRate(shippingFee) : []),
    ...reasonsOf(input),
  ];
  return { inputDigest: digest(allFacts), taxDigest: digest(taxFacts) };
}

function productFacts(input: TransactionInput, item: TransactionInput['items'][number]): unknown[] {
  return ['product', productText(productOf(item, input)!)];
}

type LineFacts = Pick<
  TransactionInput['items'][number],
  'taxCode' | 'taxableCategory' | 'tangibleCategory' | 'manualSalesTax' | 'manualSalesTaxRate'
>;

function addressFacts({ city, country, county, state, street, region, zip, isPartial }: Address): unknown[] {
  return [city, country, county, state, street, region, zip, isPartial ?? false];
}

/** The billing address and the location evidence affect the notices of the calculation, but not the tax. */
function evidenceFacts({ placeEvidence, billingAddress }: TransactionInput): unknown[] {
  if (placeEvidence === null) return [];
  return [placeEvidence.map(({ kind, country }) => [kind, country]), billingAddress?.country ?? null];
}

/** Empty for an item that uses the addresses of its document, as most do. */
function ownAddresses({ shippingAddress, shipFromAddress }: TransactionInput['items'][number]): unknown[] {
  if (!shippingAddress && !shipFromAddress) return [];
  return [[shippingAddress && addressFacts(shippingAddress), shipFromAddress && addressFacts(shipFromAddress)]];
}

/** The attributes of an item in a fixed order, because the store does not preserve the order of members. */
function statedFacts({ attributes }: TransactionInput['items'][number]): unknown[] {
  return attributes ? [itemAttributeNames.map((name) => attributes[name] ?? null)] : [];
}

function collectionFacts({ collectedBy, collectedTaxAmount }: Collection): unknown[] {
  return collectedBy === null && collectedTaxAmount === null ? [] : [['collected', collectedBy, collectedTaxAmount]];
}
type Collection = Pick<TransactionInput, 'collectedBy' | 'collectedTaxAmount'>;

/** The rate of a disabled manual tax, which does not affect the tax but is shown as submitted. */
function idleRate({ manualSalesTax, manualSalesTaxRate }: LineFacts): unknown[] {
  return manualSalesTax === true || manualSalesTaxRate === null ? [] : [manualSalesTaxRate];
}

/** The reasons for overrides; empty for most documents. */
function reasonsOf({ exemptionOverride, items, shippingFee }: TransactionInput): unknown[] {
  const reasons = [...items, ...(shippingFee ? [shippingFee] : [])].map(({ overrideReason }) => overrideReason);
  const isAny = exemptionOverride !== null || reasons.some((reason) => reason !== null);
  return isAny ? [exemptionOverride?.reason ?? null, reasons] : [];
}

/** Treats zero and absent as equal, for discounts and for the price of a fee. */
const amount = (text: DecimalText | null): string => text ?? '0';

function digest(facts: unknown): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}
