import type { FiledAccountFinder } from '../../domain/account/journal-settings.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { type FilingJournalRow, filingRows, filingsIn } from '../../domain/journal/filing-row.ts';
import type { TaxReturnFiling } from '../../domain/returns/return-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { pagesOfReturns } from '../returns/every-return.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';

/** The journal rows of each filing, in order. */
export async function journalOfFilings(
  ctx: Context,
  filings: readonly TaxReturnFiling[],
  accountOf: FiledAccountFinder,
): Promise<FilingJournalRow[][]> {
  const { returns } = authorize(ctx, 'returns:read').stores;
  const names = filings.map(({ of, number }) => ({ returnId: of.serviceId, number }));
  const previous = names.map(({ returnId, number }) => ({ returnId, number: number - 1 }));
  const [totals, earlierTotals, earlierPayments] = await Promise.all([
    returns.findTotals(names),
    returns.findTotals(previous),
    returns.findPayments(previous),
  ]);
  const serveOthers = createYield();
  const rows: FilingJournalRow[][] = [];
  for (const [index, filing] of filings.entries()) {
    await serveOthers();
    const { of, number, payment } = filing;
    const [filed, earlier] = [totals[index], earlierTotals[index]];
    if (!filed || (number > 1 && !earlier))
      throw new Error(`Filing ${number} of return ${of.serviceId} has no figures.`);
    const currency = ctx.reference.countryFacts(of.country)?.currency ?? null;
    const before = earlier ? { payment: earlierPayments[index] ?? null, totals: earlier } : null;
    rows.push(filingRows(filing, { payment, totals: filed }, before, { currency, accountOf }));
  }
  return rows;
}

/** The rows of every filing in a period, with one page of returns in memory at a time. */
export async function* eachFilingJournal(
  ctx: Context,
  period: ReportPeriod,
  accountOf: FiledAccountFinder,
): AsyncGenerator<FilingJournalRow[]> {
  const { returns } = authorize(ctx, 'returns:read').stores;
  for await (const page of pagesOfReturns(returns, { filedIn: period })) {
    yield* await journalOfFilings(ctx, filingsIn(page, period), accountOf);
  }
}
