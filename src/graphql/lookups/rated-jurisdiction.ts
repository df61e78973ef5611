import type { RatedJurisdiction } from '../../domain/lookups/rate-lookup.ts';
import type { Builder } from '../base/builder.ts';
import { JurisdictionLevelEnum } from '../base/enums.ts';
import { NoticeRef } from '../base/notice.ts';
import type { LookupEnums } from './lookup-enums.ts';

type Parts = { readonly lookupEnums: LookupEnums };

export type RatedJurisdictionRef = ReturnType<typeof addRatedJurisdiction>;

/** A jurisdiction with its rate on a day. */
export function addRatedJurisdiction(builder: Builder, { lookupEnums }: Parts) {
  return builder.objectRef<RatedJurisdiction>('RatedJurisdiction').implement({
    description: 'An authority that levies a tax of its own, with its general rate on the day in question.',
    fields: (t) => ({
      id: t.string({
        description:
          'Its id in the rate book, unique within its country: `MN` is Minnesota in the US, and Mongolia in MN.',
        resolve: ({ jurisdiction }) => jurisdiction.id,
      }),
      level: t.field({
        type: JurisdictionLevelEnum,
        description: 'Which kind of authority it is.',
        resolve: ({ jurisdiction }) => jurisdiction.level,
      }),
      name: t.string({
        description: 'What the authority is called: a state, a county, a transit district.',
        resolve: ({ jurisdiction }) => jurisdiction.name,
      }),
      code: t.string({
        description: 'The code its state gives it; outside the US the name of its tax.',
        resolve: ({ jurisdiction }) => jurisdiction.code,
      }),
      fips: t.string({
        nullable: true,
        description: 'Its FIPS code, where it has one.',
        resolve: ({ jurisdiction }) => jurisdiction.fips,
      }),
      country: t.expose('country', { type: 'CountryCode', description: 'In whose territory it levies.' }),
      subdivision: t.exposeString('subdivision', {
        nullable: true,
        description: 'Its US state (`MN`), province or region (`CA-QC`); null for a country.',
      }),
      county: t.exposeString('county', {
        nullable: true,
        description: 'In the US, the county it is or lies in, where that is known.',
      }),
      contains: t.expose('contains', {
        type: lookupEnums.contains,
        description: 'Whose rates its own figure stands for besides.',
      }),
      rate: t.expose('rate', {
        type: 'Decimal',
        nullable: true,
        description: 'Its rate for goods in general, as a fraction; null where it levies none on that day.',
      }),
      appliedRate: t.expose('appliedRate', {
        type: 'Decimal',
        nullable: true,
        description: 'Its rate for the tax code that was asked for; null where none was.',
      }),
      fromOn: t.expose('fromOn', {
        type: 'Date',
        nullable: true,
        description: 'The first day the general rate holds; null when it is not known.',
      }),
      toOn: t.expose('toOn', {
        type: 'Date',
        nullable: true,
        description: 'The last day it holds; null while it is open.',
      }),
      source: t.exposeString('source', {
        nullable: true,
        description: 'Where the rate was read; null without a rate.',
      }),
      notices: t.field({
        type: [NoticeRef],
        extensions: { listSize: 5 },
        description: 'What the reader should know of this rate, such as that its start is not known.',
        resolve: ({ notices }) => [...notices],
      }),
    }),
  });
}
