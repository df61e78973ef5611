import { authorize } from '../context.ts';
import type { Exemption } from '../domain/exemption.ts';
import { text } from '../domain/input.ts';
import type { Inputs } from '../domain/inputs.ts';
import { createExemptions } from '../usecases/create-exemptions.ts';
import { countExemptions, listExemptions } from '../usecases/list-exemptions.ts';
import type { Builder } from './builder.ts';
import { checkedBy } from './checked-input.ts';
import { type Connections, pageArguments, readConnection } from './connection.ts';
import { sessionOf } from './context.ts';
import type { Enums } from './enums.ts';
import { InvalidInput, NotFound } from './errors.ts';
import { addExemptionInput } from './exemption-input.ts';
import type { Nodes } from './node.ts';

type Parts = {
  readonly connections: Connections;
  readonly enums: Enums;
  readonly inputs: Inputs;
  readonly nodes: Nodes;
};

/** Reading and storing exemptions. */
export function addExemptionOperations(builder: Builder, parts: Parts): void {
  addQueries(builder, parts);
  addCreate(builder, parts);
}

function addQueries(builder: Builder, { connections, enums, nodes }: Parts): void {
  const filterInput = builder.inputType('ExemptionFilter', {
    description: 'Leaves the exemptions that fit every member given.',
    fields: (t) => ({
      customerId: t.field({ type: 'UUID', description: 'Of this customer.' }),
      country: t.field({ type: 'CountryCode', description: 'In this country.' }),
      state: t.string({ description: 'In this state, by its code.', validate: { schema: text(0, 20) } }),
      exemptionStatus: t.field({ type: enums.exemptionStatus, description: 'Of this status.' }),
    }),
  });
  builder.queryField('exemptions', (t) =>
    t.field({
      type: connections.exemptions,
      description: 'Exemptions, newest first. Needs the scope `exemptions:read`.',
      args: {
        ...pageArguments(builder),
        filter: t.arg({ type: filterInput, description: 'Which exemptions; all when absent.' }),
      },
      resolve: (_root, { filter, ...page }, ctx) => {
        const fitting = {
          customerId: filter?.customerId ?? undefined,
          country: filter?.country ?? undefined,
          state: filter?.state ?? undefined,
          exemptionStatus: filter?.exemptionStatus ?? undefined,
        };
        return readConnection(page, {
          read: (request) => listExemptions(ctx, fitting, request),
          count: () => countExemptions(ctx, fitting),
        });
      },
    }),
  );
  nodes.register('Exemption', async (serviceIds, ctx) => {
    const found = await authorize(ctx, 'exemptions:read').stores.exemptions.findMany(serviceIds);
    const byId = new Map(found.map((exemption) => [exemption.serviceId, exemption]));
    return serviceIds.map((serviceId) => byId.get(serviceId) ?? null);
  });
}

function addCreate(builder: Builder, { enums, inputs }: Parts): void {
  const createInput = addExemptionInput(builder, enums);
  const checked = checkedBy(inputs.exemption, createInput);
  const created = builder.objectRef<readonly Exemption[]>('CreatedExemptions').implement({
    description: 'What was stored.',
    fields: (t) => ({
      exemptions: t.field({
        type: ['Exemption'],
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
          type: createInput,
          required: true,
          description: 'The exemption and the states it holds in.',
          validate: { schema: checked.schema },
        }),
      },
      resolve: async (_root, { input }, ctx) => {
        const exemptions = await createExemptions(ctx, checked.valueOf(input));
        for (const { customerId } of exemptions) sessionOf(ctx).loaders.exemptionsByCustomer.clear(customerId);
        return exemptions;
      },
    }),
  );
}
