import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { exemptionPatch } from '../../domain/exemptions/exemption-patch.ts';
import { cancelExemption, patchExemption } from '../../usecases/exemptions/patch-exemption.ts';
import type { Builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import type { GraphqlContext } from '../base/context.ts';
import { Conflict, InvalidInput, NotFound } from '../base/errors.ts';
import { forgetLists } from '../base/loaded-records.ts';
import { ExemptionRef } from './exemption.ts';
import { addExemptionPatch, type ExemptionInputParts } from './exemption-input.ts';
import { type ExemptionBy, exemptionName } from './exemption-name.ts';

type Parts = { readonly by: ExemptionBy; readonly members: ExemptionInputParts };

/** Changing and cancelling one exemption. */
export function addExemptionChanges(builder: Builder, { by, members }: Parts): void {
  const patch = addExemptionPatch(builder, members);
  const patchInput = builder.inputType('PatchExemptionInput', {
    description: 'Which exemption to change, and how.',
    fields: (t) => ({
      by: t.field({ type: by, required: true, description: 'By its service id, or by what it is unique by.' }),
      patch: t.field({
        ...checked(patch, exemptionPatch),
        required: true,
        description: 'What to change.',
      }),
    }),
  });
  builder.mutationField('patchExemption', (t) =>
    t.field({
      type: ExemptionRef,
      errors: { types: [InvalidInput, NotFound, Conflict] },
      description:
        'Changes some fields of an exemption: what is absent stays, null clears, nested objects are merged. Whose it is and where it holds cannot change. Documents that used it keep their tax. Needs the scope `exemptions:write`.',
      args: { input: t.arg({ type: patchInput, required: true, description: 'Which exemption, and what to change.' }) },
      resolve: async (_root, { input }, ctx) => {
        const name = exemptionName(ctx, input.by, ['by', 'key']);
        return changed(await patchExemption(ctx, name, input.patch.parsed), ctx);
      },
    }),
  );
  builder.mutationField('cancelExemption', (t) =>
    t.field({
      type: ExemptionRef,
      errors: { types: [InvalidInput, NotFound, Conflict] },
      description:
        'Sets an exemption’s status to `CANCELLED`: it relieves nothing that is calculated from now on, and stays readable. Cancelling again changes nothing. Needs the scope `exemptions:write`.',
      args: {
        input: t.arg({ type: by, required: true, description: 'By its service id, or by what it is unique by.' }),
      },
      resolve: async (_root, { input }, ctx) =>
        changed(await cancelExemption(ctx, exemptionName(ctx, input, ['key'])), ctx),
    }),
  );
}

/** Fields that show the customer's exemptions further down find them as they now are. */
function changed(exemption: Exemption, ctx: GraphqlContext): Exemption {
  forgetLists(ctx);
  return exemption;
}
