import { asReturn, type StoredReturn } from '../../domain/returns/return.ts';
import type { TaxReturnFilter } from '../../domain/returns/return-list.ts';
import { type ListedTaxReturn, shownFigures } from '../../domain/returns/return-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';

/** The returns that were filed at least once or are being filed, newest first. */
export function listTaxReturns(ctx: Context, filter: TaxReturnFilter, page: PageRequest): Promise<StoredReturn[]> {
  return authorize(ctx, 'returns:read').stores.returns.list(filter, page);
}

export type FiledReturn = Omit<StoredReturn, 'filings'> & ListedTaxReturn;

/** The same returns, with the totals of their filings, which are read together. */
export async function listTaxReturnsWithTotals(
  ctx: Context,
  filter: TaxReturnFilter,
  page: PageRequest,
): Promise<FiledReturn[]> {
  const { returns } = authorize(ctx, 'returns:read').stores;
  const found = await returns.list(filter, page);
  const names = found.flatMap(({ serviceId, filings }) =>
    filings.map(({ number }) => ({ returnId: serviceId, number })),
  );
  const totals = await returns.findTotals(names);
  return found.map((stored) => {
    const filings = stored.filings.map((filing) => {
      const filed = totals.shift();
      if (!filed) throw new Error(`Filing ${filing.number} of return ${stored.serviceId} has no figures.`);
      return { ...filing, figures: shownFigures({ ...filed, jurisdictions: [], exchangeRates: [] }, stored) };
    });
    return { ...stored, ...asReturn(stored, stored), filings };
  });
}

export function countTaxReturns(ctx: Context, filter: TaxReturnFilter): Promise<number> {
  return authorize(ctx, 'returns:read').stores.returns.count(filter);
}
