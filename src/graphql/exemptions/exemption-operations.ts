import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { authorize } from '../../ports/context.ts';
import { createExemptions } from '../../usecases/exemptions/create-exemptions.ts';
import { getExemption } from '../../usecases/exemptions/get-exemption.ts';
import type { Builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { InvalidInput, NotFound } from '../base/errors.ts';
import { forgetLists } from '../base/loaded-records.ts';
import { loadNodesOf } from '../base/node.ts';
import { orNull } from '../base/record-name.ts';
import { ExemptionRef } from './exemption.ts';
import { addExemptionChanges } from './exemption-changes.ts';
import { addExemptionImport } from './exemption-import.ts';
import { addExemptionInput, addExemptionMembers, type ExemptionInputParts } from './exemption-input.ts';
import { exemptionLists } from './exemption-lists.ts';
import { addExemptionNames, type ExemptionBy, exemptionName } from './exemption-name.ts';

/** Reading and storing exemptions. */
export function addExemptionOperations(builder: Builder): void {
  const by = addExemptionNames(builder);
  const members = addExemptionMembers(builder);
  addQueries(builder, by);
  addCreate(builder, members);
  addExemptionChanges(builder, { by, members });
  addExemptionImport(builder);
}

function addQueries(builder: Builder, by: ExemptionBy): void {
  builder.queryField('exemption', (t) =>
    t.field({
      type: ExemptionRef,
      nullable: true,
      description: 'One exemption; null when there is none. Needs the scope `exemptions:read`.',
      args: { by: t.arg({ type: by, required: true, description: 'By its service id, or by what it is unique by.' }) },
      resolve: (_root, args, ctx) => orNull(getExemption(ctx, exemptionName(ctx, args.by, ['by', 'key']))),
    }),
  );
  builder.queryField('exemptions', (t) =>
    t.field({
      type: exemptionLists.connection,
      description: 'Exemptions, newest first unless another order is asked for. Needs the scope `exemptions:read`.',
      args: exemptionLists.args(),
      resolve: (_root, args, ctx) => exemptionLists.ofTenant(args, ctx),
    }),
  );
  loadNodesOf('Exemption', async (serviceIds, ctx) => {
    const found = await authorize(ctx, 'exemptions:read').stores.exemptions.findMany(serviceIds);
    const byId = new Map(found.map((exemption) => [exemption.serviceId, exemption]));
    return serviceIds.map((serviceId) => byId.get(serviceId) ?? null);
  });
}

function addCreate(builder: Builder, members: ExemptionInputParts): void {
  const createInput = addExemptionInput(builder, members);
  const created = builder.objectRef<readonly Exemption[]>('CreatedExemptions').implement({
    description: 'What was stored.',
    fields: (t) => ({
      exemptions: t.field({
        type: [ExemptionRef],
        extensions: { listSize: 25 },
        description: 'One for each state, or one for the whole country.',
        resolve: (exemptions) => [...exemptions],
      }),
    }),
  });
  builder.mutationField('createExemptions', (t) =>
    t.field({
      type: created,
      errors: { types: [InvalidInput, NotFound] },
      description:
        'Stores one exemption for each state, or one for the whole country; creates or replaces by customer, country, state and certificate id. All are stored, or none. Needs the scope `exemptions:write`.',
      args: {
        input: t.arg({
          ...checked(createInput, (inputs) => inputs.exemption),
          required: true,
          description: 'The exemption and the states it holds in.',
        }),
      },
      resolve: async (_root, { input }, ctx) => {
        const exemptions = await createExemptions(ctx, input.parsed);
        forgetLists(ctx);
        return exemptions;
      },
    }),
  );
}
