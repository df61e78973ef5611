import type { InputFieldBuilder } from '@pothos/core';
import { globalTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import type { RateLookup } from '../../domain/lookups/rate-lookup.ts';
import type { PlaceFacts } from '../../domain/places/place-law.ts';
import type { Types } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { NoticeRef } from '../base/notice.ts';
import { RatedJurisdictionRef } from './rated-jurisdiction.ts';

const described = descriptionsOf(globalTaxRatesInput);

const TaxationEnum = describedEnum('Taxation', 'Whether a place levies the tax at all.', {
  TAXED: 'The tax is levied on goods in general.',
  NO_TAX_THERE: 'The state or country levies no such tax.',
  NOT_COVERED: 'The country taxes consumption, but its taxes are not in the rate book.',
  OUTSIDE_TERRITORY: 'The place lies outside the tax territory of its country.',
} satisfies Record<PlaceFacts['taxation'], string>);

/** What US and global lookups of rates have in common. */
export function rateLookupFields(t: PothosSchemaTypes.ObjectFieldBuilder<Types, RateLookup>) {
  return {
    effectiveDate: t.expose('effectiveDate', {
      type: 'Date',
      description: 'The day on which the rates are in force: the requested day, or today in UTC.',
    }),
    jurisdictions: t.field({
      type: [RatedJurisdictionRef],
      extensions: { listSize: 25 },
      description:
        'The jurisdictions that levy the rates, from the largest to the smallest. One that is included in the rate of another is left out.',
      resolve: ({ jurisdictions }) => [...jurisdictions],
    }),
    taxation: t.expose('taxation', { type: TaxationEnum, description: 'Whether the place levies the tax at all.' }),
    taxCode: t.exposeString('taxCode', {
      nullable: true,
      description: 'The requested tax code, as sent; null if the rates are those of goods in general.',
    }),
    rateBookVersion: t.exposeString('rateBookVersion', {
      description: 'Version of the rate book that the rates were read from.',
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 5 },
      description: 'Remarks on the result: uncertain facts, gaps in the rate book, and assumptions.',
      resolve: ({ notices }) => [...notices],
    }),
  };
}

/** For which day and which goods rates are asked. */
export function rateQuestionFields(t: InputFieldBuilder<Types, 'InputObject'>) {
  return {
    asOf: t.field({ type: 'Date', description: described.asOf }),
    taxCode: t.string({ description: described.taxCode }),
  };
}
