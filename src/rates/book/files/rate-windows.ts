import type { Notice } from '../../../tax/model/assessment.ts';
import type { Jurisdiction, RateInForce } from '../../../tax/model/place.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { asList, asText, asTextOrNull } from './json-file.ts';
import type { Source, SourceKind } from './source.ts';

/** A rate in the rate book. `uncertainty` describes any doubt about it and is otherwise null. */
export type RateWindow = {
  readonly rate: RateInForce;
  readonly uncertainty: string | null;
  readonly sourceKind: SourceKind | null;
};

/** The assumed first day of rates with an unknown start. They are also used for earlier days, with a notice. */
export const unknownStartOn = '2026-01-01';

/** A row is `[rate, from, to, source, uncertainty]`; `sourceOf` reads the fourth element. */
export function readRateWindows(
  jurisdiction: Jurisdiction,
  rows: unknown,
  sourceOf: (value: unknown) => Source,
): readonly RateWindow[] {
  const where = `rates of ${jurisdiction.id}`;
  return asList(rows, where).map((value) => {
    const row = asList(value, where);
    const source = sourceOf(row[3]);
    return {
      rate: {
        jurisdiction,
        rate: decimal(asText(row[0], where)),
        validFrom: asTextOrNull(row[1], where),
        validThrough: asTextOrNull(row[2], where),
        source: source.name,
      },
      uncertainty: asTextOrNull(row[4], where),
      sourceKind: source.kind,
    };
  });
}

type DatedRow = { readonly from?: unknown; readonly to?: unknown };

/** The days covered by both rate book rows; null if the rows do not overlap. */
export function sharedDays(...rows: readonly [DatedRow, DatedRow]): { from: string | null; to: string | null } | null {
  const days = (member: keyof DatedRow) => rows.flatMap((row) => asTextOrNull(row[member], 'row') ?? []).sort();
  const [from, to] = [days('from').at(-1) ?? null, days('to')[0] ?? null];
  return from !== null && to !== null && from > to ? null : { from, to };
}

export type FoundRate =
  | { readonly kind: 'in-force'; readonly window: RateWindow; readonly gap: 'NONE' | 'START_UNKNOWN' | 'BEFORE_KNOWN' }
  | { readonly kind: 'not-levied' };

/**
 * The rate in force on the day. Before the first known start, this is the earliest rate, unless the tax is known to
 * have been introduced at that start. In a gap, and after a known end, the tax does not exist.
 */
export function findRate(
  levy: { readonly windows: readonly RateWindow[]; readonly introducedOn: string | null },
  taxDate: string,
): FoundRate {
  const window = levy.windows.findLast(({ rate }) => isInForce(rate, taxDate));
  if (window) {
    const isStartUnknown = window.rate.validFrom === null && taxDate < unknownStartOn;
    return { kind: 'in-force', window, gap: isStartUnknown ? 'START_UNKNOWN' : 'NONE' };
  }
  const first = levy.windows[0];
  const isBeforeAll = first !== undefined && first.rate.validFrom !== null && taxDate < first.rate.validFrom;
  if (isBeforeAll && levy.introducedOn === null) return { kind: 'in-force', window: first, gap: 'BEFORE_KNOWN' };
  return { kind: 'not-levied' };
}

export function isInForce(
  window: { readonly validFrom: string | null; readonly validThrough: string | null },
  taxDate: string,
): boolean {
  return (
    (window.validFrom === null || window.validFrom <= taxDate) &&
    (window.validThrough === null || taxDate <= window.validThrough)
  );
}

/**
 * Notices on the rates: one for all rates with an unknown start, one for all rates used before their known start, and
 * one for each uncertain rate.
 */
export function noticesOnRates(found: readonly FoundRate[], taxDate: string): readonly Notice[] {
  const inForce = found.filter((one) => one.kind === 'in-force');
  const names = (gap: 'START_UNKNOWN' | 'BEFORE_KNOWN') =>
    inForce
      .filter((one) => one.gap === gap)
      .map(({ window }) => window.rate.jurisdiction.name)
      .join(', ');
  const notices: Notice[] = [];
  const unknown = names('START_UNKNOWN');
  if (unknown !== '') {
    notices.push({
      code: 'RATE_START_UNKNOWN',
      pointer: '',
      message: `The start date of these rates is unknown and assumed to be ${unknownStartOn}, but they were also used for ${taxDate}: ${unknown}.`,
    });
  }
  const early = names('BEFORE_KNOWN');
  if (early !== '') {
    notices.push({
      code: 'RATE_NOT_KNOWN_FOR_DATE',
      pointer: '',
      message: `The rate book does not go back to ${taxDate}; the earliest known rate was used: ${early}.`,
    });
  }
  for (const { window } of inForce) {
    if (window.uncertainty === null) continue;
    const name = window.rate.jurisdiction.name;
    notices.push({
      code: 'FACT_UNCERTAIN',
      pointer: '',
      message: `The rate of ${name} is uncertain: ${window.uncertainty}.`,
    });
  }
  return notices;
}
