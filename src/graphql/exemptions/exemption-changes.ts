import { versionPrecondition } from '../../domain/base/precondition.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { exemptionOfCustomerFields, exemptionTermsInput } from '../../domain/exemptions/exemption-input.ts';
import { exemptionPatch } from '../../domain/exemptions/exemption-patch.ts';
import { upsertExemptions } from '../../usecases/exemptions/exemptions.ts';
import { cancelExemption, patchExemption } from '../../usecases/exemptions/patch-exemption.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import type { GraphqlContext } from '../base/context.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { forgetLists } from '../base/loaded-records.ts';
import { inputBy } from '../base/record-name.ts';
import { ifVersionField } from '../base/shared-inputs.ts';
import { ExemptionRef } from './exemption.ts';
import { byExemption, exemptionName } from './exemption-name.ts';

const ExemptionPatchRef = inputOf(exemptionTermsInput.omit({ country: true, state: true }).partial(), {
  name: 'ExemptionPatch',
  description:
    'Omitted fields are kept, null restores the default, and nested objects are merged. A new `certificateId` must not belong to another exemption of the customer in the same place.',
});

const PatchExemptionInputRef = inputBy(
  'PatchExemptionInput',
  'The exemption to change, and the changes.',
  byExemption,
  (t) => ({
    patch: t.field({ ...checked(ExemptionPatchRef, exemptionPatch), required: true, description: 'The changes.' }),
    ifVersion: ifVersionField(t),
  }),
);

builder.mutationField('patchExemption', (t) =>
  t.field({
    type: ExemptionRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('exemptions:write'),
    description:
      'Changes some fields of an exemption: omitted fields are kept, null restores the default, and nested objects are merged. Its customer and place cannot change. Documents calculated with it keep their tax.',
    args: {
      input: t.arg({ type: PatchExemptionInputRef, required: true, description: 'The exemption and its changes.' }),
    },
    resolve: async (_root, { input: { by, patch, ifVersion } }, ctx) => {
      const name = exemptionName(ctx, by, ['by']);
      return changed(await patchExemption(ctx, name, patch.parsed, versionPrecondition(ifVersion)), ctx);
    },
  }),
);

const CancelExemptionInputRef = inputBy(
  'CancelExemptionInput',
  'The exemption to cancel, and its expected version.',
  byExemption,
  (t) => ({ ifVersion: ifVersionField(t) }),
);

builder.mutationField('cancelExemption', (t) =>
  t.field({
    type: ExemptionRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('exemptions:write'),
    description:
      'Cancels an exemption: sets its status to `CANCELLED`. It no longer applies to new calculations but stays readable. Cancelling it again changes nothing.',
    args: {
      input: t.arg({ type: CancelExemptionInputRef, required: true, description: 'The exemption to cancel.' }),
    },
    resolve: async (_root, { input: { by, ifVersion } }, ctx) =>
      changed(await cancelExemption(ctx, exemptionName(ctx, by, ['by']), versionPrecondition(ifVersion)), ctx),
  }),
);

/** Call this after a change, so that nested fields read the customer's exemptions again. */
function changed(exemption: Exemption, ctx: GraphqlContext): Exemption {
  forgetLists(ctx);
  return exemption;
}

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
