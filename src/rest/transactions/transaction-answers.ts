import { z } from 'zod';
import {
  tangibleCategories,
  taxableCategories,
  transactionFilingStatuses,
  transactionStatuses,
  transactionTypes,
} from '../../domain/transactions/transaction.ts';
import { customerResponse } from '../customers/customer-response.ts';
import {
  addressAnswer,
  amount,
  choice,
  externalTimestampsAnswer,
  flag,
  internalTimestampsAnswer,
  list,
  named,
  notices,
  rate,
  text,
  uuid,
} from '../http/members.ts';
import {
  documentSalesTaxRatesAnswer,
  documentTaxLineAnswer,
  gtRatesAnswer,
  matchedAddressAnswer,
  reason,
  rulesAnswer,
  salesTaxRatesAnswer,
  stateFeeAnswer,
  taxLineAnswer,
} from '../places/tax-answers.ts';

const lineMembers = {
  totalPrice: amount('Before discounts and tax.'),
  calculatedTotal: amount(
    'After discounts: what the tax is worked out on, with the tax inside when prices include it.',
  ),
  taxCode: text('The tax code as sent; an unknown one is taxed as general goods.', ['C1S1']),
  manualSalesTax: flag('Whether a rate sent with the line overrides the law of the place.').optional(),
  manualSalesTaxRate: rate('That rate.').optional(),
  tangibleCategory: choice(tangibleCategories, 'As sent, else as the tax code says.'),
  taxableCategory: choice(taxableCategories, 'Whether it is taxed, as worked out.'),
  taxAmount: amount('The tax of the line.'),
  taxRate: rate('The rate applied, all jurisdictions together.'),
  reason: reason('Why it bears the tax it bears.'),
  notices: notices('What the reader should know about this line.'),
};
const thinItem = {
  name: text('What is sold.'),
  description: text('It in more words.').optional(),
  unitPrice: amount('The price of one, as sent; absent when only totalPrice was.').optional(),
  quantity: z.number().meta({ description: 'How many. An exact decimal of at most 6 places.' }),
  discount: amount('The discount on this line.').optional(),
  relativeTransactionDiscount: amount('The line’s share of the discount on the whole document.'),
  ...lineMembers,
};
const taxLines = list(taxLineAnswer, 'The tax by jurisdiction; their amounts add up to taxAmount.');

const itemAnswer = named('Item', 'What is sold, with its tax.', {
  ...thinItem,
  jurisdictionalSalesTaxRules: rulesAnswer.optional(),
  salesTaxRates: salesTaxRatesAnswer.optional(),
  gtRates: gtRatesAnswer.optional(),
  taxLines: taxLines.optional(),
});
const shippingFeeAnswer = named('ShippingFee', 'What is charged for shipping, with its tax.', {
  ...lineMembers,
  jurisdictionalSalesTaxRules: rulesAnswer.optional(),
  salesTaxRates: salesTaxRatesAnswer.optional(),
  gtRates: gtRatesAnswer.optional(),
  taxLines: taxLines.optional(),
});
const tax = {
  amount: amount('The tax of the whole document: sales tax, VAT or GST.'),
  rate: rate('The rate that all taxed lines share, else tax by taxable amount; 0 when nothing is taxed.'),
  taxRate: rate('The same number under its other name.'),
};

const members = {
  serviceId: uuid('The id this service gave it.'),
  externalId: text('The consumer’s own id, unique within the source.'),
  source: text('The consumer’s store or channel, 1 to 10.'),
  documentName: text('Its name in the consumer’s system.').optional(),
  isTaxInclusive: flag('True: prices have the tax inside. False: it is added to them.'),
  billingAddress: addressAnswer.optional(),
  shipFromAddress: addressAnswer.optional(),
  customerId: uuid('The serviceId of the customer.'),
  transactionStatus: choice(transactionStatuses, 'Where it stands, as the consumer says.'),
  internalTimestamps: internalTimestampsAnswer,
  externalTimestamps: externalTimestampsAnswer,
  transactionType: choice(transactionTypes, 'What it is.'),
  createdFrom: text('The external id of the document this one came from.').optional(),
  taxableItemsAmount: amount('Items that are taxable there, before discounts; without shipping.'),
  tangibleItemsAmount: amount('Tangible items, before discounts; without shipping.'),
  totalItemsAmount: amount('All items, before discounts; with the tax inside when prices include it.'),
  totalDiscount: amount('All discounts together.'),
  transactionLevelDiscount: amount('The discount on the whole document, as sent.').optional(),
  finalTransactionAmount: amount('What the buyer pays: after discounts, with shipping and tax.'),
  transactionFilingStatus: choice(transactionFilingStatuses, 'Whether it was part of a return.'),
  currency: text('The currency of all amounts, ISO 4217.', ['USD']),
  subsidiary: text('As sent.').optional(),
  refundLinkedPercentage: rate('For a refund of a known invoice: the share of the amounts given back.').optional(),
  reason: reason('The reason that all lines share; TAXED when some line is taxed.'),
  fees: list(stateFeeAnswer, 'Fees of a state beside its tax; no total has them.'),
  notices: notices('What the reader should know about the document and its lines.'),
  rateBookVersion: text('The rate book it was calculated with.', ['2026.11.21-3']),
};

const fullMembers = {
  ...members,
  items: list(itemAnswer, 'What is sold, in the order sent.'),
  shippingAddress: z
    .object({ ...addressAnswer.shape, matchedAddressData: matchedAddressAnswer })
    .meta({ description: 'Where it goes: the address that decides the tax, and the place it was matched to.' }),
  customer: customerResponse,
  salesTax: z
    .object({ ...tax, salesTaxRates: documentSalesTaxRatesAnswer.optional(), gtRates: gtRatesAnswer.optional() })
    .meta({ description: 'The tax of the document; salesTaxRates in the US, gtRates elsewhere.' }),
  shippingFee: shippingFeeAnswer.optional(),
  taxLines: list(documentTaxLineAnswer, 'The tax by jurisdiction; it adds up to salesTax.amount.'),
};

export const transactionAnswer = named('Transaction', 'A sales document in its full form.', fullMembers);

const { serviceId: _, ...withoutId } = fullMembers;
export const calculationAnswer = named(
  'Calculation',
  'A sales document as it would be stored; it has no id.',
  withoutId,
);

export const thinTransactionAnswer = named(
  'ThinTransaction',
  'A sales document without customer, rates, rules, tax lines and matched address.',
  {
    ...members,
    items: list(z.object(thinItem), 'What is sold, in the order sent.'),
    shippingAddress: addressAnswer,
    salesTax: z.object(tax).meta({ description: 'The tax of the document.' }),
    shippingFee: z.object(lineMembers).meta({ description: 'What is charged for shipping.' }).optional(),
  },
);
