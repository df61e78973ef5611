import { addDays, addMonths } from '../../domain/base/calendar.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import type { Comparators } from '../../domain/base/record-filter.ts';
import { type ReportPeriod, reportPeriodIssues } from '../../domain/base/report-period.ts';
import { meets } from '../../domain/lists/matches.ts';
import { isShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { type ExpectedReturn, partsLeft, returnsDue } from '../../domain/returns/filing-calendar.ts';
import { sharesTaxes } from '../../domain/returns/own-taxes.ts';
import { asReturn, closesPeriod, type StoredReturn } from '../../domain/returns/return.ts';
import type { DueReturnFilter } from '../../domain/returns/return-list.ts';
import type { DueTaxReturn, TaxReturn, TaxReturnKey } from '../../domain/returns/return-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ReturnStore } from '../../ports/stores/return-store.ts';
import { todayAtHome } from '../account/account.ts';
import { startCounting } from '../liability/start-counting.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { dueAmounts } from './due-amounts.ts';
import { everyReturn } from './every-return.ts';

const mostYears = 5;

/** The unfiled returns required by registrations, by due date. Throws `INVALID_INPUT` with all issues. */
export async function listDueTaxReturns(ctx: Context, { dueOn }: DueReturnFilter): Promise<DueTaxReturn[]> {
  const session = authorize(ctx, 'returns:read');
  const { nexus, returns } = session.stores;
  const { first, last } = daysOf(dueOn ?? {});
  const to = last ?? addMonths(await todayAtHome(ctx), 1);
  const from = first ?? addMonths(to, -12);
  const issues = reportPeriodIssues({ from, to }, 'dueTo');
  if (issues.length === 0 && addMonths(from, 12 * mostYears) < to) {
    const message = `dueFrom must be at most ${mostYears} years before dueTo.`;
    issues.push({ path: ['dueFrom'], code: 'OUT_OF_RANGE', message });
  }
  if (issues.length > 0) throw invalidInput(issues);
  const serveOthers = createYield();
  const declarations = await nexus.list();
  await serveOthers();
  const expected = returnsDue(declarations, { from, to }, ctx.reference.dueDays).filter(isWanted(dueOn ?? {}));
  if (expected.length === 0) return [];
  const stored = await storedBetween(returns, expected);
  const due: (ExpectedReturn & { readonly taxReturn: TaxReturn })[] = [];
  for (const one of expected) {
    await serveOthers();
    due.push(...unfiledOf(one, stored).map((taxReturn) => ({ ...one, taxReturn })));
  }
  if (due.length === 0) return [];
  const all = due.map(({ taxReturn }) => taxReturn);
  const { totals, notices } = await startCounting(session.stores.totals, spanOf(all));
  const amountsOf = dueAmounts(ctx, session, { all, totals });
  const listed: Omit<DueTaxReturn, 'notices'>[] = [];
  for (const { dueOn, frequency, source, taxReturn } of due) {
    await serveOthers();
    listed.push({ dueOn, frequency, source, taxReturn, amounts: await amountsOf(taxReturn) });
  }
  const missing = await notices();
  return listed.map((one) => ({ ...one, notices: isShopScheme(one.taxReturn.scheme) ? [] : missing }));
}

function daysOf({ eq, gt, gte, lt, lte }: Comparators<string>) {
  const firsts = [eq, gte, gt == null ? null : addDays(gt, 1)].filter((day) => day != null).sort();
  const lasts = [eq, lte, lt == null ? null : addDays(lt, -1)].filter((day) => day != null).sort();
  return { first: firsts.at(-1), last: lasts[0] };
}

const isWanted =
  ({ ne, isNull }: Comparators<string>) =>
  ({ dueOn }: ExpectedReturn) =>
    meets(dueOn, { ne, isNull });

/**
 * The part still to be filed. If the first month of a quarter was filed separately, the remaining part is the other two
 * months. A return whose filing or reopening stopped halfway is included.
 */
function unfiledOf({ country, state, scheme, from, to }: ExpectedReturn, stored: readonly StoredReturn[]): TaxReturn[] {
  const name = { country, state, scheme, from, to };
  const closed = stored.filter(
    (one) => closesPeriod(one.status) && one.scheme === scheme && sharesTaxes(one, name) && sharesDay(one, name),
  );
  const isHalfway = ({ status, to: end }: StoredReturn) => (status === 'FILING' || status === 'REOPENING') && end <= to;
  const drafts = partsLeft(name, closed).map((part) => {
    const draft = { ...name, ...part };
    return asReturn(draft, stored.find((one) => isSame(one, draft)) ?? null);
  });
  return [...closed.filter(isHalfway).map((one) => asReturn(one, one)), ...drafts];
}

const isSame = (one: TaxReturnKey, other: TaxReturnKey) =>
  one.country === other.country &&
  one.state === other.state &&
  one.scheme === other.scheme &&
  one.from === other.from &&
  one.to === other.to;
const sharesDay = (one: TaxReturnKey, other: TaxReturnKey) => one.from <= other.to && other.from <= one.to;

/** The period from the earliest first day to the latest last day. */
function spanOf(all: readonly ReportPeriod[]): ReportPeriod {
  const days = all.flatMap(({ from, to }) => [from, to]).sort();
  return { from: days[0]!, to: days.at(-1)! };
}

async function storedBetween(returns: ReturnStore, expected: readonly ExpectedReturn[]) {
  const days = expected.flatMap(({ from, to }) => [from, to]).sort();
  const found: StoredReturn[] = [];
  const filter = { from: { lte: days.at(-1) }, to: { gte: days[0] } };
  for await (const one of everyReturn(returns, filter)) found.push(one);
  return found;
}
