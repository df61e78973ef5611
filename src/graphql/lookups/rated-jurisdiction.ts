import type { JurisdictionFacts } from '../../domain/lookups/jurisdictions.ts';
import type { RatedJurisdiction } from '../../domain/lookups/rate-lookup.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';
import { JurisdictionLevelEnum } from '../base/enums.ts';
import { NoticeRef } from '../base/notice.ts';
import { validityFields } from '../base/validity.ts';

const JurisdictionContentsEnum = describedEnum(
  'JurisdictionContents',
  'The other jurisdictions whose rates are included in the rate of a jurisdiction.',
  {
    NOTHING: 'None: the rate is added to those of the others.',
    COUNTY: 'The rate of the county is included and must not be added again.',
    COUNTY_AND_DISTRICTS: 'The rates of the county and of the districts are included and must not be added again.',
  } satisfies Record<JurisdictionFacts['contains'], string>,
);

export const RatedJurisdictionRef = builder.objectRef<RatedJurisdiction>('RatedJurisdiction').implement({
  description: 'A jurisdiction that levies its own tax, with its general rate on a day.',
  fields: (t) => ({
    id: t.string({
      description:
        'Id of the jurisdiction in the rate book, unique within its country: `MN` is Minnesota in the US, and Mongolia in MN.',
      resolve: ({ jurisdiction }) => jurisdiction.id,
    }),
    level: t.field({
      type: JurisdictionLevelEnum,
      description: 'Kind of authority, such as a state or a city.',
      resolve: ({ jurisdiction }) => jurisdiction.level,
    }),
    name: t.string({
      description: 'Name of the jurisdiction, such as that of a state, a county or a transit district.',
      resolve: ({ jurisdiction }) => jurisdiction.name,
    }),
    code: t.string({
      description: 'Code given by the state; outside the US the name of the tax.',
      resolve: ({ jurisdiction }) => jurisdiction.code,
    }),
    fips: t.string({
      nullable: true,
      description: 'FIPS code; null if the jurisdiction has none.',
      resolve: ({ jurisdiction }) => jurisdiction.fips,
    }),
    country: t.expose('country', { type: 'CountryCode', description: 'ISO 3166-1 alpha-2 code of the country.' }),
    subdivision: t.exposeString('subdivision', {
      nullable: true,
      description: 'Code of the US state (`MN`), province or region (`CA-QC`); null for a country.',
    }),
    county: t.exposeString('county', {
      nullable: true,
      description: 'In the US, the name of the county itself or of the county it lies in; null if it is not known.',
    }),
    contains: t.expose('contains', {
      type: JurisdictionContentsEnum,
      description: 'The other jurisdictions whose rates are included in this rate.',
    }),
    rate: t.expose('rate', {
      type: 'Decimal',
      nullable: true,
      description: 'Rate for goods in general, as a fraction of one; null if none is levied on that day.',
    }),
    appliedRate: t.expose('appliedRate', {
      type: 'Decimal',
      nullable: true,
      description: 'Rate for the requested tax code, as a fraction of one; null if none was requested.',
    }),
    ...validityFields((day) => t.field(day), {
      daysOf: (days: RatedJurisdiction) => days,
      validFrom: 'First day on which the general rate is in force, such as `2026-01-01`; null if it is not known.',
      validThrough: 'Last day on which the general rate is in force; null if there is none.',
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'The law or publication that the rate was read from; null without a rate.',
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 5 },
      description: 'Remarks on the rate, such as that its first day is not known.',
      resolve: ({ notices }) => [...notices],
    }),
  }),
});
