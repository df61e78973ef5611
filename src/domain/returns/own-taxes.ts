import type { ReportedTaxes } from '../liability/liability-query.ts';
import type { TaxReturnKey } from './return-record.ts';

type ReturnPlace = Pick<TaxReturnKey, 'country' | 'state'>;

/**
 * Regions that levy their own tax and require a separate return for it, with the legal basis. Other regions have rates
 * but no separate returns: a Portuguese return includes Madeira, a Canadian return the HST, and an Indian return both
 * halves of the GST.
 */
const regionsWithReturns: Readonly<Record<string, string>> = {
  'CA-BC': 'Provincial Sales Tax Act, SBC 2012, c. 35',
  'CA-MB': 'The Retail Sales Tax Act, C.C.S.M. c. R130',
  'CA-QC': 'Act respecting the Québec sales tax, CQLR c. T-0.1',
  'CA-SK': 'The Provincial Sales Tax Act, RSS 1978, c. P-34.1',
  'ES-CN': 'Ley 20/1991, de 7 de junio (Impuesto General Indirecto Canario)',
};

/** Whether the place is a region with its own tax returns in addition to its country's returns. */
export const hasOwnReturns = ({ state }: Pick<ReturnPlace, 'state'>) => state !== null && state in regionsWithReturns;

/**
 * The taxes on a return: only the region's taxes, or all of the country's taxes except regional taxes with separate
 * returns; null for all taxes.
 */
export function taxesOfReturn({ country, state }: ReturnPlace): ReportedTaxes | null {
  if (state !== null) return hasOwnReturns({ state }) ? { kind: 'only', jurisdictionIds: [state] } : null;
  const others = Object.keys(regionsWithReturns).filter((region) => region.startsWith(`${country}-`));
  return others.length === 0 ? null : { kind: 'except', jurisdictionIds: others };
}

/** Whether two returns would report the same taxes on a day that both returns cover. */
export function sharesTaxes(one: ReturnPlace, other: ReturnPlace): boolean {
  if (one.country !== other.country) return false;
  if (one.state === other.state) return true;
  return (one.state === null || other.state === null) && !hasOwnReturns(one) && !hasOwnReturns(other);
}
