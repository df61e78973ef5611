import { createReadStream } from 'node:fs';
import { findCurrency } from '../domain/base/currency.ts';
import { readTypedDay } from '../domain/base/day-order.ts';
import { gatewayLimits } from '../domain/base/limits.ts';
import { formatCount, formatNumber } from '../domain/base/words.ts';
import type { ExchangeRate } from '../domain/exchange-rates/exchange-rate.ts';
import { type EcbSelection, readEcbRates } from '../rates/importing/exchange-rates/ecb-rates.ts';
import { argumentsOf, type Command, onlyArgument, UsageError } from './command.ts';
import { tenantNamed } from './tenants.ts';

export const importExchangeRatesCommand: Command = {
  name: 'exchange-rates import',
  usage: '<file> --tenant <name or id> [--from <day>] [--currencies USD,GBP] [--source <text>]',
  summary:
    'stores the European Central Bank’s reference rates from its CSV file (eurofxref.csv or eurofxref-hist.csv); safe to repeat',

  async run(args, terminal) {
    const { path, tenant, selection } = readOptions(args);
    const stores = await terminal.openStores();
    const { tenantId } = await tenantNamed(stores, tenant);
    const { exchangeRates } = stores.forTenant(tenantId);
    let read = 0;
    let changed = 0;
    const store = async (rates: readonly ExchangeRate[]) => {
      read += rates.length;
      if (rates.length > 0) changed += await exchangeRates.put(rates, terminal.now());
    };
    let part: ExchangeRate[] = [];
    for await (const rate of readEcbRates(createReadStream(path), selection)) {
      part.push(rate);
      if (part.length < gatewayLimits.exchangeRates) continue;
      await store(part);
      part = [];
    }
    await store(part);
    terminal.print(`${formatCount(read, 'rate')} read, ${formatNumber(changed)} new or changed.`);
  },
};

type Options = { readonly path: string; readonly tenant: string; readonly selection: EcbSelection };

function readOptions(args: readonly string[]): Options {
  const { positionals, values } = argumentsOf(args, {
    tenant: { type: 'string' },
    from: { type: 'string' },
    currencies: { type: 'string' },
    source: { type: 'string' },
  });
  const tenant = values.tenant?.trim();
  if (!tenant) throw new UsageError('Specify --tenant.');
  const from = values.from === undefined ? null : readTypedDay(values.from);
  if (values.from !== undefined && from === null) {
    throw new UsageError(`${values.from} is not a date; write --from 2026-01-01.`);
  }
  const currencies = values.currencies === undefined ? null : values.currencies.split(',').map(currencyNamed);
  const source = values.source?.trim() || 'European Central Bank';
  if (source.length > 256) throw new UsageError('A source can have at most 256 characters.');
  return { path: onlyArgument(positionals, 'the file to import'), tenant, selection: { from, currencies, source } };
}

function currencyNamed(text: string): string {
  const currency = findCurrency(text);
  if (currency === null) throw new UsageError(`${text} is not an ISO 4217 currency code.`);
  return currency;
}
