import { assess } from '../../../tax/assess.ts';
import { refundedParts, refundedTax } from '../../../tax/lines/refunded-tax.ts';
import { type Decimal, decimal, sum } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { documentToReassess } from '../../transactions/record/reassess.ts';
import type { SnapshotRefundedLine } from '../../transactions/transaction-snapshot.ts';
import { type Calculated, type CalculatedLine, calculatedLines } from './replayed-figures.ts';

/**
 * The tax derived from the rates, rules and amounts stored with a document; `reproduces` is false if the stored figures
 * differ from the derived ones.
 */
type FrozenTax = { readonly taxAmount: string; readonly reproduces: boolean };

/** Assesses a document again from its own record, without a rate book. */
export function assessFrozen(calculated: Calculated): FrozenTax {
  return calculated.snapshot.refund ? refundAgain(calculated) : assessAgain(calculated);
}

function assessAgain(calculated: Calculated): FrozenTax {
  const { document, snapshot } = calculated;
  const { items, shippingFee, taxAmount } = assess(documentToReassess(document, snapshot));
  const again = shippingFee ? [...items, shippingFee] : items;
  const isSame = calculatedLines(calculated).every(({ line, frozen }, index) => {
    const one = again[index]!;
    return (
      one.taxAmount.eq(line.taxAmount) &&
      one.taxRate.eq(line.taxRate) &&
      one.taxableAmount.eq(line.taxableAmount) &&
      one.reason === line.reason &&
      haveSameTax(
        frozen.taxLines.map((part) => part.taxAmount),
        one.taxLines.map((part) => part.taxAmount),
      )
    );
  });
  return { taxAmount: toDecimalText(taxAmount), reproduces: isSame && taxAmount.eq(document.salesTax.amount) };
}

function refundAgain(calculated: Calculated): FrozenTax {
  const { document, snapshot } = calculated;
  const { items, shippingFee } = snapshot.refund!;
  const refunded = [...items, ...(shippingFee ? [shippingFee] : [])];
  const minorUnit = minorUnitOf(document.currency);
  const taxes = calculatedLines(calculated).map((line, index) => taxOfRefund(line, refunded[index]!, minorUnit));
  const taxAmount = sum(taxes.map(({ tax }) => tax));
  const reproduces = taxes.every(({ isSame }) => isSame) && taxAmount.eq(document.salesTax.amount);
  return { taxAmount: toDecimalText(taxAmount), reproduces };
}

function taxOfRefund({ line, frozen }: CalculatedLine, refunded: SnapshotRefundedLine, minorUnit: number) {
  const refund = {
    originalTax: decimal(refunded.originalTax),
    originalBase: decimal(refunded.originalBase),
    baseBefore: decimal(refunded.baseBefore),
    taxBefore: decimal(refunded.taxBefore),
    baseNow: decimal(line.calculatedTotal),
    minorUnit,
    ...(refunded.taxNow !== undefined && { taxNow: decimal(refunded.taxNow) }),
  };
  const tax = refundedTax(refund);
  const before = refunded.partsBefore?.map((part) => decimal(part));
  const none = refunded.originalParts.map(() => decimal('0'));
  const parts = refundedParts(
    refund,
    refunded.originalParts.map((part) => decimal(part)),
    before ?? none,
  );
  const shown = frozen.taxLines.map((part) => part.taxAmount);
  return { tax, isSame: tax.eq(line.taxAmount) && haveSameTax(shown, parts) };
}

function haveSameTax(shown: readonly string[], again: readonly Decimal[]): boolean {
  return shown.length === again.length && again.every((tax, index) => tax.eq(shown[index]!));
}
