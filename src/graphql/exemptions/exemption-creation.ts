import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { createExemptions } from '../../usecases/exemptions/create-exemptions.ts';
import { builder, type MutationFieldBuilder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { InvalidInput, NotFound } from '../base/errors.ts';
import { forgetLists } from '../base/loaded-records.ts';
import { ExemptionRef } from './exemption.ts';
import { CreateExemptionsInputRef } from './exemption-input.ts';

const CreatedExemptionsRef = builder.objectRef<readonly Exemption[]>('CreatedExemptions').implement({
  description: 'The exemptions that were stored.',
  fields: (t) => ({
    exemptions: t.field({
      type: [ExemptionRef],
      extensions: { listSize: 25 },
      description: 'One exemption for each state, or one for the whole country.',
      resolve: (exemptions) => [...exemptions],
    }),
  }),
});

const description =
  'Stores one exemption for each state, or one for the whole country. An exemption with the same customer, country, state and certificate id is replaced. Either all are stored or none. Needs the scope `exemptions:write`.';

function upsertField(t: MutationFieldBuilder, deprecationReason?: string) {
  return t.field({
    type: CreatedExemptionsRef,
    errors: { types: [InvalidInput, NotFound] },
    description,
    ...(deprecationReason !== undefined && { deprecationReason }),
    args: {
      input: t.arg({
        ...checked(CreateExemptionsInputRef, (inputs) => inputs.exemption),
        required: true,
        description: 'The exemption and its states.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const exemptions = await createExemptions(ctx, input.parsed);
      forgetLists(ctx);
      return exemptions;
    },
  });
}

builder.mutationFields((t) => ({
  upsertExemptions: upsertField(t),
  createExemptions: upsertField(t, 'It replaces exemptions, too: use `upsertExemptions`, which does the same.'),
}));
