import { z } from 'zod';
import { customer } from '../../domain/customers/customer.ts';
import { describedItemFields } from '../../domain/transactions/line-input.ts';
import {
  exemptionOverrideKinds,
  refundKinds,
  tangibleCategories,
  taxableCategories,
  transactionFilingStatuses,
  transactionStatuses,
  transactionTypes,
} from '../../domain/transactions/transaction.ts';
import { exemptionOverrideInput, transactionFields } from '../../domain/transactions/transaction-input.ts';
import {
  addressResponse,
  externalTimestampsResponse,
  internalTimestampsResponse,
  notices,
} from '../http/common-responses.ts';
import { amount, choice, count, day, flag, instant, list, named, rate, text, uuid } from '../http/members.ts';
import { responseOf } from '../http/record-response.ts';
import {
  documentSalesTaxRatesResponse,
  documentTaxLineResponse,
  gtRatesResponse,
  matchedAddressResponse,
  placeTotalsResponse,
  reason,
  rulesResponse,
  salesTaxRatesResponse,
  stateFeeResponse,
  taxLineResponse,
} from '../places/tax-responses.ts';
import { evidenceMembers } from './evidence.ts';
import { exchangeRateMember } from './exchange-rate.ts';

const { shape: sent } = transactionFields;
const { shape: item } = describedItemFields;
const { shape: override } = exemptionOverrideInput;

const lineMembers = {
  totalPrice: amount(item.totalPrice),
  calculatedTotal: amount('Price after discounts, on which tax is calculated. It includes tax if prices do.'),
  taxCode: text('Tax code as sent. An unknown item code is taxed as general goods.', ['C1S1']),
  manualSalesTax: flag(item.manualSalesTax).optional(),
  manualSalesTaxRate: rate(item.manualSalesTaxRate).optional(),
  overrideReason: text(item.overrideReason).optional(),
  computedTaxAmount: amount('Tax on the line without overrides; absent if the document has none.').optional(),
  tangibleCategory: choice(tangibleCategories, item.tangibleCategory),
  taxableCategory: choice(taxableCategories, 'Whether the line is taxed, as calculated.'),
  taxAmount: amount('Tax on the line.'),
  taxRate: rate('Combined rate applied to the line.'),
  taxableAmount: amount('Part of the price that is taxed.'),
  reason: reason('Reason for the tax on the line.'),
  notices: notices('Notices about the line.'),
};
const thinItem = {
  name: text(item.name),
  description: text(item.description).optional(),
  unitPrice: amount('Price of one unit as sent; absent if only totalPrice was sent.').optional(),
  quantity: z.number().meta({ description: 'Number of units. An exact decimal of at most 6 places.' }),
  discount: amount(item.discount).optional(),
  refundFraction: rate(item.refundFraction).optional(),
  relativeTransactionDiscount: amount('Share of the discount on the whole document that is allocated to the item.'),
  shippingAddress: z
    .object({ ...addressResponse.shape, matchedAddressData: matchedAddressResponse.optional() })
    .meta({ description: item.shippingAddress.description })
    .optional(),
  shipFromAddress: addressResponse.meta({ description: item.shipFromAddress.description }).optional(),
  ...lineMembers,
};
const taxLines = list(taxLineResponse, 'Tax by jurisdiction; the amounts add up to taxAmount.');

const lineDetails = {
  jurisdictionalSalesTaxRules: rulesResponse.optional(),
  salesTaxRates: salesTaxRatesResponse.optional(),
  gtRates: gtRatesResponse.optional(),
  taxLines: taxLines.optional(),
};

const itemResponse = named('Item', 'An item with its tax.', { ...thinItem, ...lineDetails });
const shippingFeeResponse = named('ShippingFee', 'Shipping fee with its tax.', {
  ...lineMembers,
  ...lineDetails,
});
const tax = {
  amount: amount('Tax on the whole document: sales tax, VAT or GST.'),
  rate: rate('Rate shared by all taxed lines, or else tax divided by taxable amount; 0 if nothing is taxed.'),
  taxRate: rate('Alias of rate.'),
};

const members = {
  serviceId: uuid('Id that this service assigned to the document.'),
  externalId: text(sent.externalId),
  source: text(sent.source),
  documentName: text(sent.documentName).optional(),
  isTaxInclusive: flag(sent.isTaxInclusive),
  billingAddress: addressResponse.optional(),
  shipFromAddress: addressResponse.optional(),
  customerId: uuid(sent.customerId),
  transactionStatus: choice(transactionStatuses, sent.transactionStatus),
  cancelledBecause: text('Reason given when the document was cancelled; absent without one.').optional(),
  internalTimestamps: internalTimestampsResponse,
  externalTimestamps: externalTimestampsResponse,
  taxDate: day(
    'Day whose law applies: as sent, or else the calendar day of externalTimestamps.createdDate, as written. Sent back, it stays when createdDate changes.',
  ),
  transactionType: choice(transactionTypes, sent.transactionType),
  createdFrom: text(sent.createdFrom).optional(),
  taxableItemsAmount: amount('Sum of the taxable items before discounts, without shipping.'),
  tangibleItemsAmount: amount('Sum of the tangible items before discounts, without shipping.'),
  totalItemsAmount: amount('Sum of all items before discounts. It includes tax if prices do.'),
  totalDiscount: amount('Sum of the discounts on items, without transactionLevelDiscount.'),
  transactionLevelDiscount: amount(sent.transactionLevelDiscount).optional(),
  finalTransactionAmount: amount('Amount that the buyer pays: after discounts, with shipping and tax.'),
  transactionFilingStatus: choice(transactionFilingStatuses, 'Whether the document was part of a tax return.'),
  reopenedBecause: text('Reason given when the document was last reopened; absent if it never was.').optional(),
  currency: text('ISO 4217 currency of all amounts.', ['USD']),
  subsidiary: text(sent.subsidiary).optional(),
  exemptionOverride: z
    .object({ kind: choice(exemptionOverrideKinds, override.kind), reason: text(override.reason) })
    .meta({ description: sent.exemptionOverride.description })
    .optional(),
  computedTaxAmount: amount('Tax without manual rates and exemptionOverride; absent without either.').optional(),
  refundKind: choice(
    refundKinds,
    'What a refund of a stored invoice returns; absent for any other document.',
  ).optional(),
  refundFraction: rate(sent.refundFraction).optional(),
  reason: reason('Reason that all lines share, or TAXED if any line is taxed.'),
  fees: list(stateFeeResponse, 'State fees on top of the tax. finalTransactionAmount includes those that are charged.'),
  notices: notices('Notices about the document and its lines.'),
  reportingPeriod: z
    .object({
      from: day('First day. Liability counts the document on it.'),
      to: day('Last day, by the filing frequency of the registration.'),
    })
    .meta({
      description:
        'Period that reports the document, because the return for its tax date was filed already; absent if the period of its tax date does.',
    })
    .optional(),
  rateBookVersion: text('Version of the rate book that the tax was calculated with.', ['2026.11.23-1']),
  calculationNumber: count('Number of the calculation: 1 for the first; each later one adds 1.'),
  recalculatedBecause: text(
    'Reason given for a recalculation on request; absent for any other calculation.',
  ).optional(),
};

const fullMembers = {
  ...members,
  items: list(itemResponse, 'Items in the order sent.'),
  shippingAddress: z
    .object({ ...addressResponse.shape, matchedAddressData: matchedAddressResponse })
    .meta({ description: 'Shipping address, which decides the tax, and the place that it was matched to.' }),
  customer: responseOf(customer),
  salesTax: z
    .object({ ...tax, salesTaxRates: documentSalesTaxRatesResponse.optional(), gtRates: gtRatesResponse.optional() })
    .meta({ description: 'Tax on the document, with salesTaxRates in the US and gtRates elsewhere.' }),
  shippingFee: shippingFeeResponse.optional(),
  taxLines: list(documentTaxLineResponse, 'Tax by jurisdiction and rate; the amounts add up to salesTax.amount.'),
  ...evidenceMembers,
  places: list(
    placeTotalsResponse,
    'Totals by place; absent unless items are shipped otherwise than the document.',
  ).optional(),
  exchangeRate: exchangeRateMember,
  invoiceNotes: list(
    text('A sentence.', ['Reverse charge: VAT to be accounted for by the recipient.']),
    'Sentences that VAT law requires on the invoice; empty if there are none.',
  ),
};

export const transactionResponse = named('Transaction', 'A sales document in its full form.', fullMembers);

const {
  serviceId: _,
  cancelledBecause: _because,
  reopenedBecause: _again,
  reportingPeriod: _reporting,
  ...withoutId
} = fullMembers;
export const calculationResponse = named(
  'Calculation',
  'A calculated document that is not stored. What was not sent is absent; a date that was not sent is the day used.',
  {
    ...withoutId,
    externalId: members.externalId.optional(),
    source: members.source.optional(),
    customerId: members.customerId.optional(),
    customer: responseOf(customer).optional(),
    transactionType: members.transactionType.optional(),
    transactionStatus: members.transactionStatus.optional(),
  },
);

const {
  serviceId: _id,
  source: _source,
  externalId: _externalId,
  customerId: _customerId,
  transactionType: _type,
  transactionStatus: _status,
  transactionFilingStatus: _filing,
  internalTimestamps: _timestamps,
  cancelledBecause: _cancelled,
  reopenedBecause: _reopened,
  reportingPeriod: _period,
  ...calculatedMembers
} = members;

/** One of the calculations of a document, in either form. */
export const calculationOfDocumentResponse = named(
  'DocumentCalculation',
  'One calculation of the tax of a document, with the document as it was then. It never changes.',
  {
    ...calculatedMembers,
    replacedAt: instant('When a later calculation replaced it, in UTC; absent for the current one.').optional(),
    items: list(z.object({ ...thinItem, ...lineDetails }), 'Items in the order sent.'),
    shippingAddress: z
      .object({ ...addressResponse.shape, matchedAddressData: matchedAddressResponse.optional() })
      .meta({ description: 'Shipping address; in the full form, with the place that it was matched to.' }),
    salesTax: z
      .object({ ...tax, salesTaxRates: documentSalesTaxRatesResponse.optional(), gtRates: gtRatesResponse.optional() })
      .meta({ description: 'Tax on the document; in the full form, with the rates of the place.' }),
    shippingFee: z
      .object({ ...lineMembers, ...lineDetails })
      .meta({ description: sent.shippingFee.description })
      .optional(),
    taxLines: fullMembers.taxLines.optional(),
    invoiceNotes: fullMembers.invoiceNotes.optional(),
    buyer: fullMembers.buyer,
    exchangeRate: fullMembers.exchangeRate,
    certificates: fullMembers.certificates.optional(),
  },
);

export const thinTransactionResponse = named(
  'ThinTransaction',
  'A sales document in its thin form: without customer, rates, rules, tax lines and matched address.',
  {
    ...members,
    items: list(z.object(thinItem), 'Items in the order sent.'),
    shippingAddress: addressResponse,
    salesTax: z.object(tax).meta({ description: 'Tax on the document.' }),
    shippingFee: z.object(lineMembers).meta({ description: sent.shippingFee.description }).optional(),
  },
);
