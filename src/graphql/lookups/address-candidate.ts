import type { AddressCandidate } from '../../domain/lookups/rate-lookup.ts';
import type { LocalRates } from '../../domain/places/address-match.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';
import { PrecisionEnum } from '../base/enums.ts';
import { NoticeRef } from '../base/notice.ts';
import { MatchedAddressRef, ScoringRef } from '../places/matched-address.ts';

export const LocalRatesEnum = describedEnum(
  'LocalRates',
  'How completely the rate book covers the rates of counties, cities and districts.',
  {
    NOT_LEVIED: 'There are no local rates: the rate of the state is the whole rate.',
    COMPLETE: 'All rates that apply to whole places are included; `gaps` may name areas of single premises.',
    PARTIAL: 'Some rates are missing; `gaps` says which.',
    STATE_ONLY: 'No local rate is included: only the rate of the state is known.',
  } satisfies Record<LocalRates, string>,
);

export const AddressCandidateRef = builder.objectRef<AddressCandidate>('AddressCandidate').implement({
  description: 'A place that an address may refer to, as spelled in the rate book.',
  fields: (t) => ({
    address: t.expose('matchedAddress', { type: MatchedAddressRef, description: 'The place.' }),
    scoring: t.expose('scoring', { type: ScoringRef, description: 'How well the address matches the place.' }),
    precision: t.expose('precision', { type: PrecisionEnum, description: 'How precisely the address was located.' }),
    localRates: t.expose('localRates', {
      type: LocalRatesEnum,
      description: 'How completely the rate book covers the local rates of the place.',
    }),
    gaps: t.stringList({
      description: 'Known gaps of the rate book in this place, one sentence each.',
      resolve: ({ gaps }) => [...gaps],
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 5 },
      description: 'Remarks on the match.',
      resolve: ({ notices }) => [...notices],
    }),
  }),
});
