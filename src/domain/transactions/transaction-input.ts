import { z } from 'zod';
import { addressInput } from '../base/address.ts';
import {
  collectedTaxInput,
  type DecimalText,
  discountInput,
  fractionInput,
  roundingAmountInput,
} from '../base/amount.ts';
import { currencyInput } from '../base/currency.ts';
import { hasEnoughIssues, untilEnoughIssues } from '../base/enough-issues.ts';
import {
  absentAsNull,
  boundedText,
  customerIdInput,
  dayOfDateInput,
  externalIdInput,
  externalTimestampsInput,
  mostMarketplaceCharacters,
  sourceInput,
  textFromNumber,
} from '../base/fields.ts';
import { underFractionName } from '../base/fraction-names.ts';
import { choiceInput, input } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject, withoutNulls } from '../base/plain-object.ts';
import type { NaturalKey } from '../base/record-name.ts';
import { ownCoverageFields } from '../coverage/coverage-requirement.ts';
import { type AddressMatcher, placeableAddressInput } from '../places/placeable-address.ts';
import { deliveryMethod } from './delivery-method.ts';
import { itemInput, shippingFeeInput, unplacedItemInput } from './line-input.ts';
import { checkPlaces } from './line-places.ts';
import { checkManualRates } from './manual-rate-bounds.ts';
import { placeEvidenceInput } from './place-evidence.ts';
import { checkComplete, type Leniency } from './sent-completeness.ts';
import { amountIssues } from './transaction-amounts.ts';
import {
  exemptionOverrideKind,
  type ProductMapping,
  refundKind,
  reporting,
  taxCollector,
  transactionFilingStatus,
  transactionStatus,
  transactionType,
} from './transaction-enums.ts';

const mostItems = gatewayLimits.itemsPerDocument;
const mostDocuments = gatewayLimits.documentsPerBatch;

const exemptionOverrideInput = input(
  'ExemptionOverrideInput',
  'A decision about the exemptions of one document, with its reason.',
  {
    kind: choiceInput(exemptionOverrideKind).meta({
      description:
        'IGNORE_CERTIFICATES taxes the document as if the customer had no certificate; FORCE_EXEMPT exempts the document without a certificate.',
    }),
    reason: boundedText(1, 500).meta({ description: 'Reason for the decision, for reviewers of overrides.' }),
  },
);

const refundedShare =
  'Refunded share of the invoice that a REFUND was created from, as a fraction, such as 0.5. Default: 1.';

/** The fields of a document, for all inputs that contain documents. */
export function documentFields(matcher: () => AddressMatcher) {
  return input('TransactionInput', 'A sales document. Omitted fields and null mean the same.', {
    externalId: externalIdInput.meta({
      description: 'Id of the document in your system, unique within the source, such as INV-1.',
    }),
    source: sourceInput.meta({ description: 'Store or channel in your system: a number from 1 to 10.' }),
    documentName: absentAsNull(boundedText(0, 50)).meta({
      description: 'Name of the document in your system.',
    }),
    items: z
      .array(untilEnoughIssues(itemInput(matcher)))
      .max(mostItems, `A document may have at most ${mostItems} items.`)
      .meta({ description: `Items sold, at most ${mostItems}.` }),
    isTaxInclusive: z.boolean().default(false).meta({ description: 'Whether prices include tax. Default: false.' }),
    billingAddress: absentAsNull(addressInput).meta({ description: 'Billing address. It does not affect the tax.' }),
    shippingAddress: absentAsNull(placeableAddressInput(matcher)).meta({
      description:
        'Shipping address of the goods, which determines the tax. In the US, street, city, state, zip and country are required unless isPartial is true. Elsewhere the country is enough, with the region if rates differ by region. Required, except on a REFUND, where the default comes from the invoice.',
    }),
    shipFromAddress: absentAsNull(placeableAddressInput(matcher)).meta({
      description: 'Address from which the goods are shipped. Default: the home address of the seller.',
    }),
    deliveryMethod: absentAsNull(choiceInput(deliveryMethod)).meta({
      description:
        'How the goods reach the buyer. COLLECTED goods are taxed at the place of collection, without a delivery fee; services keep their place. The place of collection is shipFromAddress or, by default, the home address of the account. Default: COLLECTED if shippingAddress and shipFromAddress are the same complete address, including the street; otherwise DELIVERED. A REFUND of a stored invoice has the method of the invoice.',
    }),
    customerId: absentAsNull(customerIdInput).meta({
      description:
        'serviceId of the customer. Required unless customer is sent, except on a REFUND, where the default comes from the invoice.',
    }),
    transactionStatus: choiceInput(transactionStatus).meta({ description: 'Status of the document.' }),
    externalTimestamps: externalTimestampsInput.meta({
      description:
        'Dates of the document in your system. The day of createdDate is the tax date, unless taxDate is sent.',
    }),
    taxDate: absentAsNull(dayOfDateInput).meta({
      description:
        'Day whose law applies, such as 2026-07-01, if it differs from the day of the document, for example on a later delivery. Default: the calendar day of externalTimestamps.createdDate. For an instant in UTC (Z), the day at the seller’s establishment counts (see the setting dayOfInstant).',
    }),
    transactionType: choiceInput(transactionType).meta({
      description:
        'Type of the document. Tax is calculated for every type; only invoices and refunds count toward the tax owed.',
    }),
    shippingFee: absentAsNull(shippingFeeInput).meta({ description: 'Fee charged for shipping.' }),
    createdFrom: absentAsNull(textFromNumber(256)).meta({
      description: 'External id of the document from which this document was created, such as the invoice of a refund.',
    }),
    transactionLevelDiscount: absentAsNull(discountInput).meta({
      description: 'Discount on the whole document, as an amount. It is allocated to the lines.',
    }),
    refundFraction: absentAsNull(fractionInput).meta({ description: refundedShare }),
    exemptionOverride: absentAsNull(exemptionOverrideInput).meta({
      description:
        'Decision about exemptions on this document only, with its reason. The tax without the decision is returned as computedTaxAmount.',
    }),
    require: absentAsNull(ownCoverageFields).meta({
      description:
        'Required address precision and accepted tax codes. A document that does not meet these requirements is refused and not stored. Default: the account setting.',
    }),
    refundKind: absentAsNull(choiceInput(refundKind)).meta({
      description:
        'Amounts returned by a REFUND: price and tax, or only the tax. A TAX_ONLY refund requires a stored invoice. Default: PRICE_AND_TAX.',
    }),
    collectedBy: absentAsNull(choiceInput(taxCollector)).meta({
      description:
        'Who collects the tax on items without their own collectedBy, and on the shipping fee. A REFUND of a stored invoice inherits collectedBy, marketplace and its share of collectedTaxAmount. Default: MARKETPLACE for a customer of the type MARKETPLACE, and for the shipping fee if a marketplace collects for all items; otherwise SELLER.',
    }),
    collectedTaxAmount: absentAsNull(collectedTaxInput).meta({
      description:
        'Tax that the marketplace collected on the document. Any amount not sent with the items is allocated to the other marketplace lines in proportion to their prices. The tax is not included in any amount of the document; reports show it separately.',
    }),
    marketplace: absentAsNull(boundedText(1, mostMarketplaceCharacters)).meta({
      description:
        'Name of the marketplace, such as Amazon. If sent, a notice warns when collectedBy disagrees with state law.',
    }),
    requireLink: absentAsNull(z.boolean()).meta({
      description:
        'Whether a REFUND is refused (404) if createdFrom does not identify a stored invoice. Default: false. The refund is then calculated without the invoice, with the notice REFUND_NOT_LINKED, and recalculated when the invoice is stored.',
    }),
    reporting: absentAsNull(choiceInput(reporting)).meta({
      description:
        'Reporting period of the document. OWN_PERIOD moves a late document into the period of its tax date, whose return must be open, and fails with PERIOD_CLOSED if the return is filed. Default: OPEN_PERIOD for a new document; a stored document keeps its period. The reporting period does not affect the tax.',
    }),
    transactionFilingStatus: absentAsNull(choiceInput(transactionFilingStatus)).meta({
      description:
        'Whether the document was part of a tax return. Default: NOT_FILED for a new document, the stored status for an existing one.',
    }),
    currency: absentAsNull(currencyInput).meta({
      description: 'ISO 4217 currency of all amounts, such as USD. Default: the account currency.',
    }),
    roundingAmount: absentAsNull(roundingAmountInput).meta({
      description:
        'Rounding of the amount to pay (BT-114 of EN 16931), such as -0.02 where cash is rounded, with at most 2 decimal places. Only vatBreakdown includes it; it does not affect the tax or other amounts.',
    }),
    placeEvidence: absentAsNull(placeEvidenceInput(matcher)).meta({
      description:
        'Evidence of where a consumer of electronic services in the EU is located. Two pieces must agree with the place of taxation; otherwise the document has a notice. The evidence does not affect the tax.',
    }),
    subsidiary: absentAsNull(boundedText(0, 256)).meta({
      description: 'Subsidiary of the seller. It does not affect the tax.',
    }),
  });
}

/** Field schemas for descriptions only; they do not parse addresses. */
export const transactionFields = documentFields(() => {
  throw new Error('Addresses need a rate book.');
});

/** A document as submitted: a refund may omit fields that it shares with its invoice. */
export type SentTransaction = z.output<typeof transactionFields>;
export type SentItem = SentTransaction['items'][number];
export type ShippingFeeInput = NonNullable<SentTransaction['shippingFee']>;
export type ItemInput = Omit<SentItem, 'taxCode'> & {
  taxCode: string;
  /** Whether the tax code is the account default, because no code was sent. */
  readonly isTaxCodeAssumed?: boolean;
  /** Set if the item was sent with a product but without a tax code. */
  readonly productMapping?: ProductMapping | undefined;
  /** The quantity as submitted, if it was rounded. */
  readonly sentQuantity?: DecimalText | undefined;
};
/** A document that is complete except for the time zone of its day. */
export type CompleteInput = Omit<SentTransaction, 'customerId' | 'shippingAddress' | 'items'> & {
  customerId: string;
  shippingAddress: NonNullable<SentTransaction['shippingAddress']>;
  items: ItemInput[];
  /** The time zone of a stored document, which keeps its day. */
  readonly taxDateTimeZone?: string | null | undefined;
};
/** A complete document, with the time zone of its day. */
export type TransactionInput = CompleteInput & { readonly taxDateTimeZone: string | null };

/** A JSON merge patch for a document; the merged document is validated. The key cannot be changed. */
export type TransactionPatch = Readonly<Partial<Record<keyof TransactionInput, unknown>>>;

/**
 * `{"transactions": [...]}` or the bare array. Each document is checked separately, so an invalid document does not
 * affect the others.
 */
export const batchInput = z.preprocess(
  (body) => (Array.isArray(body) ? { transactions: body } : body),
  z.object({
    transactions: z
      .array(z.unknown())
      .max(mostDocuments, `A batch may have at most ${mostDocuments} documents.`)
      .meta({
        description: `Documents to store in this order, at most ${mostDocuments}. Each is stored or fails independently.`,
      }),
  }),
);

const customerKeyFields = z.object({
  source: sourceInput.meta({ description: 'Source of a stored customer.' }),
  externalId: externalIdInput.meta({ description: 'External id of a stored customer.' }),
});

/** REST sends the members of the key directly. Other customer members are ignored, so a response can be sent back. */
export const customerByKey = absentAsNull(customerKeyFields).meta({
  description: 'Customer by source and externalId, unless customerId is sent.',
});

/** The GraphQL form of a customer, identified as in a quote. */
const oneCustomerByKey = absentAsNull(z.object({ key: customerKeyFields }).transform(({ key }) => key));

/** A document to store, which may identify its customer by key. */
export type NamedTransaction = SentTransaction & { readonly customer?: NaturalKey | null };

/**
 * The sales document in a PUT: null means absent; read-only and unknown fields are ignored. All issues are reported
 * together, for single fields, for the address, and for amounts that depend on each other.
 */
export function transactionInput(matcher: () => AddressMatcher, leniency: Leniency) {
  return transactionFrom(matcher, customerByKey, leniency);
}

/** Like `transactionInput`, with the customer identified as in GraphQL. */
export function transactionOfOneCustomerInput(matcher: () => AddressMatcher, leniency: Leniency) {
  return transactionFrom(matcher, oneCustomerByKey, leniency);
}

function transactionFrom<Customer extends z.ZodType<NaturalKey | null>>(
  matcher: () => AddressMatcher,
  customer: Customer,
  leniency: Leniency,
) {
  const checked = documentFields(matcher)
    .extend({ customer })
    .superRefine(checkComplete(['customerId', 'shippingAddress'], leniency), { when: () => true })
    .superRefine(checkManualRates(matcher), { when: () => true })
    .superRefine(checkPlaces, { when: () => true })
    .superRefine(checkAmounts, { when: () => true });
  return z.preprocess((raw) => withOneCustomer(sentDocument(raw)), checked);
}

/**
 * Ignores a customer that was sent with a customerId or without a key, because clients may send back what they have
 * read.
 */
function withOneCustomer(sent: unknown): unknown {
  if (!isPlainObject(sent)) return sent;
  const { customer, ...document } = sent;
  const isNamed = isPlainObject(customer) && (customer.key !== undefined || customer.externalId !== undefined);
  return isNamed && sent.customerId === undefined ? sent : document;
}

/** Removes nulls from a document and replaces terms used by older clients. */
export function sentDocument(raw: unknown): unknown {
  const sent = underFractionName(withoutNulls(raw), 'refundFraction');
  if (!isPlainObject(sent) || !Array.isArray(sent.items)) return sent;
  return { ...sent, items: sent.items.map((item) => underFractionName(item, 'refundFraction')) };
}

type AmountsSent = Pick<SentTransaction, 'items' | 'shippingFee' | 'transactionLevelDiscount'> & {
  readonly currency: string | null;
  readonly transactionType: unknown;
  readonly createdFrom: unknown;
};

/** Checks related amounts against each other, even if some fields have issues. Unreadable amounts are skipped. */
export function checkAmounts(document: AmountsSent, ctx: z.core.$RefinementCtx): void {
  const sent: unknown = document;
  if (!isPlainObject(sent) || !Array.isArray(sent.items) || hasEnoughIssues(ctx)) return;
  const amounts =
    ctx.issues.length === 0
      ? { ...document, currency: document.currency ?? 'USD' }
      : readableAmounts(withoutNulls(sent));
  for (const issue of amountIssues(amounts)) addIssue(ctx, issue);
}

/** The amounts to check in a body with other issues; an unreadable member is null. */
function readableAmounts(sent: unknown) {
  const raw = isPlainObject(sent) ? sent : {};
  const read = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : null;
  };
  return {
    items: Array.isArray(raw.items) ? raw.items.slice(0, mostItems).map((item) => read(unplacedItemInput, item)) : [],
    shippingFee: read(shippingFeeInput, raw.shippingFee),
    transactionLevelDiscount: read(discountInput, raw.transactionLevelDiscount),
    currency: read(currencyInput, raw.currency) ?? 'USD',
    transactionType: raw.transactionType,
    createdFrom: raw.createdFrom,
    refundKind: raw.refundKind,
  };
}
