import { addMonths, dayOf } from '../../domain/base/calendar.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { periodIssues } from '../../domain/base/report-period.ts';
import { type ExpectedReturn, partsLeft, returnsDue } from '../../domain/returns/filing-calendar.ts';
import { sharesTaxes } from '../../domain/returns/own-taxes.ts';
import { asReturn, closesPeriod, type StoredReturn } from '../../domain/returns/return.ts';
import type { DueReturn, Return, ReturnName } from '../../domain/returns/return-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ReturnStore } from '../../ports/stores/return-store.ts';

const { due: mostDue } = gatewayLimits.returns;

/** First and last due day, as sent. Default: the year that ends one month from today. */
type AskedDueDays = {
  readonly since?: string | null | undefined;
  readonly by?: string | null | undefined;
};

/** The unfiled returns that registrations require, by due day. */
export async function listDueReturns(ctx: Context, { since, by }: AskedDueDays): Promise<DueReturn[]> {
  const { nexus, returns } = authorize(ctx, 'returns:read').stores;
  const to = by ?? addMonths(dayOf(ctx.now()), 1);
  const from = since ?? addMonths(to, -12);
  const issues = periodIssues({ from, to }, 'by');
  if (addMonths(from, 12 * 5) < to) {
    issues.push({ path: ['since'], code: 'OUT_OF_RANGE', message: 'since must be at most five years before by.' });
  }
  if (issues.length > 0) throw invalidInput(issues);
  const expected = returnsDue(await nexus.list(), { from, to });
  if (expected.length === 0) return [];
  const stored = await storedBetween(returns, expected);
  const due = expected.flatMap((one) => {
    const { dueOn, frequency, source } = one;
    return unfiledOf(one, stored).map((left): DueReturn => ({ dueOn, frequency, source, return: left }));
  });
  if (due.length <= mostDue) return due;
  const message = `More than ${mostDue} returns are due: ask for a shorter time.`;
  throw invalidInput([{ path: ['since'], code: 'TOO_LONG', message }]);
}

/**
 * The part still to be filed. If the first month of a quarter was filed separately, that is the other two months; a return
 * whose filing failed halfway counts too.
 */
function unfiledOf({ country, state, from, to }: ExpectedReturn, stored: readonly StoredReturn[]): Return[] {
  const name = { country, state, from, to };
  const closed = stored.filter((one) => closesPeriod(one.status) && sharesTaxes(one, name) && sharesDay(one, name));
  const isHalfway = ({ status, to: end }: StoredReturn) => (status === 'FILING' || status === 'REOPENING') && end <= to;
  const drafts = partsLeft(name, closed).map((part) => {
    const draft = { ...name, ...part };
    return asReturn(draft, stored.find((one) => isSame(one, draft)) ?? null);
  });
  return [...closed.filter(isHalfway).map((one) => asReturn(one, one)), ...drafts];
}

const isSame = (one: ReturnName, other: ReturnName) =>
  one.country === other.country && one.state === other.state && one.from === other.from && one.to === other.to;
const sharesDay = (one: ReturnName, other: ReturnName) => one.from <= other.to && other.from <= one.to;

const pageSize = 500;

async function storedBetween(returns: ReturnStore, expected: readonly ExpectedReturn[]) {
  const days = expected.flatMap(({ from, to }) => [from, to]).sort();
  const period = { from: days[0]!, to: days.at(-1)! };
  const found: StoredReturn[] = [];
  for (let last: StoredReturn | null = null; ; ) {
    const after: { createdAt: Date; serviceId: string } | null = last && {
      createdAt: last.internalTimestamps.createdDate,
      serviceId: last.serviceId,
    };
    const page: StoredReturn[] = await returns.list({ period }, { limit: pageSize, after });
    found.push(...page);
    if (page.length < pageSize) return found;
    last = page.at(-1) ?? null;
  }
}
