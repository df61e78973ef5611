import type { Builder } from '../base/builder.ts';
import type { NexusEnums } from './nexus-enums.ts';

const fromDay = 'Its first day; of a date-time, the day as written.';
const toDay = 'Its last day, included; absent while it is open.';

/** What is declared of a place, as it is sent, and the name of a place. */
export function addNexusInputs(builder: Builder, enums: NexusEnums) {
  const place = {
    state: 'A US state by code or name; or, with `country`, a state or region of it.',
    country: 'A country by code or English name; absent: the US.',
    region: 'A region of the country with a tax of its own, such as Quebec; absent: the whole country.',
  };
  const physicalNexus = builder.inputType('PhysicalNexusInput', {
    description: 'A presence in a place.',
    fields: (t) => ({
      from: t.string({ required: true, description: fromDay }),
      to: t.string({ description: toDay }),
      note: t.string({ description: 'What it is: up to 1000 characters.' }),
    }),
  });
  const economicNexus = builder.inputType('EconomicNexusInput', {
    description: 'Nexus by sales, as the seller approves it.',
    fields: (t) => ({
      from: t.string({ required: true, description: fromDay }),
      to: t.string({ description: toDay }),
    }),
  });
  const registration = builder.inputType('RegistrationInput', {
    description: 'An entry in the register of a tax authority.',
    fields: (t) => ({
      from: t.string({ required: true, description: fromDay }),
      to: t.string({ description: toDay }),
      number: t.string({ description: 'Its number; checked by its form where the country has one.' }),
      scheme: t.field({ type: enums.scheme, description: '`STANDARD` when absent.' }),
    }),
  });
  const set = builder.inputType('SetNexusInput', {
    description: 'A place, and all that is declared of it: what is left out is not declared.',
    fields: (t) => ({
      state: t.string({ description: place.state }),
      country: t.string({ description: place.country }),
      region: t.string({ description: place.region }),
      physicalNexus: t.field({ type: [physicalNexus], description: 'Presences; their days must not overlap.' }),
      economicNexus: t.field({ type: [economicNexus], description: 'Approvals; their days must not overlap.' }),
      registrations: t.field({
        type: [registration],
        description: 'Registrations; the days of those of one scheme must not overlap.',
      }),
      ifVersion: t.int({
        description:
          'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless what is declared has this `version`; 0: unless nothing is yet.',
      }),
    }),
  });
  const end = builder.inputType('EndNexusInput', {
    description: 'A place.',
    fields: (t) => ({
      state: t.string({ description: place.state }),
      country: t.string({ description: place.country }),
      region: t.string({ description: place.region }),
      ifVersion: t.int({
        description: 'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless what is declared has this `version`.',
      }),
    }),
  });
  return { set, end };
}
