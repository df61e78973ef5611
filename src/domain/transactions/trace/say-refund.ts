import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import type { RefundStep } from '../../../tax/trace/trace.ts';
import { asText } from '../../base/amount.ts';
import type { Said } from './trace-view.ts';
import { nameOf, percent, shown } from './trace-words.ts';

export function sayRefund(step: RefundStep): Said {
  switch (step.kind) {
    case 'INVOICE_CREDITED': {
      const share = step.linkedShare === null ? '' : ` ${percent(step.linkedShare)} of the amounts sent is given back.`;
      return {
        message: `This refund takes its rates and its tax from the invoice ${step.invoiceId}, as they were then.${share}`,
      };
    }
    case 'TAX_CREDITED': {
      const { originalTax, originalBase, baseBefore, base, from, to, taxBefore, tax } = step;
      const message = `The line bore ${shown(originalTax)} on ${shown(originalBase)}; ${shown(baseBefore)} was given back before, ${shown(base)} is now. The tax of both is ${shown(from)}, rounded to ${shown(to)}; less ${shown(taxBefore)} given back before, that is ${shown(tax)}.`;
      return { message, basis: decimalText(base), exact: exactText(from), amount: asText(tax) };
    }
    case 'CREDIT_SPLIT': {
      const { jurisdiction, soFar, before, amount } = step;
      const message = `${nameOf(jurisdiction)} gives back ${shown(amount)}: ${shown(soFar)} so far, less ${shown(before)} before.`;
      return { message, jurisdiction, amount: asText(amount) };
    }
  }
}
