import { AddressInputRef } from '../base/address.ts';
import type { Builder } from '../base/builder.ts';
import {
  TangibleCategoryEnum,
  TaxableCategoryEnum,
  TransactionFilingStatusEnum,
  TransactionStatusEnum,
  TransactionTypeEnum,
} from '../base/enums.ts';
import { ExternalTimestampsPatchRef } from '../base/timestamps.ts';
import type { TransactionInputs } from './transaction-input.ts';

type Parts = {
  readonly transactionInputs: TransactionInputs;
};

/** What of a document may be changed by itself: all but its key. */
export function addTransactionPatch(builder: Builder, { transactionInputs }: Parts) {
  const shippingFee = builder.inputType('ShippingFeePatch', {
    description: 'What is absent stays, null clears.',
    fields: (t) => ({
      taxCode: t.string({ description: 'Such as `C6S1`. An unknown or empty code is shipping.' }),
      totalPrice: t.field({ type: 'Decimal', description: 'The fee, before tax; null: it costs nothing.' }),
      tangibleCategory: t.field({ type: TangibleCategoryEnum, description: 'Overrides what the tax code says.' }),
      taxableCategory: t.field({
        type: TaxableCategoryEnum,
        description: '`NOT_TAXABLE` takes the fee out of the tax; `TAXABLE` or null lets the law decide.',
      }),
      manualSalesTax: t.boolean({ description: 'True: `manualSalesTaxRate` instead of the law of the place.' }),
      manualSalesTaxRate: t.field({ type: 'Decimal', description: 'A fraction, at most 0.2.' }),
    }),
  });
  return builder.inputType('TransactionPatch', {
    description:
      'What is absent stays, null clears, nested objects are merged, `items` is replaced as a whole. What cannot be absent cannot be cleared: null there is a fault.',
    fields: (t) => ({
      documentName: t.string({ description: 'Its name in the consumer’s system, up to 50 characters.' }),
      customerId: t.field({ type: 'UUID', description: 'The `serviceId` of the customer.' }),
      transactionType: t.field({
        type: TransactionTypeEnum,
        description: 'Order, invoice, estimate or refund: only invoices and refunds count towards the tax owed.',
      }),
      transactionStatus: t.field({ type: TransactionStatusEnum, description: 'Where it stands.' }),
      transactionFilingStatus: t.field({
        type: TransactionFilingStatusEnum,
        description: '`NOT_FILED` reopens a filed document, and lets this very patch change its tax. Null: as it is.',
      }),
      externalTimestamps: t.field({ type: ExternalTimestampsPatchRef, description: 'Dates of the consumer’s system.' }),
      items: t.field({
        type: [transactionInputs.item],
        description:
          'All items: they take the place of those that are stored. On a refund, empty for its whole invoice.',
      }),
      shippingFee: t.field({ type: shippingFee, description: 'Merged into the stored fee; null takes it away.' }),
      shippingAddress: t.field({
        type: AddressInputRef,
        description: 'Merged into the stored address: to move a document, name all that differs.',
      }),
      billingAddress: t.field({ type: AddressInputRef, description: 'Merged into the stored one; null clears it.' }),
      shipFromAddress: t.field({ type: AddressInputRef, description: 'Merged into the stored one; null clears it.' }),
      isTaxInclusive: t.boolean({ description: 'True: prices have the tax inside. Null: false.' }),
      transactionLevelDiscount: t.field({ type: 'Decimal', description: 'A discount on the whole document.' }),
      createdFrom: t.string({ description: 'The external id of the document this one came from.' }),
      refundLinkedPercentage: t.field({
        type: 'Decimal',
        description: 'For a `REFUND` of a known invoice: the share of the amounts sent that is given back. Null: all.',
      }),
      currency: t.field({ type: 'CurrencyCode', description: 'Of all amounts. Null: the tenant’s default, else USD.' }),
      subsidiary: t.string({ description: 'Up to 256 characters.' }),
    }),
  });
}
