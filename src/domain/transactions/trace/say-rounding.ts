import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import type { Rounded, RoundingStep } from '../../../tax/trace/trace.ts';
import { asText } from '../../base/amount.ts';
import { allocated, allocationDetails } from './say-price.ts';
import type { Said } from './trace-view.ts';
import { nameOf, percent, shown } from './trace-words.ts';

export function sayRounding(step: RoundingStep): Said {
  switch (step.kind) {
    case 'TAX_STRIPPED': {
      const { from, to, base } = step;
      const message = `An exempt buyer pays the price without the tax inside it: ${shown(from)}, rounded to ${shown(to)}, comes off and leaves ${shown(base)}.`;
      return { message, exact: exactText(from), amount: asText(base) };
    }
    case 'TAX_ROUNDED':
      return { message: `Tax: ${roundedWords(step)}.`, ...roundedDetails(step) };
    case 'PIECE_TAX_ROUNDED': {
      const message = `Tax of one piece: ${roundedWords(step)}; there are ${shown(step.quantity)}.`;
      return { message, ...roundedDetails(step) };
    }
    case 'TAXES_ROUNDED_TOGETHER': {
      const { rate, side } = step;
      const which = rate === null ? 'all lines' : `all lines at ${percent(rate)}`;
      const sign = side === 'ALL' ? '' : side === 'CHARGED' ? ' above zero' : ' below zero';
      const details = roundedDetails(step);
      const message = `Tax of ${which}${sign} together: ${roundedWords(step)}.`;
      return rate === null ? { message, ...details } : { message, rate: decimalText(rate), ...details };
    }
    case 'TAX_SHARED':
      return {
        message: `Share of the tax of all lines: ${allocated(step.allocation)}.`,
        ...allocationDetails(step.allocation),
      };
    case 'TAX_SPLIT': {
      const { jurisdiction, allocation } = step;
      const message = `${nameOf(jurisdiction)} has of it: ${allocated(allocation)}.`;
      return { message, jurisdiction, ...allocationDetails(allocation) };
    }
    case 'DOCUMENT_TOTALLED': {
      const { tax, total, isTaxInclusive } = step;
      const message = `The document bears ${shown(tax)} of tax${isTaxInclusive ? ' inside its prices' : ''} and comes to ${shown(total)}.`;
      return { message, amount: asText(tax) };
    }
  }
}

function roundedWords({ rounds, price, from, to, tax }: Rounded): string {
  const rounded = `${shown(from)} is rounded to ${shown(to)}`;
  return rounds === 'TAX' ? rounded : `the net amount of ${rounded}, and ${shown(price)} less that is ${shown(tax)}`;
}

function roundedDetails({ from, tax }: Rounded) {
  return { exact: exactText(from), amount: asText(tax) };
}
