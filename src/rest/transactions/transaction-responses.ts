import { z } from 'zod';
import { customer } from '../../domain/customers/customer.ts';
import { matchedAddressData } from '../../domain/places/matched-address.ts';
import { item, taxableLine } from '../../domain/transactions/document-line.ts';
import { appliedCertificate, documentBuyer } from '../../domain/transactions/evidence.ts';
import { placeTotals } from '../../domain/transactions/place-totals.ts';
import { documentSalesTaxRates, gtRates, salesTaxRates } from '../../domain/transactions/rate-views.ts';
import { documentTaxLine, taxLine } from '../../domain/transactions/tax-line.ts';
import { calculatedDocument, documentCalculation, transaction } from '../../domain/transactions/transaction.ts';
import { addressResponse, notices } from '../http/common-responses.ts';
import { amount, instant, list, named, rate, text } from '../http/members.ts';
import { membersOf, responseOf } from '../http/record-response.ts';
import { rulesResponse } from '../places/tax-responses.ts';

const matchedAddressResponse = responseOf(matchedAddressData);
const documentSalesTaxRatesResponse = responseOf(documentSalesTaxRates);
const gtRatesResponse = responseOf(gtRates);

const lineMembers = { ...membersOf(taxableLine), notices: notices('Notices about the line.') };
const thinItem = {
  ...membersOf(item),
  refundFraction: rate('Refunded share of the invoice item, as submitted; absent if omitted.').optional(),
  shippingAddress: z
    .object({ ...addressResponse.shape, matchedAddressData: matchedAddressResponse.optional() })
    .meta({ description: 'Shipping address of the item; absent if the item ships to the document’s address.' })
    .optional(),
  ...lineMembers,
};
const taxLines = list(responseOf(taxLine), 'Tax by jurisdiction; the amounts add up to taxAmount.');

const lineDetails = {
  jurisdictionalSalesTaxRules: rulesResponse.optional(),
  salesTaxRates: responseOf(salesTaxRates).optional(),
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
  rate: rate(
    'Rate shared by all taxed lines or, if they differ, tax divided by taxable amount; 0 if nothing is taxed.',
  ),
  taxRate: rate('Alias of rate.'),
};

const members = { ...membersOf(transaction), ...membersOf(calculatedDocument) };
const feeDescription = 'Shipping fee with its tax.';

const fullMembers = {
  ...members,
  items: list(itemResponse, 'Items in the order sent.'),
  shippingAddress: z
    .object({ ...addressResponse.shape, matchedAddressData: matchedAddressResponse })
    .meta({ description: 'Shipping address, which determines the tax, and the matched place.' }),
  customer: responseOf(customer),
  salesTax: z
    .object({ ...tax, salesTaxRates: documentSalesTaxRatesResponse.optional(), gtRates: gtRatesResponse.optional() })
    .meta({ description: 'Tax on the document, with salesTaxRates in the US and gtRates elsewhere.' }),
  shippingFee: shippingFeeResponse.optional(),
  taxLines: list(
    responseOf(documentTaxLine),
    'Tax by jurisdiction, VAT category and rate; the tax amounts add up to salesTax.amount.',
  ),
  buyer: responseOf(documentBuyer).optional().meta({
    description:
      'Buyer as known at calculation time, not the current customer; a refund copies the buyer from its stored invoice. Absent for a quote if the token cannot read customers.',
  }),
  certificates: list(
    responseOf(appliedCertificate),
    'Certificates that relieved a line of tax, as of the calculation; empty if no certificate applied.',
  ),
  places: list(
    responseOf(placeTotals),
    'Totals by place of taxation: more than one entry if items ship to places other than the document’s. The totals for the document’s place include the shipping fee.',
  ),
  invoiceNotes: list(
    text('A sentence.', ['Reverse charge: VAT to be accounted for by the recipient.']),
    'Sentences that VAT law requires on the invoice; empty if none are required.',
  ),
};

export const transactionResponse = named('Transaction', 'A sales document in its full form.', fullMembers);

const {
  serviceId: _,
  cancellationReason: _because,
  reopeningReason: _again,
  reportingPeriod: _reporting,
  transactionFilingStatus: _filingStatus,
  internalTimestamps: _stored,
  calculationNumber: _number,
  recalculationReason: _recalculated,
  ...withoutId
} = fullMembers;
const ofQuote = {
  externalId: members.externalId.optional(),
  source: members.source.optional(),
  customerId: members.customerId.optional(),
  transactionType: members.transactionType.optional(),
  transactionStatus: members.transactionStatus.optional(),
  calculatedAt: instant('Time of the calculation.'),
};
export const calculationResponse = named(
  'Calculation',
  'A calculated document that is not stored. Omitted members are absent; if the date was omitted, the response contains the date used.',
  {
    ...withoutId,
    ...ofQuote,
    customer: responseOf(customer).optional(),
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
  cancellationReason: _cancelled,
  reopeningReason: _reopened,
  reportingPeriod: _period,
  ...calculatedMembers
} = members;

/** A calculation of a document, in either form. */
export const calculationOfDocumentResponse = named(
  'DocumentCalculation',
  'One tax calculation of a document, with the document as of that calculation. Its figures never change.',
  {
    ...calculatedMembers,
    replacedAt: membersOf(documentCalculation).replacedAt,
    items: list(z.object({ ...thinItem, ...lineDetails }), 'Items in the order sent.'),
    shippingAddress: z
      .object({ ...addressResponse.shape, matchedAddressData: matchedAddressResponse.optional() })
      .meta({ description: 'Shipping address; in the full form, with the matched place.' }),
    salesTax: z
      .object({ ...tax, salesTaxRates: documentSalesTaxRatesResponse.optional(), gtRates: gtRatesResponse.optional() })
      .meta({ description: 'Tax on the document; in the full form, with the rates for the place.' }),
    shippingFee: z
      .object({ ...lineMembers, ...lineDetails })
      .meta({ description: feeDescription })
      .optional(),
    taxLines: fullMembers.taxLines.optional(),
    invoiceNotes: fullMembers.invoiceNotes.optional(),
    buyer: fullMembers.buyer,
    certificates: fullMembers.certificates.optional(),
    places: fullMembers.places.optional(),
  },
);

const thinMembers = {
  items: list(z.object(thinItem), 'Items in the order sent.'),
  shippingAddress: addressResponse,
  salesTax: z.object(tax).meta({ description: 'Tax on the document.' }),
  shippingFee: z.object(lineMembers).meta({ description: feeDescription }).optional(),
};

export const thinTransactionResponse = named(
  'ThinTransaction',
  'A sales document in its thin form: without details such as customer, rates, rules, tax lines and matched address.',
  { ...members, ...thinMembers },
);

const { calculationNumber: _first, recalculationReason: _none, ...quotedMembers } = calculatedMembers;
export const thinCalculationResponse = named(
  'ThinCalculation',
  'A calculated document in its thin form: without details such as customer, rates, rules, tax lines and matched address.',
  { ...quotedMembers, ...thinMembers, ...ofQuote },
);
