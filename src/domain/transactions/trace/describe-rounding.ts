import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import type { Rounded, RoundingStep } from '../../../tax/trace/trace.ts';
import { asText } from '../../base/amount.ts';
import { formatAmount, formatJurisdiction, formatPercent } from '../../descriptions/format.ts';
import { allocationDetails, describeAllocation } from './describe-price.ts';
import type { StepDescription } from './step-description.ts';

export function describeRounding(step: RoundingStep): StepDescription {
  switch (step.kind) {
    case 'TAX_STRIPPED': {
      const { from, to, base } = step;
      const message = `An exempt buyer pays the price without the tax inside it: ${formatAmount(from)}, rounded to ${formatAmount(to)}, comes off and leaves ${formatAmount(base)}.`;
      return { message, exact: exactText(from), amount: asText(base) };
    }
    case 'TAX_ROUNDED':
      return { message: `Tax: ${describeRounded(step)}.`, ...roundedDetails(step) };
    case 'PIECE_TAX_ROUNDED': {
      const message = `Tax of one piece: ${describeRounded(step)}; there are ${formatAmount(step.quantity)}.`;
      return { message, ...roundedDetails(step) };
    }
    case 'TAXES_ROUNDED_TOGETHER': {
      const { rate, side } = step;
      const which = rate === null ? 'all lines' : `all lines at ${formatPercent(rate)}`;
      const sign = side === 'ALL' ? '' : side === 'CHARGED' ? ' above zero' : ' below zero';
      const details = roundedDetails(step);
      const message = `Tax of ${which}${sign} together: ${describeRounded(step)}.`;
      return rate === null ? { message, ...details } : { message, rate: decimalText(rate), ...details };
    }
    case 'TAX_SHARED':
      return {
        message: `Share of the tax of all lines: ${describeAllocation(step.allocation)}.`,
        ...allocationDetails(step.allocation),
      };
    case 'TAX_SPLIT': {
      const { jurisdiction, allocation } = step;
      const message = `${formatJurisdiction(jurisdiction)} has of it: ${describeAllocation(allocation)}.`;
      return { message, jurisdiction, ...allocationDetails(allocation) };
    }
    case 'DOCUMENT_TOTALLED': {
      const { tax, total, isTaxInclusive } = step;
      const message = `The document bears ${formatAmount(tax)} of tax${isTaxInclusive ? ' inside its prices' : ''} and comes to ${formatAmount(total)}.`;
      return { message, amount: asText(tax) };
    }
  }
}

function describeRounded({ rounds, price, from, to, tax }: Rounded): string {
  const rounded = `${formatAmount(from)} is rounded to ${formatAmount(to)}`;
  return rounds === 'TAX'
    ? rounded
    : `the net amount of ${rounded}, and ${formatAmount(price)} less that is ${formatAmount(tax)}`;
}

function roundedDetails({ from, tax }: Rounded) {
  return { exact: exactText(from), amount: asText(tax) };
}
