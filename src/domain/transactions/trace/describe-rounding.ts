import type { Jurisdiction } from '../../../tax/model/place.ts';
import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import { fractionOf } from '../../../tax/numbers/fraction.ts';
import type { Rounded, RoundingStep } from '../../../tax/trace/trace.ts';
import { toDecimalText } from '../../base/amount.ts';
import { formatAmount, formatJurisdiction, formatPercent, type MoneyText } from '../../descriptions/format.ts';
import { allocationDetails, describeAllocation } from './describe-price.ts';
import type { StepDescription } from './trace-step.ts';

export function describeRounding(step: RoundingStep, money: MoneyText): StepDescription {
  switch (step.kind) {
    case 'TAX_STRIPPED': {
      const { from, to, base } = step;
      const message = `An exempt buyer pays the price without the included tax: ${money(from)}, rounded to ${money(to)}, is subtracted, leaving ${money(base)}.`;
      return { message, exact: exactText(from), amount: toDecimalText(base) };
    }
    case 'TAX_ROUNDED':
      return { message: `Tax${ofTax(step)}: ${describeRounded(step, money)}.`, ...roundedDetails(step) };
    case 'UNIT_TAX_ROUNDED': {
      const message = `Tax per unit${ofTax(step)}: ${describeRounded(step, money)}. The quantity is ${formatAmount(step.quantity)}.`;
      return { message, ...roundedDetails(step) };
    }
    case 'TAXES_ROUNDED_TOGETHER': {
      const { rate, side, source } = step;
      const atRate = rate === null ? '' : ` at ${formatPercent(rate)}`;
      const sign = side === 'ALL' ? '' : side === 'CHARGED' ? 'positive ' : 'negative ';
      const details = { ...roundedDetails(step), ...(source !== undefined && { source }) };
      const message = `Combined tax${ofTax(step)} of all ${sign}lines${atRate}: ${describeRounded(step, money)}.`;
      return rate === null ? { message, ...details } : { message, rate: decimalText(rate), ...details };
    }
    case 'TAX_SHARED':
      return {
        message: `Share of the combined tax${ofTax(step)}: ${describeAllocation(step.allocation, money)}.`,
        ...allocationDetails(step.allocation),
        ...(step.ofTax && { jurisdiction: step.ofTax }),
      };
    case 'TAX_SPLIT': {
      const { jurisdiction, allocation } = step;
      const message = `Share of ${formatJurisdiction(jurisdiction)}: ${describeAllocation(allocation, money)}.`;
      return { message, jurisdiction, ...allocationDetails(allocation) };
    }
    case 'DOCUMENT_TOTALLED': {
      const { tax, total, isTaxInclusive } = step;
      const message = `The tax on the document is ${money(tax)}${isTaxInclusive ? ', included in its prices' : ''}. Its total is ${money(total)}.`;
      return { message, amount: toDecimalText(tax) };
    }
  }
}

function describeRounded({ rounds, price, from, to, tax }: Rounded, money: MoneyText): string {
  const isExact = fractionOf(to).compare(from) === 0;
  const rounded = isExact ? money(to) : `${money(from)} is rounded to ${money(to)}`;
  if (rounds === 'TAX') return rounded;
  return isExact
    ? `the net amount is ${rounded}, and ${money(price)} minus the net amount is ${money(tax)}`
    : `the net amount of ${rounded}, and ${money(price)} minus the net amount is ${money(tax)}`;
}

/** The suffix with the jurisdiction, if its tax is rounded separately. */
const ofTax = ({ ofTax: of }: { readonly ofTax?: Jurisdiction }) => (of ? ` of ${formatJurisdiction(of)}` : '');

function roundedDetails({ from, tax, ofTax: jurisdiction }: Rounded & { readonly ofTax?: Jurisdiction }) {
  return { exact: exactText(from), amount: toDecimalText(tax), ...(jurisdiction && { jurisdiction }) };
}
