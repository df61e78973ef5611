import { type Address, address } from '../base/address.ts';
import type { DecimalText } from '../base/amount.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { itemAttributes } from './item-attributes.ts';
import { productMapping, tangibleCategory, taxableCategory, taxCollector, taxReason } from './transaction-enums.ts';

export const taxableLine = record('TaxableLine', 'A taxed line: an item or the shipping fee.', {
  taxCode: field.text('Tax code as submitted. An unknown item code is taxed as general goods.', { examples: ['C1S1'] }),
  totalPrice: field.amount('Price of the line before discounts and tax.'),
  calculatedTotal: field.amount('Price after discounts, on which tax is calculated. It includes tax if prices do.'),
  taxAmount: field.amount('Tax on the line: the sum of its `taxLines`.'),
  taxRate: field.fraction(
    'Combined rate applied to the line. A shipping fee for goods with several rates has the rate of its largest ' +
      'taxed part; `taxLines` list all rates.',
  ),
  taxableAmount: field.amount('Taxed part of the price.'),
  reason: field.choice(taxReason, 'Reason for the tax on the line.'),
  taxableCategory: field.choice(taxableCategory, 'Whether the line is taxed, as calculated.'),
  tangibleCategory: field.choice(
    tangibleCategory,
    'Whether the line is tangible: as submitted, or as the tax code implies.',
  ),
  manualSalesTax: field.optional(
    field.flag('Whether `manualSalesTaxRate` replaces the rates and rules of the place.'),
    'if not sent',
  ),
  manualSalesTaxRate: field.optional(
    field.fraction('Rate that replaces the rates of the place if `manualSalesTax` is true.'),
    'if not sent',
  ),
  overrideReason: field.absent(field.text('Reason for the manual rate, for reviewers of overrides.')),
  computedTaxAmount: field.absent(
    field.amount('Tax on the line without manual rates and exemption overrides.'),
    'if the document has neither',
  ),
});

/** Whether the line was declared not taxable; `taxableCategory` is the outcome. */
type Declared = { readonly isSentAsNotTaxable: boolean };

/** Figures shared by items and the shipping fee. */
export type LineFigures = Omit<RecordOf<typeof taxableLine>, 'taxCode' | 'manualSalesTax' | 'manualSalesTaxRate'>;

export const item = record('Item', 'An item sold, as one line of a document.', {
  name: field.text('Name of the item, such as T-shirt.'),
  description: field.optional(field.text('Free-text description of the item.')),
  product: field.absent(
    field.text('External id of the product, as submitted.', { examples: ['SKU-1'] }),
    'if not sent',
  ),
  productSource: field.absent(
    field.text('Source of the product, as submitted.', { examples: ['2'] }),
    'if not sent: the same as the source of the document',
  ),
  productMapping: field.absent(
    field.choice(productMapping, 'Whether the product supplied the tax code.'),
    'if the item was sent with a tax code, or without a product',
  ),
  unitPrice: field.optional(field.decimal('Unit price, as sent.'), 'if only `totalPrice` was sent'),
  quantity: field.decimal('Number of units, with at most 6 decimal places.'),
  discount: field.optional(field.amount('Discount on the item.')),
  attributes: field.absent(
    field.part(itemAttributes, 'Attributes that determine the tax on the item in some places, as submitted.'),
    'if not sent',
  ),
  shipFromAddress: field.absent(
    field.part(address, 'Address from which the item is shipped.'),
    'if not sent: the same as for the document',
  ),
  collectedBy: field.absent(
    field.choice(taxCollector, 'Who collects the tax on the item, as submitted.'),
    'if not sent: the same as for the document',
  ),
  collectedTaxAmount: field.absent(
    field.amount(
      'Tax that the marketplace collected on the item: as submitted or, on a refund, the refunded share of that tax.',
    ),
    'if not provided',
  ),
  relativeTransactionDiscount: field.amount('Share of the document discount that is allocated to the item.'),
});
export type Item = RecordOf<typeof taxableLine> &
  RecordOf<typeof item> &
  Declared & {
    /** The shipping address of the item; absent if the addresses of the document apply. */
    readonly shippingAddress?: Address | undefined;
    /** The quantity as submitted, if it was rounded. */
    readonly sentQuantity?: DecimalText | undefined;
    /** Set if the item was sent with its own `tangibleCategory`, and with a product instead of a tax code. */
    readonly isTangibleCategorySent?: boolean | undefined;
  };

export type ShippingFee = RecordOf<typeof taxableLine> & Declared;
