import { validatedAddressFields } from '../../domain/lookups/lookup-input.ts';
import { addressValidation } from '../../domain/lookups/rate-lookup.ts';
import { validateAddress } from '../../usecases/lookups/validate-address.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordType } from '../base/record-type.ts';

builder.queryField('validateAddress', (t) =>
  t.field({
    type: recordType(addressValidation),
    errors: errorsOf(),
    extensions: needsScopes('tax:read'),
    description:
      'Finds US places that match an address: a ZIP code can cover several counties and cities, and city names can recur in several counties. If nothing matches, or the country is not the US, the result is `InvalidInput` with the code `ERR-ADDR-001`.',
    args: {
      input: t.arg({
        ...checked(inputOf(validatedAddressFields), (inputs) => inputs.validatedAddress),
        required: true,
        description: 'The address to find.',
      }),
    },
    resolve: (_root, { input }, ctx) => validateAddress(ctx, input.parsed.address),
  }),
);
