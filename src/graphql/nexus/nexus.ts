import { versionPrecondition } from '../../domain/base/precondition.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import { nexusQueryInput } from '../../domain/nexus/nexus-query.ts';
import { endNexus } from '../../usecases/nexus/end-nexus.ts';
import { listNexus } from '../../usecases/nexus/list-nexus.ts';
import { setNexus } from '../../usecases/nexus/set-nexus.ts';
import type { Builder } from '../base/builder.ts';
import { checked, checkedArgs } from '../base/checked-input.ts';
import { Conflict, InvalidInput } from '../base/errors.ts';
import { addNexusDeclaration } from './nexus-declaration.ts';
import { addNexusEnums } from './nexus-enums.ts';
import { addNexusInputs } from './nexus-input.ts';
import { addNexusTracker } from './nexus-tracker.ts';

/** Where a tenant has to collect: reading how it stands, declaring and ending. */
export function addNexus(builder: Builder): void {
  const enums = addNexusEnums();
  const refs = addNexusDeclaration(builder, enums);
  const tracker = addNexusTracker(builder, { refs, enums });
  builder.queryField('nexus', (t) =>
    t.field({
      type: [tracker],
      extensions: { listSize: 60 },
      description:
        'How the tenant stands to every US state, and to each country that it declared something of or sold to. Needs the scope `nexus:read`.',
      ...checkedArgs(
        {
          on: t.arg({ type: 'Date', description: 'As of this day; today, in UTC, when absent.' }),
          state: t.arg.string({ description: 'Of this US state, by code or name.' }),
          country: t.arg.string({ description: 'Of this country, by code or English name.' }),
        },
        nexusQueryInput,
      ),
      resolve: (_root, { parsed }, ctx) => listNexus(ctx, parsed),
    }),
  );
  addMutations(builder, refs.declaration, addNexusInputs(builder, enums));
}

type Declaration = ReturnType<typeof addNexusDeclaration>['declaration'];

function addMutations(
  builder: Builder,
  declaration: Declaration,
  { set, end }: ReturnType<typeof addNexusInputs>,
): void {
  const ended = builder.objectRef<{ readonly nexus: NexusDeclaration | null }>('EndedNexus').implement({
    description: 'What is left of a place’s nexus.',
    fields: (t) => ({
      nexus: t.expose('nexus', {
        type: declaration,
        nullable: true,
        description: 'With its windows ended; null where nothing was ever declared.',
      }),
    }),
  });
  builder.mutationField('setNexus', (t) =>
    t.field({
      type: declaration,
      errors: { types: [InvalidInput, Conflict] },
      description:
        'Declares, or replaces, the nexus and registrations of a state, country or region; the same input again changes nothing. New documents follow within a second, stored ones keep what they were calculated with. Needs the scope `nexus:write`.',
      args: {
        input: t.arg({
          ...checked(set, (inputs) => inputs.nexus),
          required: true,
          description: 'The place, and all that is declared of it.',
        }),
      },
      resolve: async (_root, { input }, ctx) =>
        (await setNexus(ctx, input.parsed, versionPrecondition(input.ifVersion))).value,
    }),
  );
  builder.mutationField('endNexus', (t) =>
    t.field({
      type: ended,
      errors: { types: [InvalidInput, Conflict] },
      description:
        'Ends what is declared of a place: today, in UTC, is its last day, and what would begin later is taken away. The past stays. Needs the scope `nexus:write`.',
      args: {
        input: t.arg({
          ...checked(end, (inputs) => inputs.nexusPlace),
          required: true,
          description: 'Where all that was declared ends.',
        }),
      },
      resolve: async (_root, { input }, ctx) => ({
        nexus: await endNexus(ctx, input.parsed, versionPrecondition(input.ifVersion)),
      }),
    }),
  );
}
