import type { Words } from '../http/operation.ts';

/** What the members of inputs mean, by their path. */

const addressWords = (at: string): Words => ({
  [`${at}/city`]: 'The city.',
  [`${at}/country`]: 'The country, by code or name.',
  [`${at}/county`]: 'The county.',
  [`${at}/state`]: 'The state, by code or name.',
  [`${at}/street`]: 'Street and house number.',
  [`${at}/region`]: 'The region or province, outside the US.',
  [`${at}/zip`]: 'The ZIP or postal code; ZIP+4 is understood.',
  [`${at}/isPartial`]: 'True: less than a full US address will do, at least a state.',
});

const timestampWords: Words = {
  externalTimestamps: 'Dates of the consumer’s own system.',
  'externalTimestamps/createdDate':
    'ISO 8601: a day, or a date-time with Z, with an offset or without a zone. Its day, as written, is the tax date.',
  'externalTimestamps/updatedDate': 'The same for the last change there.',
};

const keyWords: Words = {
  externalId: 'The consumer’s own id, unique within the source; it must be that of the path.',
  source: 'The consumer’s store or channel, 1 to 10; it must be that of the path.',
};

const lineWords = (at: string): Words => ({
  [`${at}/taxCode`]: 'What kind of product it is, such as C1S1; an unknown or empty code is taxed as general goods.',
  [`${at}/totalPrice`]: 'The price of all, before discount and tax; either sign. A number or numeric text.',
  [`${at}/tangibleCategory`]: 'Overrides what the tax code says.',
  [`${at}/taxableCategory`]: 'NOT_TAXABLE takes the line out of the tax; TAXABLE changes nothing.',
  [`${at}/manualSalesTax`]: 'True: manualSalesTaxRate instead of the law of the place.',
  [`${at}/manualSalesTaxRate`]: 'That rate, a fraction of one, at most 0.2.',
});

export const transactionWords: Words = {
  ...keyWords,
  ...timestampWords,
  documentName: 'Its name in the consumer’s system.',
  items: 'What is sold.',
  'items/name': 'What is sold.',
  'items/unitPrice': 'The price of one; either sign. A number or numeric text, at most 15 significant digits.',
  'items/quantity': 'How many, at most 6 decimal places; 1 when absent.',
  'items/description': 'It in more words.',
  'items/discount': 'The discount on this line, an amount.',
  ...lineWords('items'),
  isTaxInclusive: 'True: prices have the tax inside. False: it is added to them.',
  billingAddress: 'Where the invoice goes. No tax depends on it.',
  ...addressWords('billingAddress'),
  shippingAddress:
    'Where it goes: it decides the tax. In the US street, city, state, zip and country are needed unless isPartial; elsewhere the country will do, with the region where it matters.',
  ...addressWords('shippingAddress'),
  shipFromAddress: 'Where it comes from, when that is not the seller’s home address.',
  ...addressWords('shipFromAddress'),
  customerId: 'The serviceId of the customer.',
  transactionStatus: 'Where it stands.',
  transactionType: 'What it is. All are calculated; only an INVOICE counts for nexus.',
  shippingFee: 'What is charged for shipping.',
  ...lineWords('shippingFee'),
  createdFrom: 'The external id of the document this one came from, such as the invoice of a refund.',
  transactionLevelDiscount: 'A discount on the whole document, an amount; it is shared over the lines.',
  refundLinkedPercentage: 'For a REFUND of a known invoice: the share given back, a fraction of one; all when absent.',
  transactionFilingStatus: 'Absent: NOT_FILED on a new document, what is stored on an existing one.',
  currency: 'The currency of all amounts, ISO 4217, in any case; the tenant’s default when absent.',
  subsidiary: 'Kept as sent.',
};

const stateWords = (at: string): Words => ({
  [`${at}/abbreviation`]: 'Its code, such as MN.',
  [`${at}/code`]: 'The same.',
  [`${at}/name`]: 'Its name.',
});

const termsWords = (at: string): Words => ({
  [`${at}classification`]: 'Its ground.',
  [`${at}classification/code`]: 'Kept as sent.',
  [`${at}classification/description`]: 'Kept as sent.',
  [`${at}validationDates`]: 'The days it holds, both included.',
  [`${at}validationDates/fromDate`]: 'Its first day; none when it has no beginning.',
  [`${at}validationDates/toDate`]: 'Its last day; none while it is open.',
  [`${at}status`]: 'exemptionStatus under its other name.',
  [`${at}status/code`]: 'ACTIVE or CANCELLED.',
  [`${at}status/name`]: 'The same.',
  [`${at}certificate`]: 'The paper that proves it.',
  [`${at}certificate/certificateId`]: 'Its number.',
  [`${at}certificate/url`]: 'Where a copy of it is.',
  [`${at}certificate/name`]: 'What it is called.',
  [`${at}exemptionType`]: 'Whether it frees from the whole tax or from a part.',
  [`${at}exemptionStatus`]: 'Whether it may be used; ACTIVE when absent.',
  [`${at}exemptPercentage`]: 'For PARTIALLY: the share of the price that is exempt, a fraction of one.',
  [`${at}reducedRate`]: 'For PARTIALLY: the rate that applies where it is lower, a fraction of one.',
  [`${at}taxCodes`]: 'The tax codes it covers; all when empty.',
});

/** What a patch may name though the service alone sets it. */
const readOnlyWords: Words = {
  serviceId: 'Set by the service: passed over, as when what was read is sent back.',
  internalTimestamps: 'Set by the service: passed over.',
};

export const exemptionPatchWords: Words = {
  ...readOnlyWords,
  ...termsWords(''),
  customerId: 'Cannot change; it may be named as it is.',
  country: 'Cannot change; it may be named as it is.',
  state: 'Cannot change; it may be named as it is.',
  ...stateWords('state'),
};

export const exemptionWords: Words = {
  exemption: 'What is proven, whose it is and where.',
  ...termsWords('exemption/'),
  'exemption/customerId': 'The serviceId of the customer.',
  'exemption/country': 'Where it holds, by code or name.',
  'exemption/state': 'The state, when states is empty.',
  ...stateWords('exemption/state'),
  states: 'One exemption is stored for each; with none, one for the state above, else for the whole country.',
  ...stateWords('states'),
};

export const settingsWords: Words = {
  homeAddress: 'Where the seller is established and ships from.',
  'homeAddress/country': 'By code or name.',
  'homeAddress/state': 'Without it, US sales follow the rules of the destination.',
  'homeAddress/city': 'The city.',
  'homeAddress/zip': 'The ZIP or postal code.',
  collect: 'Where tax is collected.',
  oneStopShop: 'Whether sales to EU consumers are declared through the one-stop shop.',
  defaultCurrency: 'The currency of documents that name none, ISO 4217.',
  roundingLevel: 'What is rounded.',
  tieRule: 'How exact halves are rounded.',
  inclusiveRounding: 'What is rounded where prices have the tax inside.',
  exemptInclusivePrice: 'What an exempt buyer pays where prices have the tax inside.',
  discountCoversShipping: 'Whether a discount on the whole document covers the shipping fee too.',
  shippingRate: 'How a shipping fee is taxed.',
};

const windowWords = (at: string): Words => ({
  [`${at}/from`]: 'Its first day.',
  [`${at}/to`]: 'Its last day; none while it is open.',
});
export const nexusWords: Words = {
  physicalNexus: 'Presences: all of them, or a single one; what is absent is not declared any more.',
  ...windowWords('physicalNexus'),
  'physicalNexus/note': 'What it is: an office, goods in a warehouse.',
  economicNexus: 'Approvals of nexus by sales.',
  ...windowWords('economicNexus'),
  registrations: 'Registrations with the tax authority.',
  ...windowWords('registrations'),
  'registrations/number': 'The number the authority gave.',
  'registrations/scheme': 'ONE_STOP_SHOP serves consumers in the whole EU.',
};
