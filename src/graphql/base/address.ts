import { type Address, address } from '../../domain/base/address.ts';
import { builder } from './builder.ts';
import { recordFields, recordType } from './record-type.ts';

export const AddressInputRef = builder.inputType('AddressInput', {
  description:
    'An address. In the US a document needs city, state, street and ZIP code unless `isPartial` is true; elsewhere the country is enough.',
  fields: (t) => ({
    street: t.string({ description: 'Street and number, up to 200 characters.' }),
    city: t.string({ description: 'City or town, up to 100 characters.' }),
    county: t.string({ description: 'US county, up to 100 characters.' }),
    state: t.string({ description: 'State or province, as a code or a name, up to 100 characters.' }),
    region: t.string({ description: 'Province or region outside the US, up to 20 characters.' }),
    zip: t.string({ description: 'ZIP or postal code, up to 20 characters.' }),
    country: t.string({ description: 'Country, as a code or an English name, up to 50 characters.' }),
    isPartial: t.boolean({
      description:
        'True: state and ZIP code, or the state alone, are enough, and the result says how precise the match is.',
    }),
  }),
});

export const AddressFieldsRef = builder.interfaceRef<Address>('AddressFields').implement({
  description: 'The members of an address, as sent.',
  fields: (t) => recordFields(t, address) as never,
});

recordType(address, [AddressFieldsRef as never]);
