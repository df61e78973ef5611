import type { RootOf, VariablesOf } from '../../base/graphql.ts';
import { documentsLink } from '../../base/links.ts';
import type { Changes } from '../../base/router.ts';
import { readAmount } from '../../format/decimal-text.ts';
import { periodInput, reportedIn, shifted } from '../../format/period.ts';
import { placeParts } from '../../format/place-text.ts';
import { recordTexts } from '../../texts/records.ts';
import type { returnOperation } from './operations.ts';

type By = VariablesOf<typeof returnOperation>['by'];
type Scheme = keyof typeof recordTexts.schemes;

export type ShownReturn = RootOf<typeof returnOperation, 'taxReturn'>;

export type ReturnKey = {
  readonly place: string;
  readonly country: string;
  readonly state: string | null;
  readonly period: string;
  readonly scheme: Scheme;
};

/** The return given by the URL; null for an invalid URL. */
export function keyFrom(
  { place = '', period = '' }: Readonly<Record<string, string>>,
  sent: string | null,
): ReturnKey | null {
  const schemes = Object.keys(recordTexts.schemes) as Scheme[];
  const scheme = sent === null ? 'STANDARD' : schemes.find((one) => one === sent);
  if (scheme === undefined || !/^[A-Z]{2}(-[A-Z0-9]{1,4})?$/.test(place) || !periodInput(period)) return null;
  return { place, ...placeParts(place), period, scheme };
}

export function byOf({ country, state, period, scheme }: ReturnKey): By {
  const asked = periodInput(period)!;
  return { key: { country, state, scheme, period: asked } };
}

/** The return of the previous or next period; null for days that form no calendar period. */
export function neighbourOf(key: ReturnKey, by: 1 | -1): ReturnKey | null {
  const period = shifted(key.period, by);
  return period === null ? null : { ...key, period };
}

/** The REST path of the return, for its files. */
export function restPath({ place, period, scheme }: ReturnKey): string {
  return `/v1/returns${scheme === 'STANDARD' ? '' : `/scheme/${scheme}`}/place/${place}/period/${period}`;
}

/** The documents that a return counts. */
export function documentsIn({ period, country, state }: Omit<ReturnKey, 'place' | 'scheme'>, more: Changes): string {
  return documentsLink({ reported: reportedIn(period), country, state, ...more });
}

/** Prepayments and the filing day, from the URL; null if a prepayment is not an amount. */
export function paymentOf(query: URLSearchParams) {
  const prepaidAmount = readAmount(query.get('prepaid') ?? '');
  const prepaidLocalAmount = readAmount(query.get('local') ?? '');
  if (prepaidAmount === undefined || prepaidLocalAmount === undefined) return null;
  return { filedOn: query.get('filedOn') || null, prepaidAmount, prepaidLocalAmount };
}
