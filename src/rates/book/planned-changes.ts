import { groupedBy } from '../../domain/base/grouped-by.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { type Decimal, decimal } from '../../tax/numbers/decimal.ts';
import { asList, asRecord, asText, asTextOrNull, asTexts, type JsonRecord } from './files/json-file.ts';
import { asSource, type Source } from './files/source.ts';

/** An announced change that has not been enacted. It is listed but never applied. */
export type PlannedChange = {
  readonly country: string;
  /** The state or region, as in `MatchedPlace`; null for the whole country. */
  readonly subdivision: string | null;
  /** The categories whose rule would change; null for a change to the general rate. */
  readonly categories: ReadonlySet<string> | null;
  readonly validFrom: string;
  readonly validThrough: string | null;
  readonly rate: Decimal;
  /** The authority and its plan, as the start of a sentence. */
  readonly plan: string;
  readonly source: Source;
  readonly readOn: string;
};

/** Changes by country. Books from earlier releases contain no planned changes. */
export type PlannedChanges = ReadonlyMap<string, readonly PlannedChange[]>;

export function readPlannedChanges({ changes }: JsonRecord): PlannedChanges {
  const planned = asList(changes ?? [], 'planned changes').map((value): PlannedChange => {
    const row = asRecord(value, 'planned change');
    const country = asText(row.country, 'planned change');
    return {
      country,
      subdivision: asTextOrNull(row.subdivision, country),
      categories: row.categories === undefined ? null : new Set(asTexts(row.categories, country)),
      validFrom: asText(row.from, country),
      validThrough: asTextOrNull(row.to, country),
      rate: decimal(asText(row.rate, country)),
      plan: asText(row.plan, country),
      source: asSource(row.source, country),
      readOn: asText(row.readOn, country),
    };
  });
  return groupedBy(planned, ({ country }) => country);
}

type Occasion = { readonly place: MatchedPlace; readonly taxDate: string; readonly category: string | null };

/** The notice that a planned change to the category, or to the general rate, was not applied on the day. */
export function plannedNotice(planned: PlannedChanges, { place, taxDate, category }: Occasion): Notice | null {
  const change = planned
    .get(place.country)
    ?.find(
      ({ subdivision, categories, validFrom, validThrough }) =>
        (subdivision === null || subdivision === place.subdivision) &&
        (category === null ? categories === null : categories?.has(category) === true) &&
        validFrom <= taxDate &&
        (validThrough === null || taxDate <= validThrough),
    );
  if (!change) return null;
  const message = `${change.plan} from ${change.validFrom}. The change is not enacted, so it was not applied.`;
  return { code: 'CHANGE_PLANNED', pointer: category === null ? '' : '/taxCode', message };
}
