import { decimal, decimalText } from '../../tax/numbers/decimal.ts';

/** No sales tax, VAT or GST comes near it: what is above is a percentage, or a mistake. */
const highestRate = decimal('0.5');

export type ReadRate = { readonly rate: string } | { readonly issue: string };

/** A rate as a fraction in shortest decimal text; says what is wrong with any other. */
export function readRate(text: string): ReadRate {
  if (text.includes('%')) return { issue: `${text} is a percentage; rates are fractions: write 8.25% as 0.0825` };
  if (/^\d*,\d+$/.test(text)) return { issue: `${text} has a comma; write decimals with a point, as 0.0825` };
  if (!/^(\d{1,10}\.?\d{0,30}|\.\d{1,30})$/.test(text))
    return { issue: `${text} is no rate; a fraction as 0.0825 is expected` };
  const rate = decimal(text);
  if (rate.gt(highestRate)) return { issue: `${text} is above 0.5; rates are fractions: write 8.25% as 0.0825` };
  return { rate: decimalText(rate) };
}
