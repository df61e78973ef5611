import type { EconomicNexus, NexusDeclaration, NexusRegistration, PhysicalNexus } from '../../domain/nexus/nexus.ts';
import type { Builder } from '../base/builder.ts';
import { InternalTimestampsRef } from '../base/timestamps.ts';
import type { NexusEnums } from './nexus-enums.ts';

/** What is declared of a place, as it is answered. */
export function addNexusDeclaration(builder: Builder, enums: NexusEnums) {
  const physicalNexus = builder.objectRef<PhysicalNexus>('PhysicalNexus').implement({
    description: 'A presence in a place, such as an office or goods in a warehouse. Both days are included.',
    fields: (t) => ({
      from: t.field({ type: 'Date', description: 'Its first day.', resolve: ({ fromOn }) => fromOn }),
      to: t.field({
        type: 'Date',
        nullable: true,
        description: 'Its last day; null while it is open.',
        resolve: ({ toOn }) => toOn,
      }),
      note: t.exposeString('note', { nullable: true, description: 'What it is, as sent.' }),
    }),
  });
  const economicNexus = builder.objectRef<EconomicNexus>('EconomicNexus').implement({
    description: 'Nexus by sales, as the seller approved it. Both days are included.',
    fields: (t) => ({
      from: t.field({ type: 'Date', description: 'The day it is approved from.', resolve: ({ fromOn }) => fromOn }),
      to: t.field({
        type: 'Date',
        nullable: true,
        description: 'Its last day; null while it is open.',
        resolve: ({ toOn }) => toOn,
      }),
    }),
  });
  const registration = builder.objectRef<NexusRegistration>('Registration').implement({
    description: 'An entry in the register of a tax authority. Both days are included.',
    fields: (t) => ({
      from: t.field({ type: 'Date', description: 'Its first day.', resolve: ({ fromOn }) => fromOn }),
      to: t.field({
        type: 'Date',
        nullable: true,
        description: 'Its last day; null while it is open.',
        resolve: ({ toOn }) => toOn,
      }),
      number: t.exposeString('number', { nullable: true, description: 'Its number, as sent.' }),
      scheme: t.expose('scheme', { type: enums.scheme, description: 'What it serves.' }),
    }),
  });
  const declaration = builder.objectRef<NexusDeclaration>('Nexus').implement({
    description:
      'What a tenant declared of a US state, a country or a region, the past included. With `collect: WHERE_REGISTERED` it decides where tax is collected.',
    fields: (t) => ({
      country: t.expose('country', { type: 'CountryCode', description: 'Where it is declared for.' }),
      state: t.exposeString('state', {
        nullable: true,
        description: 'US state (`MN`) or region (`CA-QC`); null for a whole country.',
      }),
      physicalNexus: t.field({
        type: [physicalNexus],
        extensions: { listSize: 1 },
        description: 'Presences, oldest first.',
        resolve: (nexus) => [...nexus.physicalNexus],
      }),
      economicNexus: t.field({
        type: [economicNexus],
        extensions: { listSize: 1 },
        description: 'Approvals of economic nexus, oldest first.',
        resolve: (nexus) => [...nexus.economicNexus],
      }),
      registrations: t.field({
        type: [registration],
        extensions: { listSize: 1 },
        description: 'Registrations, oldest first.',
        resolve: (nexus) => [...nexus.registrations],
      }),
      internalTimestamps: t.expose('internalTimestamps', {
        type: InternalTimestampsRef,
        description: 'When it was first declared and last changed here.',
      }),
      version: t.exposeInt('version', { description: 'Counts the changes.' }),
    }),
  });
  return { declaration, physicalNexus, economicNexus, registration };
}

export type NexusRefs = ReturnType<typeof addNexusDeclaration>;
