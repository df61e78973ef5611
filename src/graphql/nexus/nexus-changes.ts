import type { InputFieldBuilder } from '@pothos/core';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import { filingFrequency } from '../../domain/nexus/filing-frequency.ts';
import { nexusFields, physicalNexusFields, registrationFields } from '../../domain/nexus/nexus-input.ts';
import { nexusPlaceFields } from '../../domain/nexus/nexus-place-input.ts';
import { euAware } from '../../domain/nexus/nexus-query.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { nexus, registrationScheme } from '../../domain/nexus/nexus-record.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { readPlaceCode } from '../../domain/places/place-filter.ts';
import { endNexus } from '../../usecases/nexus/end-nexus.ts';
import { getNexus } from '../../usecases/nexus/get-nexus.ts';
import { upsertNexus } from '../../usecases/nexus/upsert-nexus.ts';
import { builder, type Types } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { Conflict, InvalidInput, VersionMismatch } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { globalId } from '../base/global-id.ts';
import { ifVersionField } from '../base/if-version.ts';
import { loadNodesOf, NodeRef } from '../base/node.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { enumOf, recordType } from '../base/record-type.ts';

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

const described = descriptionsOf(nexusFields);
const describedPlace = descriptionsOf(nexusPlaceFields);
const describedWindow = { ...descriptionsOf(physicalNexusFields), ...descriptionsOf(registrationFields) };

type InputFields = InputFieldBuilder<Types, 'InputObject'>;

function windowFields(t: InputFields) {
  return {
    validFrom: t.field({ type: 'Date', required: true, description: describedWindow.validFrom }),
    validThrough: t.field({ type: 'Date', description: describedWindow.validThrough }),
  };
}

function placeFields(t: InputFields) {
  return {
    state: t.string({ description: describedPlace.state }),
    country: t.field({ type: 'CountryCode', description: 'Country. Default: US if `state` is given.' }),
  };
}

const PhysicalNexusInputRef = builder.inputType('PhysicalNexusInput', {
  description: 'A physical presence in a place.',
  fields: (t) => ({ ...windowFields(t), note: t.string({ description: describedWindow.note }) }),
});

const EconomicNexusInputRef = builder.inputType('EconomicNexusInput', {
  description: 'Nexus by sales, as approved by the seller.',
  fields: windowFields,
});

const RegistrationInputRef = builder.inputType('RegistrationInput', {
  description: 'A registration with a tax authority.',
  fields: (t) => ({
    ...windowFields(t),
    number: t.string({ description: describedWindow.number }),
    scheme: t.field({ type: enumOf(registrationScheme), description: describedWindow.scheme }),
    filingFrequency: t.field({ type: enumOf(filingFrequency), description: describedWindow.filingFrequency }),
    filingDueDay: t.int({ description: describedWindow.filingDueDay }),
    hasFixedEstablishment: t.boolean({ description: describedWindow.hasFixedEstablishment }),
  }),
});

const UpsertNexusInputRef = builder.inputType('UpsertNexusInput', {
  description: 'The complete declaration for a place. An omitted list is stored as empty.',
  fields: (t) => ({
    ...placeFields(t),
    physicalNexus: t.field({ type: [PhysicalNexusInputRef], description: described.physicalNexus }),
    economicNexus: t.field({ type: [EconomicNexusInputRef], description: described.economicNexus }),
    registrations: t.field({ type: [RegistrationInputRef], description: described.registrations }),
    ifVersion: t.int({
      description:
        'Fails with `VersionMismatch` unless the stored declaration has this `version`; 0 expects that nothing is declared yet.',
    }),
  }),
});

builder.mutationField('upsertNexus', (t) =>
  t.field({
    type: NexusRef,
    errors: { types: [InvalidInput, Conflict, VersionMismatch] },
    extensions: needsScopes('nexus:write'),
    description:
      'Creates or replaces the nexus and registrations declared for a state, country or region. Sending the same input again changes nothing. The next document, on any replica, uses the change; stored documents keep their tax.',
    args: {
      input: t.arg({
        ...checked(UpsertNexusInputRef, (inputs) => inputs.nexus),
        required: true,
        description: 'The place, and all that is declared for it.',
      }),
    },
    resolve: async (_root, { input }, ctx) =>
      (await upsertNexus(ctx, input.parsed, versionPrecondition(input.ifVersion))).value,
  }),
);

const EndedNexusRef = builder.objectRef<{ readonly nexus: NexusDeclaration | null }>('EndedNexus').implement({
  description: 'What remains declared for a place after its nexus ended.',
  fields: (t) => ({
    nexus: t.expose('nexus', {
      type: NexusRef,
      nullable: true,
      description: 'The declaration with its periods ended; null if nothing was ever declared.',
    }),
  }),
});

const EndNexusInputRef = builder.inputType('EndNexusInput', {
  description: 'The place whose nexus ends.',
  fields: (t) => ({
    ...placeFields(t),
    ifVersion: ifVersionField(t),
  }),
});

builder.mutationField('endNexus', (t) =>
  t.field({
    type: EndedNexusRef,
    errors: { types: [InvalidInput, Conflict, VersionMismatch] },
    extensions: needsScopes('nexus:write'),
    description:
      'Ends all that is declared for a place: today, where the seller is established, becomes the last day, and periods that begin later are removed. Past periods are kept.',
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
