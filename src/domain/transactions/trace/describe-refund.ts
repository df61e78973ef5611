import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import { fractionOf } from '../../../tax/numbers/fraction.ts';
import type { RefundStep } from '../../../tax/trace/trace.ts';
import { toDecimalText } from '../../base/amount.ts';
import { formatJurisdiction, formatPercent, type MoneyText } from '../../descriptions/format.ts';
import type { StepDescription } from './trace-step.ts';

export function describeRefund(step: RefundStep, money: MoneyText): StepDescription {
  switch (step.kind) {
    case 'INVOICE_CREDITED': {
      const share =
        step.linkedShare === null ? '' : ` ${formatPercent(step.linkedShare)} of the amounts sent is refunded.`;
      return {
        message: `This refund uses the original rates and tax of invoice ${step.invoice}.${share}`,
      };
    }
    case 'TAX_CREDITED': {
      const { originalTax, originalBase, baseBefore, base, from, to, taxBefore, tax } = step;
      const sums = baseBefore.isZero()
        ? `${money(base)} is refunded now. The tax on it`
        : `${money(baseBefore)} was refunded before, and ${money(base)} is refunded now. The tax on both`;
      const before = taxBefore.isZero()
        ? ''
        : ` Of this, ${money(taxBefore)} was refunded before, so ${money(tax)} is refunded now.`;
      const isExact = fractionOf(to).compare(from) === 0;
      const message = `The tax on this line was ${money(originalTax)} on ${money(originalBase)}. ${sums} is ${money(from)}${isExact ? '' : `, rounded to ${money(to)}`}.${before}`;
      return { message, basis: decimalText(base), exact: exactText(from), amount: toDecimalText(tax) };
    }
    case 'TAX_ONLY_CREDITED': {
      const { originalTax, taxBefore, tax } = step;
      const before = taxBefore.isZero() ? '' : `, including ${money(taxBefore)} refunded before`;
      const message = `The tax on this line was ${money(originalTax)}${before}. ${money(tax)} of tax is refunded without the price.`;
      return { message, amount: toDecimalText(tax) };
    }
    case 'CREDIT_SPLIT': {
      const { jurisdiction, soFar, before, amount } = step;
      const sum = before.isZero() ? '' : `: ${money(soFar)} in total, less ${money(before)} refunded before`;
      const message = `${formatJurisdiction(jurisdiction)} refunds ${money(amount)}${sum}.`;
      return { message, jurisdiction, amount: toDecimalText(amount) };
    }
  }
}
