import { type Decimal, decimal, roundToUnit, zero } from '../../../tax/numbers/decimal.ts';
import type { LineFigures } from '../document-line.ts';
import type { Transaction } from '../transaction.ts';
import { requireTaxLeft } from './over-refund.ts';
import type { RefundLine } from './refund-lines.ts';
import { exceeds, type RefundedAmounts } from './refunded-amounts.ts';

type RefundOfLines = {
  readonly lines: readonly RefundLine[];
  readonly shippingBase: Decimal | null;
  readonly shippingTaxAlone: Decimal | null;
};

/**
 * The refund without the prices: for each line, the tax on the requested part, up to the amount left by earlier
 * refunds. If prices include tax, the price decreases by the refunded tax.
 */
export function taxOnly(
  { lines, shippingBase }: RefundOfLines,
  invoice: Transaction,
  before: RefundedAmounts,
  minorUnit: number,
): RefundOfLines {
  const baseOf = (tax: Decimal) => (invoice.isTaxInclusive ? tax : zero);
  const taxed = lines.map((line): RefundLine => {
    const { invoiceItem } = line;
    const taxAlone = taxLeft(invoice.items[invoiceItem]!, line.base, before.taxes.items[invoiceItem]!, minorUnit);
    const base = baseOf(taxAlone);
    return { ...line, totalPrice: base, discount: zero, share: zero, base, taxAlone };
  });
  const fee = invoice.shippingFee;
  const shippingTaxAlone = fee && shippingBase && taxLeft(fee, shippingBase, before.taxes.shippingFee, minorUnit);
  requireTaxLeft(invoice, [...taxed.map(({ taxAlone }) => taxAlone), shippingTaxAlone]);
  return { lines: taxed, shippingBase: shippingTaxAlone && baseOf(shippingTaxAlone), shippingTaxAlone };
}

function taxLeft(line: LineFigures, base: Decimal, taxBefore: Decimal, minorUnit: number): Decimal {
  const whole = decimal(line.calculatedTotal);
  const tax = decimal(line.taxAmount);
  const left = exceeds(taxBefore, tax) ? zero : tax.minus(taxBefore);
  if (whole.isZero() || base.eq(whole)) return left;
  const part = roundToUnit(tax.times(base).div(whole), minorUnit);
  return exceeds(part, left) ? left : part;
}
