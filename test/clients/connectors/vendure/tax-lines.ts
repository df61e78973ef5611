import { rateOf, ratesOf } from '../gateway/line-rates.ts';
import type { Quote, QuotedLine } from '../gateway/operations.ts';
import { buyerOf, documentOf, includesTax, type Options, shippingFeeOf, taxedLines } from './order-input.ts';
import type { Order, TaxLine, TaxLineCalculationStrategy } from './types.ts';

/** For `taxOptions.taxLineCalculationStrategy`: one tax line for each jurisdiction. */
export class TollgateTaxLines implements TaxLineCalculationStrategy {
  readonly #options: Options;
  /** Vendure asks for each line separately but passes the whole order, so one quote serves all lines. */
  readonly #quotes = new WeakMap<Order, { readonly key: string; readonly quote: Promise<Quote> }>();

  constructor(options: Options) {
    this.#options = options;
  }

  async calculate({
    order,
    orderLine,
    applicableTaxRate,
  }: Parameters<TaxLineCalculationStrategy['calculate']>[0]): Promise<TaxLine[]> {
    if (orderLine.quantity === 0) return [];
    if (!order.shippingAddress?.countryCode) {
      const { name, value } = applicableTaxRate;
      return [{ description: `${name}, until there is an address`, taxRate: value }];
    }
    const quote = await this.#quote(order);
    const index = taxedLines(order).findIndex(({ id }) => id === orderLine.id);
    return taxLinesOf(quote.items[index], orderLine.listPriceIncludesTax);
  }

  #quote(order: Order): Promise<Quote> {
    const input = documentOf({ ...order, shippingLines: [] }, this.#options);
    const buyer = order.customerId === undefined ? null : buyerOf(order);
    const key = JSON.stringify([input, buyer]);
    const known = this.#quotes.get(order);
    if (known?.key === key) return known.quote;
    const quote = this.#options.gateway.quote(input, buyer);
    this.#quotes.set(order, { key, quote });
    return quote;
  }
}

/** The tax rate in percent that a ShippingCalculator returns with its price; in many places it is the rate of the goods. */
export async function shippingTaxRate(
  order: Order,
  price: { readonly price: number; readonly priceIncludesTax: boolean },
  options: Options,
): Promise<number> {
  const line = { listPrice: price.price, listPriceIncludesTax: price.priceIncludesTax, adjustments: [] };
  includesTax([...order.lines, line]);
  const input = documentOf({ ...order, shippingLines: [] }, options);
  const buyer = order.customerId === undefined ? null : buyerOf(order);
  const quote = await options.gateway.quote({ ...input, shippingFee: shippingFeeOf([line], options) }, buyer);
  const { shippingFee } = quote;
  return shippingFee ? rateOf(shippingFee, price.priceIncludesTax) : 0;
}

function taxLinesOf(line: QuotedLine | undefined, isTaxInclusive: boolean): TaxLine[] {
  if (!line) throw new Error('The order does not have the line that its tax is asked for.');
  const rates = ratesOf(line, isTaxInclusive);
  if (rates.length === 0) return [{ description: `No tax: ${line.reason}`, taxRate: 0 }];
  return rates.map(({ jurisdiction, percent }) => ({ description: jurisdiction.name, taxRate: percent }));
}
