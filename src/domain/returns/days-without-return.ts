import type { ReportPeriod } from '../base/report-period.ts';
import type { ReportedTaxes } from '../liability/liability-query.ts';
import type { UnassignedPlace } from '../liability/unassigned-tax.ts';
import { partsLeft } from './filing-calendar.ts';
import { hasOwnReturns, taxesOfReturn } from './own-taxes.ts';
import type { TaxReturnKey } from './return-record.ts';

/** The part of a place's tax that one return reports: the taxes of a region with its own returns, or the rest. */
type TaxShare = UnassignedPlace & { readonly isOfRegion: boolean };

export function sharesOf(place: UnassignedPlace): readonly TaxShare[] {
  const rest = { ...place, isOfRegion: false };
  return hasOwnReturns(place) ? [rest, { ...place, isOfRegion: true }] : [rest];
}

/** Null means all taxes of the place. */
export function taxesOf({ country, state, isOfRegion }: TaxShare): ReportedTaxes | null {
  return taxesOfReturn({ country, state: isOfRegion ? state : null });
}

/** The days in a period for which no return reports this part of the tax. */
export function daysWithoutReturn(
  share: TaxShare,
  period: ReportPeriod,
  returns: readonly TaxReturnKey[],
): ReportPeriod[] {
  return partsLeft(
    period,
    returns.filter((one) => isReporting(one, share)),
  );
}

/** Whether the return reports this part of the tax for the days of its period. */
export function isReporting({ country, state, scheme }: TaxReturnKey, share: TaxShare): boolean {
  if (scheme !== 'STANDARD' || country !== share.country) return false;
  if (state === null) return !share.isOfRegion;
  return state === share.state && share.isOfRegion === hasOwnReturns(share);
}
