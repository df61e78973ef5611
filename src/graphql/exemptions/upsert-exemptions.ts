import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { exemptionOfCustomerFields } from '../../domain/exemptions/exemption-input.ts';
import { upsertExemptions } from '../../usecases/exemptions/exemptions.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { forgetLists } from '../base/loaded-records.ts';
import { ExemptionRef } from './exemption.ts';

const UpsertedExemptionsRef = builder.objectRef<readonly Exemption[]>('UpsertedExemptions').implement({
  description: 'The stored exemptions.',
  fields: (t) => ({
    exemptions: t.field({
      type: [ExemptionRef],
      extensions: { listSize: 25 },
      description: 'One exemption for each state, or one for the whole country.',
      resolve: (exemptions) => [...exemptions],
    }),
  }),
});

builder.mutationField('upsertExemptions', (t) =>
  t.field({
    type: UpsertedExemptionsRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT'),
    extensions: needsScopes('exemptions:write'),
    description:
      'Stores one exemption for each state, or one for the whole country. Replaces any exemption with the same customer, country, state and certificate id. Stores either all of them or none.',
    args: {
      input: t.arg({
        ...checked(inputOf(exemptionOfCustomerFields), (inputs) => inputs.exemptionOfCustomer),
        required: true,
        description: 'The exemption and its states.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const exemptions = await upsertExemptions(ctx, input.parsed);
      forgetLists(ctx);
      return exemptions;
    },
  }),
);
