import type { DecimalText } from '../../domain/base/amount.ts';
import type { ExchangeRate } from '../../domain/exchange-rates/exchange-rate.ts';
import type { ExchangeRatePage, ExchangeRateStore } from '../../ports/stores/exchange-rate-store.ts';
import type { Planning } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';
import { countRows } from '../sql/count-rows.ts';
import { exchangeRateFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf } from '../sql/filter-sql.ts';
import { writeNoted } from '../sql/noted-outcome.ts';
import { besideTenant, limitTo, type TenantScope, where } from '../sql/tenant-scope.ts';

type Row = { from_currency: string; to_currency: string; date: string; rate: DecimalText; source: string };

const columns = Prisma.sql`from_currency, to_currency, date, trim_scale(rate)::text AS rate, source`;

export function createExchangeRateStore(scope: TenantScope): ExchangeRateStore {
  const { statements, changedBy } = scope;

  const read = async (conditions: readonly (Prisma.Sql | null)[], tail: Prisma.Sql, planning: Planning) => {
    const select = Prisma.sql`SELECT ${columns} FROM exchange_rates ${where(scope, conditions)} ${tail}`;
    return (await statements.rows<Row>(select, planning)).map(toExchangeRate);
  };

  return {
    async put(rates, at) {
      const now = Prisma.sql`${at.toISOString()}::timestamptz`;
      const sent = Prisma.sql`json_to_recordset(${JSON.stringify(inOrder(rates))}::json)
        AS sent ("fromCurrency" text, "toCurrency" text, "publishedOn" date, rate numeric, source text)`;
      const put = Prisma.sql`
        INSERT INTO exchange_rates (tenant_id, from_currency, to_currency, date, rate, source, created_at, updated_at,
          changed_by)
        SELECT tenants.tenant_id, "fromCurrency", "toCurrency", "publishedOn", rate, source, ${now}, ${now}, ${changedBy}
        ${besideTenant(scope, sent)}
        ON CONFLICT (tenant_id, from_currency, to_currency, date) DO UPDATE
          SET rate = excluded.rate, source = excluded.source, updated_at = excluded.updated_at,
            changed_by = excluded.changed_by
          WHERE exchange_rates.rate <> excluded.rate OR exchange_rates.source <> excluded.source
        RETURNING date`;
      const changed = await writeNoted(scope, put, ({ length }) => String(length));
      return changed.length;
    },

    list(filter, page) {
      const conditions = conditionsOf(exchangeRateFilterColumns, filter);
      return read([...conditions, isAfter(page)], tailOf(page), planningOf(conditions));
    },

    count: (filter) =>
      countRows(scope, 'statements', 'exchange_rates', conditionsOf(exchangeRateFilterColumns, filter)),

    findFor: (currencies, days) =>
      read(
        [
          Prisma.sql`from_currency = ANY(${[...currencies]}::text[])`,
          Prisma.sql`to_currency = ANY(${[...currencies]}::text[])`,
          Prisma.sql`date = ANY(${[...days]}::date[])`,
        ],
        Prisma.empty,
        'FOR_ANY_VALUES',
      ),
  };
}

/** Sorts by day, newest first, then by currencies; reversed when reading backward. */
function tailOf({ limit, isBackward }: ExchangeRatePage): Prisma.Sql {
  return isBackward
    ? Prisma.sql`ORDER BY date, from_currency DESC, to_currency DESC ${limitTo(limit)}`
    : Prisma.sql`ORDER BY date DESC, from_currency, to_currency ${limitTo(limit)}`;
}

function isAfter({ after, isBackward }: ExchangeRatePage): Prisma.Sql | null {
  if (!after) return null;
  const day = Prisma.sql`${after.publishedOn}::date`;
  const pair = Prisma.sql`(${after.fromCurrency}, ${after.toCurrency})`;
  return isBackward
    ? Prisma.sql`(date > ${day} OR (date = ${day} AND (from_currency, to_currency) < ${pair}))`
    : Prisma.sql`(date < ${day} OR (date = ${day} AND (from_currency, to_currency) > ${pair}))`;
}

/** A fixed order, so that two requests for the same rates cannot deadlock. */
function inOrder(rates: readonly ExchangeRate[]): ExchangeRate[] {
  const keyOf = ({ fromCurrency, toCurrency, publishedOn }: ExchangeRate) =>
    `${fromCurrency} ${toCurrency} ${publishedOn}`;
  return rates.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function toExchangeRate({ from_currency, to_currency, date, rate, source }: Row): ExchangeRate {
  return { fromCurrency: from_currency, toCurrency: to_currency, publishedOn: date, rate, source };
}
