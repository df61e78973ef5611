import { filingFrequency } from '../../domain/nexus/filing-frequency.ts';
import type {
  EconomicNexus,
  NexusDeclaration,
  NexusRegistration,
  NexusTerms,
  NexusWindow,
  PhysicalNexus,
  RegistrationScheme,
} from '../../domain/nexus/nexus.ts';
import { physicalNexusFields, registrationFields } from '../../domain/nexus/nexus-input.ts';
import { builder, type Types } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { enumOf } from '../base/record-type.ts';
import { addStoredTimes, InternalTimestampsRef } from '../base/timestamps.ts';

const described = { ...descriptionsOf(physicalNexusFields), ...descriptionsOf(registrationFields) };

export const RegistrationSchemeEnum = describedEnum('RegistrationScheme', 'The taxes that a registration covers.', {
  STANDARD: 'The tax of the place of registration.',
  ONE_STOP_SHOP:
    'Sales to consumers in the whole EU, declared in one member state. Tax is collected in all member states.',
} satisfies Record<RegistrationScheme, string>);

export const FilingFrequencyEnum = enumOf(filingFrequency);

/** The days of a period, for every type that has them. */
function windowFields(t: PothosSchemaTypes.ObjectFieldBuilder<Types, NexusWindow>) {
  const first = { type: 'Date', description: 'First day, such as `2026-01-01`.' } as const;
  const last = { type: 'Date', nullable: true, description: 'Last day; null if there is none.' } as const;
  return {
    validFrom: t.field({ ...first, resolve: ({ validFrom }) => validFrom }),
    validThrough: t.field({ ...last, resolve: ({ validThrough }) => validThrough }),
  };
}

const PhysicalNexusRef = builder.objectRef<PhysicalNexus>('PhysicalNexus').implement({
  description: 'A physical presence in a place, such as an office or goods in a warehouse. Both days are included.',
  fields: (t) => ({
    ...windowFields(t),
    note: t.exposeString('note', { nullable: true, description: described.note }),
  }),
});

const EconomicNexusRef = builder.objectRef<EconomicNexus>('EconomicNexus').implement({
  description: 'Nexus by sales, as approved by the seller. Both days are included.',
  fields: windowFields,
});

const RegistrationRef = builder.objectRef<NexusRegistration>('Registration').implement({
  description: 'A registration with a tax authority. Both days are included.',
  fields: (t) => ({
    ...windowFields(t),
    number: t.exposeString('number', { nullable: true, description: described.number }),
    scheme: t.expose('scheme', { type: RegistrationSchemeEnum, description: described.scheme }),
    filingFrequency: t.field({
      type: FilingFrequencyEnum,
      nullable: true,
      description: 'How often returns are filed, as the authority assigned it; null for monthly by default.',
      resolve: ({ filingFrequency }) => filingFrequency ?? null,
    }),
    filingDueDay: t.int({
      nullable: true,
      description: 'Day of the month after the period on which the return is due; null for that of the law.',
      resolve: ({ filingDueDay }) => filingDueDay ?? null,
    }),
  }),
});

/** What is declared for a place, for every type that has it. */
export function declaredFields(t: PothosSchemaTypes.ObjectFieldBuilder<Types, NexusTerms>) {
  return {
    physicalNexus: t.field({
      type: [PhysicalNexusRef],
      extensions: { listSize: 1 },
      description: 'Periods of physical presence, oldest first.',
      resolve: ({ physicalNexus }) => [...physicalNexus],
    }),
    economicNexus: t.field({
      type: [EconomicNexusRef],
      extensions: { listSize: 1 },
      description: 'Periods of approved economic nexus, oldest first.',
      resolve: ({ economicNexus }) => [...economicNexus],
    }),
    registrations: t.field({
      type: [RegistrationRef],
      extensions: { listSize: 1 },
      description: 'Periods of registration with the tax authority, oldest first.',
      resolve: ({ registrations }) => [...registrations],
    }),
  };
}

export const NexusRef = builder.objectRef<NexusDeclaration>('Nexus').implement({
  description:
    'Nexus and registrations that the tenant has declared for a US state, a country or a region, including past ones. With `collectionPolicy: WHERE_REGISTERED` they decide where tax is collected.',
  fields: (t) => ({
    country: t.expose('country', { type: 'CountryCode', description: 'ISO 3166-1 alpha-2 code of the country.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'The code of the US state (`MN`) or region (`CA-QC`); null for a whole country.',
    }),
    ...declaredFields(t),
    internalTimestamps: t.expose('internalTimestamps', {
      type: InternalTimestampsRef,
      description: 'When this service stored and last changed the declaration.',
    }),
    version: t.exposeInt('version', { description: 'The number of changes to the declaration.' }),
  }),
});

addStoredTimes(NexusRef);
