/** The columns of a file that lists documents with tax from another system, in the order of the template. */
export const fileColumns = {
  source: 'Source of the document: a number from 1 to 10.',
  externalId: 'Id of the document. Successive rows with the same source and id are the lines of one document.',
  lineId: 'Id of the line. The taxes in successive rows with the same id are added up.',
  status:
    'Status of the document in the other system. VOID, VOIDED, CANCELLED and the ProcessCode 0 of AvaTax mean that ' +
    'the document does not count there.',
  date: 'Day whose law applies. Default: invoiceDate, orderDate or paymentDate, in this order.',
  invoiceDate: 'Day of the invoice.',
  orderDate: 'Day of the order.',
  paymentDate: 'Day of the payment.',
  currency: 'ISO 4217 currency. Default: the account currency.',
  customerSource: 'Source of a stored customer. Default: the source of the document.',
  customerExternalId: 'Id of a stored customer, whose certificates apply.',
  customerType: 'RETAIL, RESELLER, MARKETPLACE or RETAIL_EXEMPT, if the customer is not stored. Default: RETAIL.',
  provider:
    'Channel of the sale. A known marketplace, such as amazon, collects the tax itself where state law requires ' +
    'it.',
  collectedBy:
    'Who collects the tax on the line or, in the first row, on the document: SELLER or MARKETPLACE. Amazon’s ' +
    'MarketplaceFacilitator and Standard are also accepted.',
  taxNumber: 'VAT or other tax number of a customer that is not stored.',
  exemption: 'Number or reason of the exemption applied by the other system.',
  isTaxInclusive: 'Whether prices include tax: true or false. Default: false.',
  name: 'Name of the item.',
  taxCode: 'Tax code of the item, such as C1S1.',
  attributes: 'Attributes of the item, such as isPrescribed: true, isMailed: false.',
  quantity: 'Number of units. Default: 1.',
  unitPrice: 'Unit price.',
  totalPrice: 'Price of the line before its discount, instead of or in addition to unitPrice.',
  documentTotal:
    'Price of goods and shipping together, after discounts and without tax. Ignored if a row of the document has a line price.',
  discount: 'Discount on the line, as an amount.',
  transactionLevelDiscount: 'Discount on the document, as an amount.',
  shippingPrice: 'Shipping price.',
  handlingPrice: 'Handling price, which is added to the shipping price.',
  lineShippingPrice:
    'Shipping price for the line. The prices of all rows are added up if shippingPrice is absent or 0.',
  lineHandlingPrice:
    'Handling price for the line. The prices of all rows are added up if handlingPrice is absent or 0.',
  shippingTaxCode: 'Tax code of shipping. Default: C6S1.',
  street: 'Street of the shipping destination.',
  city: 'City of the shipping destination.',
  county: 'County of the shipping destination.',
  state: 'State of the shipping destination.',
  zip: 'ZIP or postal code of the shipping destination.',
  region: 'Region of a shipping destination outside the US.',
  country: 'Country of the shipping destination. Default: US.',
  fromStreet: 'Street of the shipping origin.',
  fromCity: 'City of the shipping origin.',
  fromState: 'State of the shipping origin.',
  fromZip: 'ZIP or postal code of the shipping origin.',
  fromRegion: 'Region of a shipping origin outside the US.',
  fromCountry: 'Country of the shipping origin, by default the US.',
  documentTaxAmount:
    'Tax on the whole document in the other system, from the first row of the document. Unless absent or 0, this amount replaces the taxes of the rows.',
  taxAmount: 'Tax of the row in the other system. The taxes of all rows of a document are added up.',
} as const;
export type FileColumn = keyof typeof fileColumns;
export const fileColumnNames = Object.keys(fileColumns) as readonly FileColumn[];
