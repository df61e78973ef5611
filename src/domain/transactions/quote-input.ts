import { z } from 'zod';
import {
  absentAsNull,
  boundedText,
  customerIdInput,
  externalIdInput,
  externalTimestampsInput,
  sourceInput,
} from '../base/fields.ts';
import { choiceInput, input, namedInput } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { customerFields } from '../customers/customer.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import { checkPlaces } from './line-places.ts';
import { checkManualRates } from './manual-rate-bounds.ts';
import { checkComplete, type Leniency } from './sent-completeness.ts';
import { transactionStatus, transactionType } from './transaction-enums.ts';
import { type CompleteInput, checkAmounts, documentFields, sentDocument } from './transaction-input.ts';

const mostStates = 60;

const exemptStateInput = (matcher: () => AddressMatcher) =>
  boundedText(1, 100).transform((text, ctx) => {
    const state = matcher().findState(text);
    if (state !== null) return state.code;
    const message = `${JSON.stringify(text)} is not a US state. Send its code or name, such as MN or Minnesota.`;
    ctx.addIssue({ code: 'custom', params: { code: 'UNKNOWN_VALUE' }, message });
    return z.NEVER;
  });

function describedCustomerWith(matcher: () => AddressMatcher) {
  return input('DescribedCustomerInput', 'Tax-relevant details of a customer that is not stored.', {
    customerType: customerFields.shape.customerType,
    taxNumber: customerFields.shape.taxNumber,
    exemptStates: z
      .array(exemptStateInput(matcher))
      .max(mostStates, `exemptStates may have at most ${mostStates} entries.`)
      .default([])
      .meta({ description: 'US states in which the customer is fully exempt, by code or name. Default: none.' }),
  });
}

/** In REST, the key and the description are members of the same object. */
export function quoteCustomerInput(matcher: () => AddressMatcher) {
  return z.object({
    source: absentAsNull(sourceInput).meta({ description: 'Source of a stored customer. Send it with externalId.' }),
    externalId: absentAsNull(externalIdInput).meta({ description: 'External id of a stored customer.' }),
    ...describedCustomerWith(matcher).shape,
  });
}
export type QuoteCustomer = z.output<ReturnType<typeof quoteCustomerInput>>;

/** In GraphQL, the customer is either identified by its key or described. */
export function oneQuoteCustomerInput(matcher: () => AddressMatcher) {
  const described = describedCustomerWith(matcher);
  return z
    .object({
      key: z.object({ source: sourceInput, externalId: externalIdInput }).optional(),
      described: described.optional(),
    })
    .transform(
      (sent): QuoteCustomer => ({
        source: null,
        externalId: null,
        ...(sent.described ?? described.parse({})),
        ...sent.key,
      }),
    );
}

/** Fields that a document requires and a quote may omit; omitted fields have defaults that suit a cart. */
function fieldsWith<Customer extends z.ZodType<QuoteCustomer>>(matcher: () => AddressMatcher, customer: Customer) {
  const fields = documentFields(matcher);
  const { shape } = fields;
  const quote = fields.extend({
    source: absentAsNull(sourceInput).meta({ description: shape.source.description }),
    externalId: absentAsNull(externalIdInput).meta({ description: shape.externalId.description }),
    items: shape.items.default([]).meta({ description: shape.items.description }),
    customerId: absentAsNull(customerIdInput).meta({
      description: 'serviceId of a stored customer. Default: the customer in customer.',
    }),
    customer: absentAsNull(customer).meta({
      description:
        'Customer, unless customerId is sent: either stored, by source and externalId, or described here. Default: a retail customer without exemptions.',
    }),
    transactionType: absentAsNull(choiceInput(transactionType)).meta({
      description: 'Type of the document. Default: none; the tax is calculated as for an invoice.',
    }),
    transactionStatus: absentAsNull(choiceInput(transactionStatus)).meta({ description: 'Status of the document.' }),
    externalTimestamps: absentAsNull(externalTimestampsInput).meta({
      description:
        'Dates of the document. The day of createdDate is the tax date, unless taxDate is sent. Default: taxDate, or else today at the place.',
    }),
  });
  return namedInput(
    'QuoteInput',
    'A document to calculate, such as a cart. It requires a shipping address, and items or a shipping fee.',
    quote,
  );
}

const withoutRateBook = () => {
  throw new Error('Addresses and states need a rate book.');
};
/** Field schemas for descriptions only; they do not parse addresses. */
export const quoteFields = fieldsWith(withoutRateBook, quoteCustomerInput(withoutRateBook));
export const describedCustomerFields = describedCustomerWith(withoutRateBook);

export type QuoteInput = z.output<typeof quoteFields> & Pick<CompleteInput, 'taxDateTimeZone'>;

/**
 * A document to calculate without storing it, such as a cart. It is validated like a document to be stored, but
 * requires only a shipping address and something to tax.
 */
export function quoteInput(matcher: () => AddressMatcher, leniency: Leniency) {
  return quoteFrom(matcher, quoteCustomerInput(matcher), leniency);
}

/** A document to calculate without storing it, with the customer as in GraphQL. */
export function quoteOfOneCustomerInput(matcher: () => AddressMatcher, leniency: Leniency) {
  return quoteFrom(matcher, oneQuoteCustomerInput(matcher), leniency);
}

function quoteFrom<Customer extends z.ZodType<QuoteCustomer>>(
  matcher: () => AddressMatcher,
  customer: Customer,
  leniency: Leniency,
) {
  const checked = fieldsWith(matcher, customer)
    .superRefine(checkComplete(['shippingAddress'], leniency), { when: () => true })
    .superRefine(checkManualRates(matcher), { when: () => true })
    .superRefine(checkPlaces, { when: () => true })
    .superRefine(checkQuote, { when: () => true });
  return z.preprocess((raw) => withPartialAddresses(sentDocument(raw)), checked);
}

/** A cart often has only a country and a postal code, so an incomplete address counts as partial. */
function withPartialAddresses(sent: unknown): unknown {
  if (!isPlainObject(sent)) return sent;
  const ofLine = (line: unknown) => (isPlainObject(line) ? withPartialIn(line) : line);
  const { items } = sent;
  return { ...withPartialIn(sent), ...(Array.isArray(items) && { items: items.map(ofLine) }) };
}

function withPartialIn(sent: Record<string, unknown>): Record<string, unknown> {
  const { shippingAddress, shipFromAddress } = sent;
  const completed = { shippingAddress: asPartial(shippingAddress), shipFromAddress: asPartial(shipFromAddress) };
  return { ...sent, ...withoutAbsent(completed) };
}

export function asPartial(address: unknown): unknown {
  if (!isPlainObject(address) || isMissing(address.country)) return address;
  return [address.city, address.state, address.street].some(isMissing) ? { ...address, isPartial: true } : address;
}

const isMissing = (value: unknown) => value === undefined || value === null || value === '';
const withoutAbsent = (sent: object) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));

function checkQuote(quote: QuoteInput, ctx: z.core.$RefinementCtx): void {
  checkAmounts(quote, ctx);
  if (ctx.issues.length > 0) return;
  for (const issue of [...emptiness(quote), ...incompleteKey(quote)]) addIssue(ctx, issue);
}

function emptiness({ items, shippingFee, transactionType, createdFrom, source }: QuoteInput) {
  if (transactionType === 'REFUND' && createdFrom !== null) {
    const message = 'source is required for a refund that refers to its invoice in createdFrom.';
    return source === null ? [{ path: ['source'], code: 'REQUIRED', message }] : [];
  }
  if (items.length > 0 || shippingFee !== null) return [];
  return [{ path: ['items'], code: 'TOO_SHORT', message: 'Send at least one item, or a shippingFee.' }];
}

/** The issue for half of a customer key, which would otherwise be treated as an unknown customer. */
export function incompleteKey({ customerId, customer }: Pick<QuoteInput, 'customerId' | 'customer'>) {
  if (customerId !== null || customer === null) return [];
  if ((customer.source === null) === (customer.externalId === null)) return [];
  const field = customer.source === null ? 'source' : 'externalId';
  const message = `${field} is required: a stored customer is identified by source and externalId together.`;
  return [{ path: ['customer', field], code: 'REQUIRED', message }];
}
