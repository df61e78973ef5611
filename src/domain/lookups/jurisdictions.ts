import type { Notice } from '../../tax/model/assessment.ts';
import type { Jurisdiction, JurisdictionLevel, RateInForce } from '../../tax/model/place.ts';
import { citedSources } from '../base/citation.ts';
import { jurisdiction } from '../base/jurisdiction.ts';
import { notice } from '../base/notice.ts';
import { type EnumerationValue, enumeration, field, type RecordOf, record } from '../base/record.ts';

const jurisdictionContents = enumeration(
  'JurisdictionContents',
  'The other jurisdictions whose rates are included in the rate of a jurisdiction.',
  {
    NOTHING: 'None: the rate is added to the other rates.',
    COUNTY: 'The county rate is included and must not be added again.',
    COUNTY_AND_DISTRICTS: 'The county and district rates are included and must not be added again.',
  },
);

export const ratedJurisdiction = record('JurisdictionRate', 'The rate of a jurisdiction on a day.', {
  jurisdiction: field.part(jurisdiction, 'The jurisdiction that levies the rate.'),
  county: field.optional(
    field.text('In the US, the county in which the jurisdiction lies, or its own name if it is a county.'),
    'if unknown',
  ),
  contains: field.choice(jurisdictionContents, 'The other jurisdictions whose rates are included in this rate.'),
  generalRate: field.optional(field.fraction('General rate for goods.'), 'if no rate is levied on that day'),
  appliedRate: field.optional(field.fraction('Rate for the requested tax code.'), 'if no tax code was requested'),
  validFrom: field.optional(field.day('First day on which the general rate is in force.'), 'if unknown'),
  validThrough: field.optional(field.day('Last day on which the general rate is in force.'), 'if open-ended'),
  sources: citedSources('Laws or publications that are the source of the rate; empty without a rate.'),
  notices: field.list(notice, 5, 'Remarks on the rate, such as an unknown first day.'),
});

/** A jurisdiction with its general rate on a day. The key is unique, unlike the id: `US/MN`. */
export type RatedJurisdiction = RecordOf<typeof ratedJurisdiction> & {
  readonly key: string;
  readonly jurisdiction: Jurisdiction;
};

/** An authority that levies a tax, and its place. */
export type JurisdictionFacts = {
  /** Unique: `US/MN-C053`. Ids are not unique: `MN` is both Minnesota and Mongolia. */
  readonly key: string;
  readonly jurisdiction: Jurisdiction;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state (`MN`), province or region (`CA-QC`), or null for a country. */
  readonly subdivision: string | null;
  /** For a US county, its own name; for other US jurisdictions, the name of their county; null if unknown. */
  readonly county: string | null;
  /** The other jurisdictions whose rates are included in this jurisdiction's rate. */
  readonly contains: EnumerationValue<typeof jurisdictionContents>;
};

/** Selects the jurisdictions that match every field; a null field matches all jurisdictions. */
export type JurisdictionFilter = {
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string | null;
  readonly subdivision: string | null;
  readonly level: JurisdictionLevel | null;
  readonly ids: readonly string[] | null;
};

/** The general rate of a jurisdiction on a day; null if no tax is levied on that day. */
export type RateOnDay = { readonly rate: RateInForce | null; readonly notices: readonly Notice[] };
