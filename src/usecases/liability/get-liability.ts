import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { readReportPeriod } from '../../domain/base/report-period.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { groupsOf, rowOf } from '../../domain/liability/liability.ts';
import type { LiabilityGroup } from '../../domain/liability/liability-group.ts';
import { type LiabilityQuery, type LiabilityQuestion, readsDocuments } from '../../domain/liability/liability-query.ts';
import { type Liability, type LiabilityRow, shownRow } from '../../domain/liability/liability-record.ts';
import { readPlaceFilter } from '../../domain/places/place-filter.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { AddedUpTotals } from '../../ports/stores/totals-store.ts';
import { currentSettings } from '../account/account.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { convertRows, findLiabilityRates } from './convert-liability.ts';
import { startCounting } from './start-counting.ts';

const { rows: mostRows, sums: mostSums, documents: mostDocuments } = gatewayLimits.liability;

/** The tax owed in a period: sums of the invoices and refunds that are not cancelled. */
export async function getLiability(ctx: Context, query: LiabilityQuery): Promise<Liability> {
  const session = authorize(ctx, 'returns:read');
  session.work.add(workCosts.figures);
  const question = readQuestion(ctx.reference, query);
  const { exchangeRates } = session.stores;
  const { totals, notices } = await startCounting(session.stores.totals, question);
  await chargeDocuments(session, totals, question);
  const rows = await addUpRows(totals, question);
  const { reportingCurrency } = await currentSettings(session);
  const { from, to, groupBy: groupedBy } = question;
  const shown = (each: readonly LiabilityRow[]) => each.map((row) => shownRow(row, { ...question, groupedBy }));
  const report = { from, to, groupedBy: [...groupedBy], question };
  if (reportingCurrency === null) return { ...report, rows: shown(rows), notices: await notices() };
  const rates = await findLiabilityRates({ totals, exchangeRates }, question, rows, reportingCurrency);
  const converted = await convertRows({ totals }, question, rows, rates);
  return { ...report, rows: shown(converted), notices: [...(await notices()), ...rates.notices] };
}

/**
 * Charges for the documents that a report reads individually, before they are read. Throws `INVALID_INPUT` if they are
 * too many.
 */
export async function chargeDocuments(
  { work }: Pick<Session, 'work'>,
  totals: AddedUpTotals,
  question: LiabilityQuestion,
): Promise<void> {
  if (!readsDocuments(question)) return;
  const { reportedDocument, spelledMarketplace } = workCosts;
  const each = reportedDocument + (question.groupBy.has('MARKETPLACE') ? spelledMarketplace : 0);
  work.add(each * (await countDocuments(totals, question)));
}

async function countDocuments(totals: AddedUpTotals, question: LiabilityQuestion): Promise<number> {
  const every = { source: null, marketplace: null, groupBy: new Set<LiabilityGroup>() };
  const sums = await totals.addUpLiability({ ...question, ...every }, mostSums);
  const count = sums.reduce((added, { documents }) => added + documents, 0);
  if (count <= mostDocuments) return count;
  const message = `A report by source, marketplace, customer or certificate can cover at most ${mostDocuments} documents, but the period has ${count}. Request a shorter period or a single place.`;
  const path = (['source', 'marketplace'] as const).find((name) => question[name] !== null) ?? 'groupBy';
  throw invalidInput([{ path: [path], code: 'TOO_LONG', message }]);
}

/** Throws `INVALID_INPUT` if there are too many rows for one response. */
export async function addUpRows(totals: AddedUpTotals, question: LiabilityQuestion): Promise<LiabilityRow[]> {
  const sums = await totals.addUpLiability(question, mostSums + 1);
  const groups = groupsOf(sums);
  if (sums.length > mostSums || groups.length > mostRows) {
    const message = `A report can have at most ${mostRows} rows, calculated from at most ${mostSums} sums. Request a shorter period, a single place, or fewer groups.`;
    throw invalidInput([{ path: ['groupBy'], code: 'TOO_LONG', message }]);
  }
  const serveOthers = createYield();
  const rows: LiabilityRow[] = [];
  for (const group of groups) {
    rows.push(rowOf(group));
    await serveOthers();
  }
  return rows;
}

const defaultGroups: readonly LiabilityGroup[] = ['COUNTRY', 'STATE'];

/** Throws `INVALID_INPUT` with all issues. */
export function readQuestion(reference: ReferenceData, query: LiabilityQuery): LiabilityQuestion {
  const { place, issues: placeIssues } = readPlaceFilter(reference, query);
  const { period, issues: periodIssues } = readReportPeriod(query);
  const issues: Issue[] = [...periodIssues, ...placeIssues];
  if (issues.length > 0 || period === null) throw invalidInput(issues);
  const groupBy = new Set(query.groupBy ?? defaultGroups);
  return {
    ...period,
    country: place.country ?? null,
    state: place.state ?? null,
    subsidiary: query.subsidiary,
    source: query.source,
    marketplace: query.marketplace,
    groupBy,
    taxes: null,
  };
}
