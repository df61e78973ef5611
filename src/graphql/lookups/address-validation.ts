import { addressLookupInput } from '../../domain/lookups/lookup-input.ts';
import type { AddressValidation } from '../../domain/lookups/rate-lookup.ts';
import { validateAddress } from '../../usecases/lookups/validate-address.ts';
import { AddressRef } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InvalidInput } from '../base/errors.ts';
import { AddressCandidateRef } from './address-candidate.ts';
import { usAddressFields } from './us-address-input.ts';

const described = descriptionsOf(addressLookupInput);

const AddressValidationRef = builder.objectRef<AddressValidation>('AddressValidation').implement({
  description: 'The places that an address may refer to.',
  fields: (t) => ({
    matchedAddresses: t.field({
      type: [AddressCandidateRef],
      extensions: { listSize: 10 },
      description:
        'The places, best match first, at most ten. Documents with this address are taxed at the first place.',
      resolve: ({ matchedAddresses }) => [...matchedAddresses],
    }),
    requestAddress: t.expose('requestAddress', { type: AddressRef, description: 'The address as sent.' }),
  }),
});

const ValidateAddressInputRef = builder.inputType('ValidateAddressInput', {
  description: 'A US address.',
  fields: (t) => ({
    ...usAddressFields(t),
    isPartial: t.boolean({
      required: true,
      description: `${described.isPartial} It does not affect the scores: fields that were not sent lower none.`,
    }),
    region: t.string({ description: described.region }),
  }),
});

builder.queryField('validateAddress', (t) =>
  t.field({
    type: AddressValidationRef,
    errors: { types: [InvalidInput] },
    description:
      'Finds the US places that an address may refer to: a ZIP code can cover several counties and cities, and several counties can have a city of the same name. If nothing matches, or the country is not the US, the result is `InvalidInput` with the code `ERR-ADDR-001`. Needs the scope `tax:read`.',
    args: {
      input: t.arg({
        ...checked(ValidateAddressInputRef, addressLookupInput),
        required: true,
        description: 'The address to find.',
      }),
    },
    resolve: (_root, { input }, ctx) => validateAddress(ctx, input.parsed),
  }),
);
