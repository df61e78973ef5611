import { sumOfTexts } from '../../domain/base/amount.ts';
import { addDays } from '../../domain/base/calendar.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { LiabilityGroup } from '../../domain/liability/liability-group.ts';
import { everyPart } from '../../domain/liability/liability-query.ts';
import type { LiabilityRow } from '../../domain/liability/liability-record.ts';
import { isShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { taxesOfReturn } from '../../domain/returns/own-taxes.ts';
import type { DueAmount, TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { AddedUpTotals } from '../../ports/stores/totals-store.ts';
import { addUpRows } from '../liability/get-liability.ts';
import { ownReturnTotals } from '../liability/own-totals.ts';
import { addUpFigures } from './return-figures.ts';

type AmountsOf = (due: TaxReturnKey) => Promise<readonly DueAmount[]>;

/**
 * Current figures of returns. Returns of the same kind are added up together by month, so a few statements are enough
 * for any number of returns. One-stop-shop returns have separate sums.
 */
export function dueAmounts(
  ctx: Pick<Context, 'reference'>,
  session: Session,
  { all, totals }: { readonly all: readonly TaxReturnKey[]; readonly totals: AddedUpTotals },
): AmountsOf {
  const sums = new Map<string, Promise<ReadonlyMap<string, readonly LiabilityRow[]>>>();
  let own: Promise<AddedUpTotals> | undefined;

  async function addUp(due: TaxReturnKey): Promise<ReadonlyMap<string, readonly LiabilityRow[]>> {
    const kind = kindOf(due);
    const alike = all.filter((one) => !isShopScheme(one.scheme) && kindOf(one) === kind);
    const from = alike.map((one) => one.from).sort()[0]!;
    const to = alike
      .map((one) => one.to)
      .sort()
      .at(-1)!;
    const groups: LiabilityGroup[] = ['COUNTRY', 'MONTH', ...(due.state === null ? [] : ['STATE' as const])];
    session.work.add(workCosts.figures);
    const everything = { country: null, state: null, ...everyPart };
    const question = { ...everything, from, to, groupBy: new Set(groups), taxes: taxesOfReturn(due) };
    own ??= ownReturnTotals(ctx, session, totals);
    const rowsOf = new Map<string, LiabilityRow[]>();
    for (const row of await addUpRows(await own, question)) {
      const place = placeOf(row);
      rowsOf.set(place, [...(rowsOf.get(place) ?? []), row]);
    }
    return rowsOf;
  }

  return async (due) => {
    if (isShopScheme(due.scheme)) return inEachCurrency((await addUpFigures(ctx, session, due)).totals);
    const kind = kindOf(due);
    const rowsOf = sums.get(kind) ?? addUp(due);
    sums.set(kind, rowsOf);
    return inEachCurrency(((await rowsOf).get(placeOf(due)) ?? []).filter((row) => isIn(row, due)));
  };
}

/**
 * A key shared by returns that report the same taxes, either for a whole country or for states. A return with part of a
 * month shares it only with returns for the same days, because sums by month would include the other days.
 */
function kindOf(due: TaxReturnKey): string {
  const { from, to, state } = due;
  const isOfMonths = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  return JSON.stringify([taxesOfReturn(due), state === null, ...(isOfMonths ? [] : [from, to])]);
}

/** Rows of a return for a whole country have no state, like the return itself. */
const placeOf = ({ country, state }: Pick<LiabilityRow, 'country' | 'state'>) => `${country} ${state}`;

const isIn = ({ month }: LiabilityRow, { from, to }: TaxReturnKey) =>
  month !== null && from.slice(0, 7) <= month && month <= to.slice(0, 7);

function inEachCurrency(rows: readonly LiabilityRow[]): DueAmount[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return {
      currency,
      taxAmount: sumOfTexts(own.map(({ taxAmount }) => taxAmount)),
      transactionCount: own.reduce((count, { transactionCount }) => count + transactionCount, 0),
    };
  });
}
