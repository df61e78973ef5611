import { addressLookupInput } from '../../domain/lookups/lookup-input.ts';
import { addressValidation } from '../../domain/lookups/rate-lookup.ts';
import { validateAddress } from '../../usecases/lookups/validate-address.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InvalidInput } from '../base/errors.ts';
import { recordType } from '../base/record-type.ts';
import { usAddressFields } from './us-address-input.ts';

const described = descriptionsOf(addressLookupInput);

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
    type: recordType(addressValidation),
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
