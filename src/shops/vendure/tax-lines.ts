import type { CalculateTaxLinesArgs, TaxLineCalculationStrategy } from '@vendure/core';
import { type KeptRate, ratesOf } from '../shared/line-rates.ts';
import type { CartTaxes } from './cart-tax.ts';
import type { TollgateOptions } from './options.ts';
import { documentOf, taxedLines } from './order-input.ts';
import { describe } from './tax-note.ts';

type TaxLines = Awaited<ReturnType<TaxLineCalculationStrategy['calculate']>>;

/** One tax line for each jurisdiction. */
export class TollgateTaxLines implements TaxLineCalculationStrategy {
  readonly #taxes: CartTaxes;
  readonly #options: TollgateOptions;

  constructor(taxes: CartTaxes, options: TollgateOptions) {
    this.#taxes = taxes;
    this.#options = options;
  }

  async calculate(args: CalculateTaxLinesArgs): Promise<TaxLines> {
    const lines = await this.#calculate(args);
    await this.#taxes.keep(args.ctx, args.order);
    return lines;
  }

  async #calculate({ order, orderLine, applicableTaxRate }: CalculateTaxLinesArgs): Promise<TaxLines> {
    if (orderLine.quantity === 0) return [];
    const input = documentOf(order, [], this.#options);
    const index = taxedLines(order).findIndex(({ id }) => id === orderLine.id);
    const tax = await this.#taxes.of(order, input, `line:${orderLine.id}`);
    if (tax.kind === 'remembered') {
      const sent = input.items[index];
      if (!sent) throw new Error('The order line is not in the quote.');
      return linesOf(tax.rates(sent), 'No tax');
    }
    if (tax.kind === 'incomplete') {
      if (this.#options.onIncompleteAddress !== 'zoneRate') return [];
      const { name, value } = applicableTaxRate;
      return [{ description: `${name}, until an address is entered`, taxRate: value }];
    }
    const line = tax.quote.items[index];
    if (!line) throw new Error('The order line is not in the quote.');
    return linesOf(ratesOf(line, orderLine.listPriceIncludesTax), `No tax: ${line.reason}`);
  }
}

const linesOf = (rates: readonly KeptRate[], none: string): TaxLines =>
  rates.length === 0
    ? [{ description: none, taxRate: 0 }]
    : rates.map((rate) => ({ description: describe(rate), taxRate: rate.percent }));
