import { DefaultOrderTaxCalculationStrategy, type Order, type OrderTaxCalculationStrategy } from '@vendure/core';
import { allocate } from '../shared/amounts.ts';
import { readDescription, shippingRatesOf } from './tax-note.ts';

type Summary = ReturnType<OrderTaxCalculationStrategy['calculateTaxSummary']>;
type Part = {
  readonly name: string;
  readonly legalPercent: number | null;
  readonly weight: number;
  readonly taxedPercent?: number | undefined;
};

/**
 * The taxes on an order by jurisdiction, each with its legal rate; their amounts add up to the order's tax. The totals
 * are calculated by Vendure.
 */
export class TollgateTaxSummary extends DefaultOrderTaxCalculationStrategy {
  override calculateTaxSummary(order: Order): Summary {
    const rows = new Map<string, Summary[number]>();
    const add = (base: number, withTax: number, parts: readonly Part[]) => {
      const taxes = allocate(
        withTax - base,
        parts.map(({ weight }) => weight),
      );
      for (const [index, { name, legalPercent, weight, taxedPercent = 100 }] of parts.entries()) {
        const taxRate = legalPercent ?? Number(weight.toPrecision(6));
        const key = `${name}:${taxRate}`;
        const row = rows.get(key) ?? { description: name, taxRate, taxBase: 0, taxTotal: 0 };
        const taxBase = row.taxBase + Math.round((base * taxedPercent) / 100);
        rows.set(key, { ...row, taxBase, taxTotal: row.taxTotal + taxes[index]! });
      }
    };
    for (const line of order.lines ?? []) {
      add(line.proratedLinePrice, line.proratedLinePriceWithTax, partsOf(line.taxLines));
    }
    for (const line of order.shippingLines ?? []) {
      const noted = shippingRatesOf(order, line).map(({ name, legalPercent, percent, taxedPercent }) => ({
        name,
        legalPercent: legalPercent === 0 ? null : legalPercent,
        weight: percent,
        taxedPercent,
      }));
      add(line.discountedPrice, line.discountedPriceWithTax, noted.length > 0 ? noted : partsOf(line.taxLines));
    }
    for (const { price, priceWithTax, taxLines } of order.surcharges ?? []) add(price, priceWithTax, partsOf(taxLines));
    return [...rows.values()];
  }
}

const partsOf = (taxLines: readonly { readonly description: string; readonly taxRate: number }[] | undefined): Part[] =>
  (taxLines ?? []).map(({ description, taxRate }) => ({ ...readDescription(description), weight: taxRate }));
