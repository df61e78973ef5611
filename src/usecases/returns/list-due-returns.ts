import { addMonths, dayOf } from '../../domain/base/calendar.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { periodIssues } from '../../domain/base/list-filter.ts';
import { type ExpectedReturn, returnsDue } from '../../domain/returns/filing-calendar.ts';
import { asReturn, type Return, type StoredReturn } from '../../domain/returns/return.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ReturnStore } from '../../ports/stores/return-store.ts';

const { due: mostDue } = gatewayLimits.returns;

export type DueReturn = Pick<ExpectedReturn, 'dueOn' | 'frequency' | 'source'> & { readonly return: Return };

/** First and last due day, as sent. Default: the year that ends a month from today. */
export type AskedDueDays = {
  readonly since?: string | null | undefined;
  readonly by?: string | null | undefined;
};

/** The returns that registrations call for and that are not filed, by due day. */
export async function listDueReturns(ctx: Context, { since, by }: AskedDueDays): Promise<DueReturn[]> {
  const { nexus, returns } = authorize(ctx, 'transactions:read').stores;
  const toOn = by ?? addMonths(dayOf(ctx.now()), 1);
  const fromOn = since ?? addMonths(toOn, -12);
  const issues = periodIssues({ from: fromOn, to: toOn }, 'by');
  if (addMonths(fromOn, 12 * 5) < toOn) {
    issues.push({ path: ['since'], code: 'OUT_OF_RANGE', message: 'since must be at most five years before by.' });
  }
  if (issues.length > 0) throw invalidInput(issues);
  const expected = returnsDue(await nexus.list(), { fromOn, toOn });
  if (expected.length === 0) return [];
  const stored = await storedBetween(returns, expected);
  const due = expected.flatMap((one): DueReturn[] => {
    const { dueOn, frequency, source, ...name } = one;
    const known = stored.get(keyOf(name)) ?? null;
    if (known?.status === 'FILED' || known?.status === 'AMENDED') return [];
    return [{ dueOn, frequency, source, return: asReturn(name, known) }];
  });
  if (due.length <= mostDue) return due;
  const message = `More than ${mostDue} returns are due: ask for a shorter time.`;
  throw invalidInput([{ path: ['since'], code: 'TOO_LONG', message }]);
}

const pageSize = 500;

async function storedBetween(returns: ReturnStore, expected: readonly ExpectedReturn[]) {
  const days = expected.flatMap(({ fromOn, toOn }) => [fromOn, toOn]).sort();
  const period = { fromOn: days[0]!, toOn: days.at(-1)! };
  const found = new Map<string, StoredReturn>();
  for (let last: StoredReturn | null = null; ; ) {
    const after: { createdAt: Date; serviceId: string } | null = last && {
      createdAt: last.internalTimestamps.createdDate,
      serviceId: last.serviceId,
    };
    const page: StoredReturn[] = await returns.list({ period }, { limit: pageSize, after });
    for (const one of page) found.set(keyOf(one), one);
    if (page.length < pageSize) return found;
    last = page.at(-1) ?? null;
  }
}

const keyOf = ({ country, state, fromOn, toOn }: Pick<StoredReturn, 'country' | 'state' | 'fromOn' | 'toOn'>) =>
  `${country} ${state} ${fromOn} ${toOn}`;
