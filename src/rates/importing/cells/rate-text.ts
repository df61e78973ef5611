import { decimal, decimalText } from '../../../tax/numbers/decimal.ts';

/** No sales tax, VAT or GST is this high. A higher value is a percentage or a mistake. */
const highestRate = decimal('0.5');

type ReadRate = { readonly rate: string } | { readonly issue: string };

/** Reads a rate as a fraction in its shortest decimal form, or returns the issue. */
export function readRate(text: string): ReadRate {
  if (text.includes('%')) return { issue: `${text} is a percentage, but rates are fractions: write 8.25 % as 0.0825.` };
  if (/^\d*,\d+$/.test(text)) return { issue: `${text} has a comma. Use a decimal point, as in 0.0825.` };
  if (!/^(\d{1,10}\.?\d{0,30}|\.\d{1,30})$/.test(text))
    return { issue: `${text} is not a rate. Expected a fraction such as 0.0825.` };
  const rate = decimal(text);
  if (rate.gt(highestRate)) return { issue: `${text} is above 0.5, but rates are fractions: write 8.25 % as 0.0825.` };
  return { rate: decimalText(rate) };
}

/**
 * A rate this high is probably a percentage, such as 0.5 for 0.5 %. Almost no US jurisdiction, and no other country,
 * has a general rate this high.
 */
const unlikelyRate = { inUs: decimal('0.1'), elsewhere: decimal('0.3') };

/** The reason why a rate is probably a percentage; null for a normal rate. */
export function heightIssue(rate: string, country: string, subject: string): string | null {
  if (decimal(rate).lt(country === 'US' ? unlikelyRate.inUs : unlikelyRate.elsewhere)) return null;
  const asPercent = decimalText(decimal(rate).times(100));
  const meant = decimalText(decimal(rate).div(100));
  return `${rate} is ${asPercent} %, which is unlikely for ${subject}. For ${rate} %, write ${meant}; if ${asPercent} % is meant, add --confirm-high-rates.`;
}
