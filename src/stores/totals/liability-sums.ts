import { toDecimalText } from '../../domain/base/amount.ts';
import type { ExemptionReason } from '../../domain/exemptions/exemption-reason.ts';
import type { LiabilitySum } from '../../domain/liability/liability.ts';
import type { LiabilityGroup } from '../../domain/liability/liability-group.ts';
import { type LiabilityQuestion, type ReportedTaxes, readsDocuments } from '../../domain/liability/liability-query.ts';
import { euCode } from '../../domain/places/eu-code.ts';
import type { AddedUpTotals, CurrencyDay, DayRate, TotalsStore } from '../../ports/stores/totals-store.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { Prisma } from '../generated/client.ts';
import { foldedName } from '../sql/filter-columns.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';
import { backFill, countUnknown } from './back-fill.ts';
import { completeSoon, completeTotals, countMissing } from './complete-totals.ts';
import { recountDestinations } from './recount-destinations.ts';
import { recountTotals } from './recount-totals.ts';
import { jurisdictionTotals, salesTotals, totalsOfDocuments } from './total-entries.ts';

/** The columns of each group, in sort order. */
const groupColumns: { readonly [Group in LiabilityGroup]?: readonly string[] } = {
  MONTH: ['month'],
  DAY: ['day'],
  COUNTRY: ['country'],
  STATE: ['state'],
  JURISDICTION: ['jurisdiction_id', 'level', 'name'],
  SUBSIDIARY: ['subsidiary'],
  SOURCE: ['source'],
  CUSTOMER: ['customer_id'],
  MARKETPLACE: ['marketplace'],
  TAX_CODE: ['tax_code'],
  RATE: ['rate'],
  EXEMPTION_REASON: ['exemption_reason'],
};

type Row = {
  month?: string;
  day?: string;
  country?: string;
  state?: string;
  jurisdiction_id?: string;
  level?: NonNullable<LiabilitySum['labels']['jurisdiction']>['level'];
  name?: string;
  subsidiary?: string;
  source?: string;
  customer_id?: string;
  marketplace?: string;
  tax_code?: string;
  rate?: string;
  exemption_reason?: ExemptionReason | null;
  reason: LiabilitySum['reason'];
  transaction_type: LiabilitySum['transactionType'];
  currency: string;
  is_marketplace: boolean;
  gross_amount: string;
  taxable_amount: string;
  tax_amount: string;
  fee_amount: string | null;
  documents: number;
};

type ConvertedRow = Row & { is_complete: boolean };

export function createTotalsStore(scope: TenantScope): TotalsStore {
  return {
    ...addingUp(scope, () => completeTotals(scope)),
    asFarAsCounted: addingUp(scope, async () => {}),
    complete: () => completeTotals(scope),
    completeSoon: () => completeSoon(scope),
    countMissing: (period) => countMissing(scope, period),
    countUnknown: () => countUnknown(scope),
    backFill: () => backFill(scope),
    verify: (isRepair) => recountTotals(scope, isRepair),
    recountDestinations: (period, recounted) => recountDestinations(scope, period, recounted),
  };
}

function addingUp(scope: TenantScope, ready: () => Promise<void>): AddedUpTotals {
  return {
    async addUpLiability(question, limit) {
      await ready();
      const rows = await scope.reports.rows<Row>(liabilitySql(scope, question, limit));
      return rows.map((row) => toSum(row, question));
    },

    async findForeignDays(question, currency, limit) {
      await ready();
      const totals = totalsOf(scope, question, [Prisma.sql`currency <> ${currency}`]);
      return scope.reports.rows<CurrencyDay>(Prisma.sql`
        SELECT DISTINCT currency, reported_on AS day FROM ${totals} AS totals
        ORDER BY currency, day LIMIT ${limit}`);
    },

    async addUpConverted(question, rates, limit) {
      await ready();
      const rows = await scope.reports.rows<ConvertedRow>(liabilitySql(scope, question, limit, rates));
      return rows.map((row) => ({ ...toSum(row, question), isComplete: row.is_complete }));
    },
  };
}

/** Whether to read the totals by jurisdiction, which include a sale in each jurisdiction that assessed it. */
function isByJurisdiction({ groupBy, taxes }: LiabilityQuestion): boolean {
  return groupBy.has('JURISDICTION') || taxes !== null;
}

function totalsOf(scope: TenantScope, question: LiabilityQuestion, more: readonly Prisma.Sql[] = []): Prisma.Sql {
  const { from, to, country, state, subsidiary, source, marketplace, taxes } = question;
  const conditions = [
    Prisma.sql`reported_on BETWEEN ${from}::date AND ${to}::date`,
    // Sales taxed at home in the EU are already part of the home country's totals.
    Prisma.sql`country <> ${euCode}`,
    country === null ? null : Prisma.sql`country = ${country}`,
    state === null ? null : Prisma.sql`state = ${state}`,
    subsidiary === null ? null : Prisma.sql`subsidiary = ${subsidiary}`,
    source === null ? null : Prisma.sql`source = ${source}`,
    marketplace === null
      ? null
      : Prisma.sql`${foldedName(Prisma.sql`marketplace`)} = ${foldedName(Prisma.sql`${marketplace}::text`)}`,
    taxes && isOfTaxes(taxes),
    ...more,
  ];
  if (readsDocuments(question)) {
    const kind = isByJurisdiction(question) ? 'JURISDICTIONS' : 'SALES';
    return totalsOfDocuments(scope, kind, question, conditions);
  }
  return isByJurisdiction(question) ? jurisdictionTotals(scope, conditions) : salesTotals(scope, conditions);
}

function isOfTaxes({ kind, jurisdictionIds }: ReportedTaxes): Prisma.Sql {
  const ids = Prisma.sql`${[...jurisdictionIds]}::text[]`;
  return kind === 'only' ? Prisma.sql`jurisdiction_id = ANY(${ids})` : Prisma.sql`jurisdiction_id <> ALL(${ids})`;
}

/** Excludes rows whose documents were all cancelled. A document that another row counts may still have amounts here. */
const havingSales = Prisma.sql`HAVING sum(of_all) <> 0 OR sum(gross_amount) <> 0 OR sum(taxable_amount) <> 0
  OR sum(tax_amount) <> 0`;

/**
 * With exchange rates, includes only the listed days and converts their figures. Figures of a day whose rate is unknown
 * count as zero, and their row is not complete.
 */
function liabilitySql(
  scope: TenantScope,
  question: LiabilityQuestion,
  limit: number,
  rates?: readonly DayRate[],
): Prisma.Sql {
  const { groupBy } = question;
  const names = Object.entries(groupColumns).flatMap(([group, columns]) =>
    groupBy.has(group as LiabilityGroup) ? columns : [],
  );
  const groups = Prisma.join([...names, 'currency', 'transaction_type', 'reason', 'is_marketplace'].map(Prisma.raw));
  const sumOf = (column: Prisma.Sql) =>
    rates ? Prisma.sql`coalesce(sum(${column} * exchange_rate), 0)` : Prisma.sql`sum(${column})`;
  const total = (name: string) => {
    const column = Prisma.raw(name);
    return Prisma.sql`trim_scale(${sumOf(column)})::text AS ${column}`;
  };
  // A fee is charged on a whole document, not for a jurisdiction, tax code, reason, rate or certificate.
  const hasFees =
    !isByJurisdiction(question) &&
    !['TAX_CODE', 'REASON', 'RATE', 'EXEMPTION_REASON'].some((group) => groupBy.has(group as LiabilityGroup));
  const hasGrounds = groupBy.has('EXEMPTION_REASON');
  return Prisma.sql`
    SELECT ${groups}, ${total('gross_amount')}, ${total('taxable_amount')}, ${total('tax_amount')},
      ${hasFees ? total('fee_amount') : Prisma.sql`NULL AS fee_amount`}, ${documentsOf(groupBy)}::int AS documents${
        rates ? Prisma.sql`, bool_and(exchange_rate IS NOT NULL) AS is_complete` : Prisma.empty
      }
    FROM (
      SELECT totals.*, to_char(reported_on, 'YYYY-MM') AS month,
        to_char(reported_on, 'YYYY-MM-DD') AS day, customer_type = 'MARKETPLACE' OR reason = 'MARKETPLACE' AS is_marketplace${
          rates ? Prisma.sql`, exchange_rate` : Prisma.empty
        }${hasGrounds ? countedOnce(groupBy, names) : Prisma.empty}
      FROM ${totalsOf(scope, question)} AS totals ${rates ? withRates(rates) : Prisma.empty}
    ) AS labelled
    GROUP BY ${groups} ${hasGrounds ? Prisma.empty : havingSales} ORDER BY ${groups} LIMIT ${limit}`;
}

function withRates(rates: readonly DayRate[]): Prisma.Sql {
  return Prisma.sql`JOIN json_to_recordset(${JSON.stringify(rates.map(({ rate, ...day }) => ({ ...day, exchange_rate: rate })))}::json)
    AS rates (currency text, day date, exchange_rate numeric) ON rates.currency = totals.currency AND rates.day = reported_on`;
}

/**
 * 1 for one entry of each document in each row, 0 for the others. A document has one reporting day, so the month and
 * day of a row make no difference.
 */
function countedOnce(groupBy: ReadonlySet<LiabilityGroup>, names: readonly string[]): Prisma.Sql {
  const ofLine = names.filter((name) => name !== 'month' && name !== 'day');
  const row = ['service_id', ...ofLine, ...(groupBy.has('REASON') ? ['reason'] : [])].map(Prisma.raw);
  return Prisma.sql`, (row_number() OVER (PARTITION BY ${Prisma.join(row)}) = 1)::int AS counted`;
}

/**
 * Counts a document once per row, regardless of its number of entries in that row. When grouping by certificate reason,
 * the documents themselves are read.
 */
function documentsOf(groupBy: ReadonlySet<LiabilityGroup>): Prisma.Sql {
  if (groupBy.has('EXEMPTION_REASON')) return Prisma.sql`sum(counted)`;
  const names = { TAX_CODE: 'of_tax_code', REASON: 'of_reason', BOTH: 'of_both', NEITHER: 'documents' };
  const namesByRate = {
    TAX_CODE: 'of_tax_code_and_rate',
    REASON: 'of_reason_and_rate',
    BOTH: 'of_all',
    NEITHER: 'of_rate',
  };
  const hasReason = groupBy.has('REASON');
  const kind = groupBy.has('TAX_CODE') ? (hasReason ? 'BOTH' : 'TAX_CODE') : hasReason ? 'REASON' : 'NEITHER';
  return Prisma.sql`sum(${Prisma.raw((groupBy.has('RATE') ? namesByRate : names)[kind])})`;
}

function toSum(row: Row, question: LiabilityQuestion): LiabilitySum {
  const { groupBy } = question;
  const { jurisdiction_id, level, name } = row;
  return {
    labels: {
      country: row.country ?? null,
      state: row.state || null,
      jurisdiction: jurisdiction_id && level && name ? { id: jurisdiction_id, level, name } : null,
      taxCode: row.tax_code ?? null,
      rate: row.rate === undefined ? null : toDecimalText(decimal(String(row.rate))),
      exemptionReason: row.exemption_reason ?? null,
      reason: groupBy.has('REASON') ? row.reason : null,
      transactionType: groupBy.has('TRANSACTION_TYPE') ? row.transaction_type : null,
      subsidiary: row.subsidiary || null,
      source: row.source ?? null,
      customerId: row.customer_id ?? null,
      marketplace: row.marketplace || null,
      month: row.month ?? null,
      reportedOn: row.day ?? null,
      currency: row.currency,
    },
    reason: row.reason,
    transactionType: row.transaction_type,
    isMarketplace: row.is_marketplace,
    isByJurisdiction: isByJurisdiction(question),
    grossAmount: row.gross_amount,
    taxableAmount: row.taxable_amount,
    taxAmount: row.tax_amount,
    feeAmount: row.fee_amount,
    documents: row.documents,
  };
}
