import { z } from 'zod';
import { type AddressMatcher, addressInput, placeableAddressInput } from '../base/address.ts';
import { amountInput, discountInput, fractionInput, manualRateInput, quantityInput } from '../base/amount.ts';
import { findCurrency } from '../base/currency.ts';
import {
  addFault,
  externalIdInput,
  externalTimestampsInput,
  isPlainObject,
  issuesOf,
  orNull,
  sentShapes,
  serviceIdInput,
  sourceInput,
  text,
  textFromNumber,
  withoutNulls,
} from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import {
  tangibleCategories,
  taxableCategories,
  transactionFilingStatuses,
  transactionStatuses,
  transactionTypes,
} from './transaction.ts';
import { amountIssues } from './transaction-amounts.ts';

const longestDescription = 10_000;
const mostItems = gatewayLimits.itemsPerDocument;

const manualRate = {
  manualSalesTax: orNull(z.boolean()),
  manualSalesTaxRate: orNull(manualRateInput),
};

function requireManualRate(line: ManualRate, ctx: z.core.$RefinementCtx): void {
  if (line.manualSalesTax !== true || line.manualSalesTaxRate !== null) return;
  const message = 'manualSalesTaxRate is required when manualSalesTax is true.';
  addFault(ctx, { path: ['manualSalesTaxRate'], code: 'REQUIRED', message });
}
type ManualRate = { readonly manualSalesTax: boolean | null; readonly manualSalesTaxRate: string | null };

export const itemInput = z
  .object({
    name: text(1, 256),
    taxCode: text(0, 256),
    unitPrice: orNull(amountInput),
    quantity: orNull(quantityInput),
    totalPrice: orNull(amountInput),
    description: orNull(text(0, longestDescription)),
    discount: orNull(discountInput),
    tangibleCategory: orNull(z.enum(tangibleCategories)),
    taxableCategory: orNull(z.enum(taxableCategories)),
    ...manualRate,
  })
  .superRefine(requireManualRate);

export const shippingFeeInput = z
  .object({
    taxCode: text(0, 256),
    totalPrice: orNull(amountInput),
    tangibleCategory: orNull(z.enum(tangibleCategories)),
    taxableCategory: orNull(z.enum(taxableCategories)),
    ...manualRate,
  })
  .superRefine(requireManualRate);

const currencyInput = z.string().transform((code, ctx) => {
  const currency = findCurrency(code);
  if (currency !== null) return currency;
  const message = `${JSON.stringify(code.slice(0, 10))} is no ISO 4217 currency code, such as USD.`;
  ctx.addIssue({ code: 'custom', params: { code: 'UNKNOWN_VALUE' }, message });
  return z.NEVER;
});

function transactionFields(matcher: () => AddressMatcher) {
  return z.object({
    externalId: externalIdInput,
    source: sourceInput,
    documentName: orNull(text(0, 50)),
    items: z.array(itemInput).max(mostItems, `A document may have at most ${mostItems} items.`),
    isTaxInclusive: z.boolean().default(false),
    billingAddress: orNull(addressInput),
    shippingAddress: placeableAddressInput(matcher),
    shipFromAddress: orNull(placeableAddressInput(matcher)),
    customerId: serviceIdInput,
    transactionStatus: z.enum(transactionStatuses),
    externalTimestamps: externalTimestampsInput,
    transactionType: z.enum(transactionTypes),
    shippingFee: orNull(shippingFeeInput),
    createdFrom: orNull(textFromNumber(256)),
    transactionLevelDiscount: orNull(discountInput),
    refundLinkedPercentage: orNull(fractionInput),
    transactionFilingStatus: orNull(z.enum(transactionFilingStatuses)),
    currency: orNull(currencyInput),
    subsidiary: orNull(text(0, 256)),
  });
}

export type TransactionInput = z.output<ReturnType<typeof transactionFields>>;
export type ItemInput = TransactionInput['items'][number];
export type ShippingFeeInput = NonNullable<TransactionInput['shippingFee']>;

/**
 * A sales document as PUT takes it: null means absent, read-only and unknown fields are ignored. The faults of single
 * fields, of the address and of the amounts that depend on each other are all found in one go.
 */
export function transactionInput(matcher: () => AddressMatcher) {
  const fields = transactionFields(matcher);
  const input = z.unknown().transform((raw, ctx): TransactionInput => {
    const body = withoutNulls(raw);
    const parsed = fields.safeParse(body);
    if (parsed.success) {
      for (const issue of amountIssues({ ...parsed.data, currency: parsed.data.currency ?? 'USD' }))
        addFault(ctx, issue);
      return parsed.data;
    }
    for (const issue of issuesOf(parsed.error)) addFault(ctx, issue);
    if (isPlainObject(body) && Array.isArray(body.items)) {
      for (const issue of amountIssues(readableAmounts(body))) addFault(ctx, issue);
    }
    return z.NEVER;
  });
  sentShapes.set(input, fields);
  return input;
}

/** What the amounts are checked on in a body with other faults: each member is null where it cannot be read by itself. */
function readableAmounts(raw: Record<string, unknown>) {
  const read = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : null;
  };
  return {
    items: Array.isArray(raw.items) ? raw.items.slice(0, mostItems).map((item) => read(itemInput, item)) : [],
    shippingFee: read(shippingFeeInput, raw.shippingFee),
    transactionLevelDiscount: read(discountInput, raw.transactionLevelDiscount),
    currency: read(currencyInput, raw.currency) ?? 'USD',
    transactionType: raw.transactionType,
  };
}
