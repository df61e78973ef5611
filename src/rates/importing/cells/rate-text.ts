import { decimal, decimalText } from '../../../tax/numbers/decimal.ts';

/** No sales tax, VAT or GST is this high; a higher value is a percentage or a mistake. */
const highestRate = decimal('0.5');

type ReadRate = { readonly rate: string } | { readonly issue: string };

/** Reads a rate as a fraction in its shortest decimal text, or returns the issue. */
export function readRate(text: string): ReadRate {
  if (text.includes('%')) return { issue: `${text} is a percentage; rates are fractions: write 8.25% as 0.0825` };
  if (/^\d*,\d+$/.test(text)) return { issue: `${text} has a comma; use a decimal point, as in 0.0825` };
  if (!/^(\d{1,10}\.?\d{0,30}|\.\d{1,30})$/.test(text))
    return { issue: `${text} is not a rate; expected a fraction such as 0.0825` };
  const rate = decimal(text);
  if (rate.gt(highestRate)) return { issue: `${text} is above 0.5; rates are fractions: write 8.25% as 0.0825` };
  return { rate: decimalText(rate) };
}
