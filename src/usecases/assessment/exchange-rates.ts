import type { TenantSettings } from '../../domain/account/tenant.ts';
import { currenciesFor, daysFor } from '../../domain/exchange-rates/conversion.ts';
import type { ExchangeRate } from '../../domain/exchange-rates/exchange-rate.ts';
import { taxDateOf } from '../../domain/transactions/tax-date.ts';
import type { SentTransaction } from '../../domain/transactions/transaction-input.ts';
import type { TenantStores } from '../../ports/stores.ts';

type Dated = Pick<SentTransaction, 'currency' | 'externalTimestamps' | 'taxDate'>;

/** The rates that convert these documents to the reporting currency; nothing is read if all are in that currency. */
export async function exchangeRatesFor(
  { exchangeRates }: Pick<TenantStores, 'exchangeRates'>,
  { reportingCurrency, defaultCurrency }: TenantSettings,
  documents: readonly Dated[],
): Promise<readonly ExchangeRate[]> {
  if (reportingCurrency === null) return [];
  const currencyOf = ({ currency }: Dated) => currency ?? defaultCurrency;
  const foreign = documents.filter((document) => currencyOf(document) !== reportingCurrency);
  if (foreign.length === 0) return [];
  const days = foreign.map(taxDateOf);
  const currencies = currenciesFor([reportingCurrency, ...foreign.map(currencyOf)]);
  return exchangeRates.findFor(currencies, daysFor(days));
}
