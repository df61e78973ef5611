import { AddressInputRef } from '../base/address.ts';
import type { Builder } from '../base/builder.ts';
import {
  TangibleCategoryEnum,
  TaxableCategoryEnum,
  TransactionFilingStatusEnum,
  TransactionStatusEnum,
  TransactionTypeEnum,
} from '../base/enums.ts';
import { ExternalTimestampsInputRef } from '../base/timestamps.ts';

/** A document as it is sent; the domain's schema holds its rules, this says its shape. */
export function addTransactionInput(builder: Builder) {
  const item = builder.inputType('ItemInput', {
    description: 'One item. Send `unitPrice` (with `quantity`), or `totalPrice`, or both when they agree.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'What is sold, 1 to 256 characters.' }),
      taxCode: t.string({
        required: true,
        description: 'What kind of product it is, such as `C1S1`. An unknown or empty code is taxed as general goods.',
      }),
      unitPrice: t.field({ type: 'Decimal', description: 'The price of one; may be negative.' }),
      quantity: t.field({ type: 'Decimal', description: 'How many, above zero; 1 when absent.' }),
      totalPrice: t.field({ type: 'Decimal', description: 'The price of all, before discount and tax.' }),
      description: t.string({ description: 'It in more words.' }),
      discount: t.field({ type: 'Decimal', description: 'The discount on this line.' }),
      tangibleCategory: t.field({ type: TangibleCategoryEnum, description: 'Overrides what the tax code says.' }),
      taxableCategory: t.field({
        type: TaxableCategoryEnum,
        description: '`NOT_TAXABLE` takes the line out of the tax; `TAXABLE` changes nothing.',
      }),
      manualSalesTax: t.boolean({ description: 'True: `manualSalesTaxRate` instead of the law of the place.' }),
      manualSalesTaxRate: t.field({ type: 'Decimal', description: 'A fraction, at most 0.2.' }),
    }),
  });
  const shippingFee = builder.inputType('ShippingFeeInput', {
    description: 'What is charged for delivery. It is taxed by its own tax code or with its goods, as the place rules.',
    fields: (t) => ({
      taxCode: t.string({ required: true, description: 'Such as `C6S1`. An unknown or empty code is shipping.' }),
      totalPrice: t.field({ type: 'Decimal', description: 'The fee, before tax.' }),
      tangibleCategory: t.field({ type: TangibleCategoryEnum, description: 'Overrides what the tax code says.' }),
      taxableCategory: t.field({
        type: TaxableCategoryEnum,
        description: '`NOT_TAXABLE` takes the fee out of the tax; `TAXABLE` changes nothing.',
      }),
      manualSalesTax: t.boolean({ description: 'True: `manualSalesTaxRate` instead of the law of the place.' }),
      manualSalesTaxRate: t.field({ type: 'Decimal', description: 'A fraction, at most 0.2.' }),
    }),
  });
  const transaction = builder.inputType('TransactionInput', {
    description: 'A sales document. What is left out, or null, is absent.',
    fields: (t) => ({
      source: t.string({ required: true, description: 'The consumer’s store or channel: a digit from 1 to 9, or 10.' }),
      externalId: t.string({
        required: true,
        description: 'The consumer’s own id, unique within the source, 1 to 256 characters.',
      }),
      documentName: t.string({ description: 'Its name in the consumer’s system, up to 50 characters.' }),
      customerId: t.field({ type: 'UUID', required: true, description: 'The `serviceId` of the customer.' }),
      transactionType: t.field({
        type: TransactionTypeEnum,
        required: true,
        description: 'Order, invoice, estimate or refund: only invoices and refunds count towards the tax owed.',
      }),
      transactionStatus: t.field({ type: TransactionStatusEnum, required: true, description: 'Where it stands.' }),
      transactionFilingStatus: t.field({
        type: TransactionFilingStatusEnum,
        description: 'Absent: `NOT_FILED` on a new document, what is stored on an existing one.',
      }),
      externalTimestamps: t.field({
        type: ExternalTimestampsInputRef,
        required: true,
        description: 'Dates of the consumer’s system; the day of `createdDate` is the tax date.',
      }),
      items: t.field({ type: [item], required: true, description: 'What is sold: at most 1000.' }),
      shippingFee: t.field({ type: shippingFee, description: 'What is charged for delivery.' }),
      shippingAddress: t.field({
        type: AddressInputRef,
        required: true,
        description: 'Where it goes: decides the tax.',
      }),
      billingAddress: t.field({ type: AddressInputRef, description: 'Where the invoice goes.' }),
      shipFromAddress: t.field({
        type: AddressInputRef,
        description: 'Where it comes from, when that is not the seller’s home address.',
      }),
      isTaxInclusive: t.boolean({ description: 'True: prices have the tax inside. Absent: false, it is added.' }),
      transactionLevelDiscount: t.field({ type: 'Decimal', description: 'A discount on the whole document.' }),
      createdFrom: t.string({
        description: 'The external id of the document this one came from, such as the invoice of a refund.',
      }),
      refundLinkedPercentage: t.field({
        type: 'Decimal',
        description: 'For a `REFUND` of a known invoice: the share of the amounts given back, a fraction. Absent: all.',
      }),
      currency: t.field({
        type: 'CurrencyCode',
        description: 'The currency of all amounts. Absent: the tenant’s default, else USD.',
      }),
      subsidiary: t.string({ description: 'Up to 256 characters.' }),
      ifVersion: t.int({
        description:
          'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless the stored document has this `version`; 0: unless there is none yet. A calculation takes no notice of it.',
      }),
    }),
  });
  return { item, transaction };
}

export type TransactionInputs = ReturnType<typeof addTransactionInput>;
