import { z } from 'zod';
import {
  amountInput,
  collectedTaxInput,
  discountInput,
  fractionInput,
  manualRateInput,
  quantityInput,
} from '../base/amount.ts';
import { absentAsNull, boundedText, externalIdInput, sourceInput } from '../base/fields.ts';
import { choiceInput, input, namedInput } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { type AddressMatcher, placeableAddressInput } from '../places/placeable-address.ts';
import { itemAttributesInput } from './item-attributes.ts';
import { tangibleCategory, taxableCategory, taxCollector } from './transaction-enums.ts';

const longestDescription = 10_000;

/** Fields shared by items and the shipping fee. */
const lineFields = {
  totalPrice: absentAsNull(amountInput).meta({
    description: 'Price of the line before discounts and tax, positive or negative.',
  }),
  tangibleCategory: absentAsNull(choiceInput(tangibleCategory)).meta({
    description: 'Whether the line is tangible. Default: as the tax code implies.',
  }),
  taxableCategory: absentAsNull(choiceInput(taxableCategory)).meta({
    description: 'NOT_TAXABLE excludes the line from tax; TAXABLE has no effect.',
  }),
  manualSalesTax: absentAsNull(z.boolean()).meta({
    description: 'Whether manualSalesTaxRate replaces the rates and rules of the place.',
  }),
  manualSalesTaxRate: absentAsNull(manualRateInput).meta({
    description: 'Manual tax rate, as a fraction, such as 0.0825; at most 0.2 for US sales tax, 0.5 for VAT and GST.',
  }),
  overrideReason: absentAsNull(boundedText(1, 256)).meta({
    description: 'Reason for the manual rate, for reviewers of overrides.',
  }),
};

function requireManualRate(line: ManualRate, ctx: z.core.$RefinementCtx): void {
  if (line.manualSalesTax !== true || line.manualSalesTaxRate !== null) return;
  const message = 'manualSalesTaxRate is required when manualSalesTax is true.';
  addIssue(ctx, { path: ['manualSalesTaxRate'], code: 'REQUIRED', message });
}
type ManualRate = { readonly manualSalesTax: boolean | null; readonly manualSalesTaxRate: string | null };

const refundedShare =
  'On a REFUND: refunded share of the item, as a fraction, such as 0.5. If no price is sent, quantity and this share determine the refunded part of the invoice item. Default: 1.';

/** The fields of an item that can be parsed without the rate book. */
const itemFields = z.object({
  name: boundedText(1, 256).meta({ description: 'Name of the item, such as T-shirt.' }),
  taxCode: absentAsNull(boundedText(0, 256)).meta({
    description:
      'Tax code of the item, such as C1S1. An unknown or empty code is taxed as general goods, or refused if `require` accepts only known codes. Default: on a REFUND, the tax code of the invoice item with this name; otherwise the tax code of the product, or the defaultTaxCode of the account, with the notice TAX_CODE_ASSUMED. Required if the account has no default and the item has no product.',
  }),
  product: absentAsNull(externalIdInput).meta({
    description:
      'External id of the product, such as SKU-1. Without a taxCode, an item has the tax code of its product. If the product has no tax code, the item has the defaultTaxCode of the account or, without a default, is taxed as general goods. In both cases, the item has the notice PRODUCT_UNMAPPED. On a REFUND, the id selects the invoice item of this product.',
  }),
  productSource: absentAsNull(sourceInput).meta({
    description: 'Source of the product. Default: the source of the document.',
  }),
  unitPrice: absentAsNull(amountInput).meta({
    description: 'Price of one unit before discounts and tax, positive or negative.',
  }),
  quantity: absentAsNull(quantityInput).meta({
    description:
      'Number of units, above zero. More than 6 decimal places are rounded, with the notice QUANTITY_ROUNDED. Default: 1.',
  }),
  description: absentAsNull(boundedText(0, longestDescription)).meta({
    description: 'Free-text description of the item.',
  }),
  discount: absentAsNull(discountInput).meta({ description: 'Discount on the item, as an amount.' }),
  refundFraction: absentAsNull(fractionInput).meta({ description: refundedShare }),
  attributes: absentAsNull(itemAttributesInput).meta({
    description:
      'Attributes that determine the tax on the item in some places, such as {"isPrescribed": true}. The notice CONDITION_UNKNOWN lists missing attributes. A REFUND of a stored invoice uses the attributes of the invoice item.',
  }),
  collectedBy: absentAsNull(choiceInput(taxCollector)).meta({
    description: 'Who collects the tax on the item. Default: the collector for the document.',
  }),
  collectedTaxAmount: absentAsNull(collectedTaxInput).meta({
    description:
      'Tax that the marketplace collected on the item, at most its price. Default: a share of the document’s collectedTaxAmount.',
  }),
  ...lineFields,
});

/** An item without the optional addresses. */
export const unplacedItemInput = itemFields.superRefine(requireManualRate);

export function itemInput(matcher: () => AddressMatcher) {
  const fields = itemFields.extend({
    shippingAddress: absentAsNull(placeableAddressInput(matcher)).meta({
      description:
        'Shipping address of the item, if it differs from the shipping address of the document. It determines the tax on the item. On a REFUND, the default is the address of the invoice item.',
    }),
    shipFromAddress: absentAsNull(placeableAddressInput(matcher)).meta({
      description: 'Address from which the item is shipped. Default: the shipFromAddress of the document.',
    }),
  });
  return namedInput(
    'ItemInput',
    'An item. Send `unitPrice` (with `quantity`), `totalPrice`, or both if they agree. On a refund, `quantity` or `refundFraction` without a price refunds that share of the invoice item.',
    fields,
  ).superRefine(requireManualRate);
}

export const shippingFeeInput = input(
  'ShippingFeeInput',
  'A fee for shipping. Depending on the place, the fee is taxed under its own tax code or like the goods.',
  {
    taxCode: boundedText(0, 256).meta({
      description:
        'Tax code of the shipping fee, such as C6S1. An unknown or empty code is taxed as shipping, or refused if `require` accepts only known codes.',
    }),
    ...lineFields,
    totalPrice: lineFields.totalPrice.meta({
      description: 'Price of the fee before tax. Default: 0, with the notice SHIPPING_PRICE_MISSING.',
    }),
  },
).superRefine(requireManualRate);
