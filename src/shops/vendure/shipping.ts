import type { QuotedLine } from '@tollgate/client';
import { LanguageCode, type Order, type RequestContext, ShippingCalculator } from '@vendure/core';
import { type KeptRate, ratesOf, unroundedRatesOf } from '../shared/line-rates.ts';
import { shippingTaxCodeOf } from '../shared/mapping.ts';
import type { CartTaxes } from './cart-tax.ts';
import type { TollgateOptions } from './options.ts';
import { documentOf, shippingFeeOf } from './order-input.ts';
import { addNote } from './tax-note.ts';

export type ShippingPrice = { readonly price: number; readonly priceIncludesTax: boolean };
type Setting = { readonly taxes: CartTaxes; readonly options: TollgateOptions };

let setting: Setting | null = null;

/** A ShippingCalculator is created before any service exists, so the plugin stores its dependencies here. */
export function setShipping(next: Setting): void {
  setting = next;
}

/**
 * The tax rate, in percent, for a custom ShippingCalculator to return with its price. `methodId` is the id of the
 * shipping method, which the order's tax summary uses to find the jurisdictions.
 */
export async function tollgateShippingTaxRate(
  ctx: RequestContext,
  order: Order,
  price: ShippingPrice,
  methodId: string | number,
): Promise<number> {
  if (!setting) throw new Error('TollgatePlugin.init() was not called.');
  const { taxes, options } = setting;
  const line = { listPrice: price.price, listPriceIncludesTax: price.priceIncludesTax, adjustments: [] };
  const input = { ...documentOf(order, [line], options), shippingFee: shippingFeeOf([line], options) };
  const tax = order.lines.some(({ quantity }) => quantity > 0)
    ? await taxes.of(order, input, `shipping:${methodId}`)
    : { kind: 'incomplete' as const };
  if (tax.kind === 'incomplete') return 0;
  const { shippingFee } = tax.kind === 'quoted' ? tax.quote : { shippingFee: null };
  const rates =
    tax.kind === 'remembered'
      ? tax.rates({ taxCode: shippingTaxCodeOf(options) })
      : shippingFee
        ? scaled(shippingFee, price.priceIncludesTax)
        : [];
  addNote(order, { shipping: { [`${methodId}`]: rates } });
  await taxes.keep(ctx, order);
  return rates.reduce((total, { percent }) => total + percent, 0);
}

/**
 * Vendure applies shipping discounts after the rate. The unrounded rate also fits the discounted price. It is used if
 * the price excludes tax and the tax stays the same.
 */
function scaled(line: QuotedLine, isTaxInclusive: boolean): KeptRate[] {
  const unrounded = unroundedRatesOf(line, isTaxInclusive);
  const percent = unrounded.reduce((total, rate) => total + rate.percent, 0);
  const isSame = Math.round(Number(line.calculatedTotal) * percent) === Math.round(Number(line.taxAmount) * 100);
  return isSame && !isTaxInclusive ? unrounded : ratesOf(line, isTaxInclusive);
}

/** A calculator for shipping methods with a flat price, taxed by the gateway. */
export const tollgateShippingCalculator: ShippingCalculator = new ShippingCalculator({
  code: 'tollgate-shipping',
  description: [{ languageCode: LanguageCode.en, value: 'Flat rate, taxed by Tollgate' }],
  args: {
    rate: { type: 'int', defaultValue: 0, ui: { component: 'currency-form-input' } },
    includesTax: { type: 'boolean', defaultValue: false },
  },
  calculate: async (ctx, order, { rate, includesTax }, method) => {
    const price = { price: rate, priceIncludesTax: includesTax };
    return { ...price, taxRate: await tollgateShippingTaxRate(ctx, order, price, method.id) };
  },
});
