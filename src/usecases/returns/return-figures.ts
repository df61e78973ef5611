import type { LiabilityGroup } from '../../domain/liability/liability-query.ts';
import { taxesOfReturn } from '../../domain/returns/own-taxes.ts';
import { figuresDifference } from '../../domain/returns/return-difference.ts';
import type { Return, ReturnFigures, ReturnName } from '../../domain/returns/return-record.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import { currentSettings } from '../account/current-settings.ts';
import { convertRows, findLiabilityRates } from '../liability/convert-liability.ts';
import { addUpRows } from '../liability/get-liability.ts';

export type ShownFigures = {
  readonly figures: ReturnFigures;
  /** Current figures minus the previous filing; null without one. */
  readonly difference: ReturnFigures | null;
};

/** The frozen figures of a filed return, or the current figures of a draft. */
export async function getReturnFigures(ctx: Context, one: Return): Promise<ShownFigures> {
  const session = authorize(ctx, 'returns:read');
  const { stored, filings, status } = one;
  const isFiled = status === 'FILED' || status === 'AMENDED';
  const shown = filings.slice(isFiled ? -2 : -1).map(({ number }) => ({ returnId: stored?.serviceId ?? '', number }));
  const frozen = shown.length === 0 ? [] : await session.stores.returns.findFigures(shown);
  const figures = isFiled ? frozen.at(-1) : await addUpFigures(session, one);
  if (!figures) throw new Error(`Return ${stored?.serviceId} has no figures.`);
  const before = isFiled ? frozen.at(-2) : frozen.at(-1);
  return { figures, difference: before ? figuresDifference(before, figures) : null };
}

/** The sums of the documents of the period, also in the reporting currency if the account has one. */
export async function addUpFigures(session: Session, { country, state, from, to }: ReturnName): Promise<ReturnFigures> {
  const { stores } = session;
  const taxes = taxesOfReturn({ country, state });
  const by = (...groups: LiabilityGroup[]) => ({ country, state, from, to, groupBy: new Set(groups), taxes });
  const [whole, each] = [by(), by('JURISDICTION')];
  const figures = {
    totals: await addUpRows(stores.totals, whole),
    jurisdictions: await addUpRows(stores.totals, each),
    exchangeRates: [],
    notices: [],
  };
  const { reportingCurrency } = await currentSettings(session);
  if (reportingCurrency === null) return figures;
  const rates = await findLiabilityRates(stores, whole, figures.totals, reportingCurrency);
  return {
    totals: await convertRows(stores, whole, figures.totals, rates),
    jurisdictions: await convertRows(stores, each, figures.jurisdictions, rates),
    exchangeRates: rates.applied,
    notices: rates.notices,
  };
}
