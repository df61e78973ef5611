import { versionPrecondition } from '../../domain/base/precondition.ts';
import { declaredNexusFields } from '../../domain/nexus/nexus-input.ts';
import { nexusPlaceFields } from '../../domain/nexus/nexus-place-input.ts';
import { euAware } from '../../domain/nexus/nexus-query.ts';
import { type NexusDeclaration, nexus } from '../../domain/nexus/nexus-record.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { readPlaceCode } from '../../domain/places/place-filter.ts';
import { endNexus, upsertNexus } from '../../usecases/nexus/change-nexus.ts';
import { getNexus } from '../../usecases/nexus/get-nexus.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { globalId } from '../base/global-id.ts';
import { inputOf } from '../base/input-of.ts';
import { loadNodesOf, NodeRef } from '../base/node.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { ifVersionField } from '../base/shared-inputs.ts';

const NexusRef = recordType(nexus, [NodeRef]);
builder.objectField(NexusRef, 'id', (t) =>
  t.id({
    description: 'An opaque id for `node`.',
    resolve: (declared) => globalId('Nexus', placeCode(declared)),
  }),
);

loadNodesOf('Nexus', 'nexus:read', (places, ctx) =>
  Promise.all(
    places.map((text) => {
      const { place } = readPlaceCode(euAware(ctx.reference), text);
      const { country, state = null } = place;
      return country === undefined ? null : nullIfNotFound(getNexus(ctx, { country, state }));
    }),
  ),
);

const UpsertNexusInputRef = inputOf(declaredNexusFields, {
  fields: (t) => ({
    ifVersion: t.int({
      description:
        'Fails with `VersionMismatch` unless the stored declaration has this `version`. With 0, the place must have no declaration yet.',
    }),
  }),
});

builder.mutationField('upsertNexus', (t) =>
  t.field({
    type: NexusRef,
    errors: errorsOf('CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('nexus:write'),
    description:
      'Creates or replaces the nexus and registrations declared for a state, country or region. Sending the same input again changes nothing. The next document, on any replica, uses the change; stored documents keep their tax.',
    args: {
      input: t.arg({
        ...checked(UpsertNexusInputRef, (inputs) => inputs.nexus),
        required: true,
        description: 'The place and its declarations.',
      }),
    },
    resolve: async (_root, { input }, ctx) =>
      (await upsertNexus(ctx, input.parsed, versionPrecondition(input.ifVersion))).value,
  }),
);

const EndedNexusRef = builder.objectRef<{ readonly nexus: NexusDeclaration | null }>('EndedNexus').implement({
  description: 'The declaration for a place after its nexus ended.',
  fields: (t) => ({
    nexus: t.expose('nexus', {
      type: NexusRef,
      nullable: true,
      description: 'The declaration with its periods ended; null if nothing was ever declared.',
    }),
  }),
});

const EndNexusInputRef = inputOf(nexusPlaceFields, { fields: (t) => ({ ifVersion: ifVersionField(t) }) });

builder.mutationField('endNexus', (t) =>
  t.field({
    type: EndedNexusRef,
    errors: errorsOf('CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('nexus:write'),
    description:
      'Ends everything declared for a place: today, in the seller’s time zone, becomes the last day, and periods that begin later are removed. Past periods are kept.',
    args: {
      input: t.arg({
        ...checked(EndNexusInputRef, (inputs) => inputs.nexusPlace),
        required: true,
        description: 'The place whose nexus ends.',
      }),
    },
    resolve: async (_root, { input }, ctx) => ({
      nexus: await endNexus(ctx, input.parsed, versionPrecondition(input.ifVersion)),
    }),
  }),
);
