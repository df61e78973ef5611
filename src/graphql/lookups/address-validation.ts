import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { addressLookupInput } from '../../domain/lookups/lookup-input.ts';
import type { AddressCandidate, AddressValidation } from '../../domain/lookups/rate-lookup.ts';
import { validateAddress } from '../../usecases/lookups/validate-address.ts';
import { AddressRef } from '../base/address.ts';
import type { Builder } from '../base/builder.ts';
import { PrecisionEnum } from '../base/enums.ts';
import { InvalidInput } from '../base/errors.ts';
import { NoticeRef } from '../base/notice.ts';
import { MatchedAddressRef, ScoringRef } from '../places/matched-address.ts';
import type { LookupEnums } from './lookup-enums.ts';

type Parts = {
  readonly lookupEnums: LookupEnums;
};

/** The places that an address may be. */
export function addAddressValidation(builder: Builder, parts: Parts) {
  const candidate = addCandidate(builder, parts);
  const validation = builder.objectRef<AddressValidation>('AddressValidation').implement({
    description: 'What became of an address.',
    fields: (t) => ({
      matchedAddresses: t.field({
        type: [candidate],
        extensions: { listSize: 10 },
        description:
          'The places it may be, best first, at most ten. The first is the one a document would be taxed at.',
        resolve: ({ matchedAddresses }) => [...matchedAddresses],
      }),
      requestAddress: t.expose('requestAddress', { type: AddressRef, description: 'The address as sent.' }),
    }),
  });
  const input = addInput(builder);
  builder.queryField('validateAddress', (t) =>
    t.field({
      type: validation,
      errors: { types: [InvalidInput] },
      description:
        'Finds the US places that an address may be: a ZIP code may lie in several counties and cities, and a city’s name occur in several counties. No match, or another country, is `InvalidInput` with the code `ERR-ADDR-001`. Needs the scope `tax:read`.',
      args: { input: t.arg({ type: input, required: true, description: 'What is known of where it is.' }) },
      resolve: async (_root, args, ctx) =>
        validateAddress(ctx, parseInput(addressLookupInput, withoutNulls(args.input))),
    }),
  );
  return { candidate };
}

export type AddressCandidateRef = ReturnType<typeof addCandidate>;

function addCandidate(builder: Builder, { lookupEnums }: Parts) {
  return builder.objectRef<AddressCandidate>('AddressCandidate').implement({
    description: 'A place that an address may be, in the spelling of the rate book.',
    fields: (t) => ({
      address: t.expose('matchedAddress', {
        type: MatchedAddressRef,
        description: 'Where it may be, in the spelling of the rate book.',
      }),
      scoring: t.expose('scoring', { type: ScoringRef, description: 'How well the address fits it.' }),
      precision: t.expose('precision', { type: PrecisionEnum, description: 'How precisely it was placed.' }),
      localRates: t.expose('localRates', {
        type: lookupEnums.localRates,
        description: 'How far the rate book holds the local rates there.',
      }),
      gaps: t.stringList({
        description: 'What the rate book is known to lack there, in words.',
        resolve: ({ gaps }) => [...gaps],
      }),
      notices: t.field({
        type: [NoticeRef],
        extensions: { listSize: 5 },
        description: 'What the reader should know of the match.',
        resolve: ({ notices }) => [...notices],
      }),
    }),
  });
}

function addInput(builder: Builder) {
  return builder.inputType('ValidateAddressInput', {
    description: 'An address of the United States.',
    fields: (t) => ({
      country: t.string({ required: true, description: 'The United States, by code or name.' }),
      state: t.string({ required: true, description: 'State, by code, FIPS code or name.' }),
      zip: t.string({ required: true, description: 'ZIP code: five digits, or nine with a hyphen.' }),
      isPartial: t.boolean({
        required: true,
        description: 'Whether state and ZIP are all that is known. It changes no score: what was not sent lowers none.',
      }),
      city: t.string({ description: 'City or town, up to 100 characters.' }),
      county: t.string({ description: 'County, up to 100 characters: chooses among those of the ZIP code.' }),
      street: t.string({ description: 'Street and number, up to 200 characters.' }),
      region: t.string({ description: 'Of no meaning in the United States; answered as sent, up to 20 characters.' }),
    }),
  });
}
