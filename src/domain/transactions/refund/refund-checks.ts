import { decimal, fromUnits, roundToUnit } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import type { DocumentCheck } from '../document-checks.ts';
import type { LineFigures } from '../document-line.ts';
import { type InvoiceWithRefunds, refundedAmounts } from './refunded-amounts.ts';
import { type LineName, refundsOfLine, returnedParts } from './returned-parts.ts';

/**
 * For each refunded line of an invoice, compares the tax left after refunds with the tax on the remaining taxable
 * amount. The two differ if goods were returned as taxed after their tax had been refunded, which would make liability
 * negative.
 */
export function refundChecks(invoiceWithRefunds: InvoiceWithRefunds): DocumentCheck[] {
  const { invoice, refunds } = invoiceWithRefunds;
  const { items, shippingFee, currency } = invoice.transaction;
  const minorUnit = minorUnitOf(currency);
  const { taxes } = refundedAmounts(
    invoice.transaction,
    refunds.map(({ transaction }) => transaction),
  );
  const checkOf = (line: LineFigures, name: LineName, pointer: string): DocumentCheck[] => {
    const tax = decimal(line.taxAmount);
    const taxable = decimal(line.taxableAmount);
    const ofLine = refunds.flatMap((refund) => refundsOfLine(refund, name));
    // After an invoice changes, its refunds still show the previous figures of the invoice.
    const isSame = ofLine.every(
      ({ refunded }) => refunded.originalTax === line.taxAmount && refunded.originalBase === line.calculatedTotal,
    );
    if (ofLine.length === 0 || !isSame || tax.isZero() || taxable.isZero()) return [];
    const taxLeft = tax.minus(name === 'shippingFee' ? taxes.shippingFee : taxes.items[name]!);
    const taxableLeft = taxable.minus(returnedParts(invoiceWithRefunds, name, minorUnit).line.taxable);
    const taxOfIt = roundToUnit(tax.times(taxableLeft).div(taxable), minorUnit);
    // Each refund rounds its tax once, so it may differ by one minor unit.
    const isClose = taxOfIt
      .minus(taxLeft)
      .abs()
      .lte(fromUnits(BigInt(ofLine.length), minorUnit));
    const expected = toDecimalText(taxLeft);
    const actual = isClose ? expected : toDecimalText(taxOfIt);
    return [{ name: 'REFUNDS_LEAVE_TAX', pointer, expected, actual, passed: isClose }];
  };
  return [
    ...items.flatMap((item, index) => checkOf(item, index, `/items/${index}`)),
    ...(shippingFee ? checkOf(shippingFee, 'shippingFee', '/shippingFee') : []),
  ];
}
