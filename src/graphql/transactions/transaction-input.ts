import { versionPrecondition } from '../../domain/base/precondition.ts';
import { documentIn } from '../../domain/refusals/refusal.ts';
import { itemAttributes, perAttribute } from '../../domain/transactions/item-attributes.ts';
import { describedItemFields, shippingFeeInput } from '../../domain/transactions/line-input.ts';
import { exemptionOverrideInput, transactionFields } from '../../domain/transactions/transaction-input.ts';
import { upsertTransaction } from '../../usecases/transactions/upsert-transaction.ts';
import { AddressInputRef } from '../base/address.ts';
import { builder, type Types } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { CoverageRequirementInputRef } from '../base/coverage-requirement.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import {
  DeliveryMethodEnum,
  ExemptionOverrideKindEnum,
  RefundKindEnum,
  ReportingEnum,
  TangibleCategoryEnum,
  TaxableCategoryEnum,
  TransactionFilingStatusEnum,
  TransactionStatusEnum,
  TransactionTypeEnum,
} from '../base/enums.ts';
import {
  Conflict,
  InsufficientCoverage,
  InvalidInput,
  NotFound,
  OverRefund,
  PeriodClosed,
  TransactionFiled,
  VersionMismatch,
} from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { notesRefused } from '../base/noted-refusals.ts';
import { RecordKeyRef } from '../base/record-name.ts';
import { ExternalTimestampsInputRef } from '../base/timestamps.ts';
import { TransactionRef } from './transaction.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

export const describedTransaction = descriptionsOf(transactionFields);
export const describedShippingFee = descriptionsOf(shippingFeeInput);
const described = describedTransaction;
const describedItem = descriptionsOf(describedItemFields);

const describedOverride = descriptionsOf(exemptionOverrideInput);

const ExemptionOverrideInputRef = builder.inputType('ExemptionOverrideInput', {
  description: 'A decision about the exemptions of one document, with its reason.',
  fields: (t) => ({
    kind: t.field({ type: ExemptionOverrideKindEnum, required: true, description: describedOverride.kind }),
    reason: t.string({ required: true, description: describedOverride.reason }),
  }),
});

/** The optional fields of items and shipping fees, stored and patched alike. */
export function lineInputFields(t: InputFields, line: typeof describedItem | typeof describedShippingFee) {
  return {
    totalPrice: t.field({ type: 'Decimal', description: line.totalPrice }),
    tangibleCategory: t.field({ type: TangibleCategoryEnum, description: line.tangibleCategory }),
    taxableCategory: t.field({ type: TaxableCategoryEnum, description: line.taxableCategory }),
    manualSalesTax: t.boolean({ description: line.manualSalesTax }),
    manualSalesTaxRate: t.field({ type: 'Decimal', description: line.manualSalesTaxRate }),
    overrideReason: t.string({ description: line.overrideReason }),
  };
}

/** The optional fields of a document, stored and patched alike. */
export function documentInputFields(t: InputFields) {
  return {
    documentName: t.string({ description: described.documentName }),
    taxDate: t.field({ type: 'Date', description: described.taxDate }),
    transactionFilingStatus: t.field({
      type: TransactionFilingStatusEnum,
      description: described.transactionFilingStatus,
    }),
    billingAddress: t.field({ type: AddressInputRef, description: described.billingAddress }),
    shipFromAddress: t.field({ type: AddressInputRef, description: described.shipFromAddress }),
    deliveryMethod: t.field({ type: DeliveryMethodEnum, description: described.deliveryMethod }),
    isTaxInclusive: t.boolean({ description: described.isTaxInclusive }),
    transactionLevelDiscount: t.field({ type: 'Decimal', description: described.transactionLevelDiscount }),
    createdFrom: t.string({ description: described.createdFrom }),
    refundFraction: t.field({ type: 'Decimal', description: described.refundFraction }),
    exemptionOverride: t.field({ type: ExemptionOverrideInputRef, description: described.exemptionOverride }),
    require: t.field({ type: CoverageRequirementInputRef, description: described.require }),
    refundKind: t.field({ type: RefundKindEnum, description: described.refundKind }),
    requireLink: t.boolean({ description: described.requireLink }),
    reporting: t.field({ type: ReportingEnum, description: described.reporting }),
    currency: t.field({ type: 'CurrencyCode', description: described.currency }),
    subsidiary: t.string({ description: described.subsidiary }),
  };
}

const ItemAttributesInputRef = builder.inputType('ItemAttributesInput', {
  description: itemAttributes.description,
  fields: (t) => perAttribute((description) => t.boolean({ description })),
});

export const ItemInputRef = builder.inputType('ItemInput', {
  description:
    'An item. Send `unitPrice` (with `quantity`), or `totalPrice`, or both if they agree. On a refund, `quantity` or `refundFraction` alone refunds that share of the invoice item.',
  fields: (t) => ({
    name: t.string({ required: true, description: describedItem.name }),
    taxCode: t.string({ description: describedItem.taxCode }),
    unitPrice: t.field({ type: 'Decimal', description: describedItem.unitPrice }),
    quantity: t.field({ type: 'Decimal', description: describedItem.quantity }),
    description: t.string({ description: describedItem.description }),
    discount: t.field({ type: 'Decimal', description: describedItem.discount }),
    refundFraction: t.field({ type: 'Decimal', description: describedItem.refundFraction }),
    attributes: t.field({ type: ItemAttributesInputRef, description: describedItem.attributes }),
    shippingAddress: t.field({ type: AddressInputRef, description: describedItem.shippingAddress }),
    shipFromAddress: t.field({ type: AddressInputRef, description: describedItem.shipFromAddress }),
    ...lineInputFields(t, describedItem),
  }),
});

export const ShippingFeeInputRef = builder.inputType('ShippingFeeInput', {
  description: 'A fee for shipping. It is taxed by its own tax code or like its goods, depending on the place.',
  fields: (t) => ({
    taxCode: t.string({ required: true, description: describedShippingFee.taxCode }),
    ...lineInputFields(t, describedShippingFee),
  }),
});

const TransactionCustomerInputRef = builder.inputType('TransactionCustomerInput', {
  isOneOf: true,
  description: 'The customer of a document.',
  fields: (t) => ({
    key: t.field({ type: RecordKeyRef, description: 'The source and the external id of a stored customer.' }),
  }),
});

export const TransactionInputRef = builder.inputType('TransactionInput', {
  description: 'A sales document. A field that is left out, or null, is absent.',
  fields: (t) => ({
    source: t.string({ required: true, description: described.source }),
    externalId: t.string({ required: true, description: described.externalId }),
    customerId: t.field({ type: 'UUID', description: described.customerId }),
    customer: t.field({
      type: TransactionCustomerInputRef,
      description: 'Customer by its key, unless `customerId` is sent.',
    }),
    transactionType: t.field({
      type: TransactionTypeEnum,
      required: true,
      description: described.transactionType,
    }),
    transactionStatus: t.field({
      type: TransactionStatusEnum,
      required: true,
      description: described.transactionStatus,
    }),
    externalTimestamps: t.field({
      type: ExternalTimestampsInputRef,
      required: true,
      description: described.externalTimestamps,
    }),
    items: t.field({ type: [ItemInputRef], required: true, description: described.items }),
    shippingFee: t.field({ type: ShippingFeeInputRef, description: described.shippingFee }),
    shippingAddress: t.field({ type: AddressInputRef, description: described.shippingAddress }),
    ...documentInputFields(t),
    ifVersion: t.int({
      description:
        'Fails with `VersionMismatch` unless the stored document has this `version`; 0 expects that it is not stored yet.',
    }),
  }),
});

builder.mutationField('upsertTransaction', (t) =>
  t.field({
    type: TransactionRef,
    errors: {
      types: [
        InvalidInput,
        NotFound,
        Conflict,
        VersionMismatch,
        PeriodClosed,
        TransactionFiled,
        OverRefund,
        InsufficientCoverage,
      ],
    },
    extensions: { ...needsScopes('transactions:write'), ...notesRefused(documentIn) },
    description:
      'Creates or replaces the document with this `source` and `externalId`, and calculates its tax. Sending the same input again changes nothing.',
    args: {
      input: t.arg({
        ...checked(TransactionInputRef, (inputs) => inputs.transactionOfOneCustomer),
        required: true,
        description: 'The whole document: fields that are left out are absent.',
      }),
    },
    resolve: async (_root, { input: { parsed, ifVersion } }, ctx) =>
      changedTransaction((await upsertTransaction(ctx, parsed, versionPrecondition(ifVersion))).value, ctx),
  }),
);
