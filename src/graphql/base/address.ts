import type { Address } from '../../domain/base/address.ts';
import { builder, type Types } from './builder.ts';

/** The fields of an address, for every type that has them. */
export function addressFields(t: PothosSchemaTypes.ObjectFieldBuilder<Types, Address>) {
  return {
    street: t.exposeString('street', {
      nullable: true,
      description: 'Street and house number. They decide where boundaries are known by house.',
    }),
    city: t.exposeString('city', { nullable: true, description: 'City or town; it decides the local taxes.' }),
    county: t.exposeString('county', {
      nullable: true,
      description: 'US county; it distinguishes places that share a ZIP code.',
    }),
    state: t.exposeString('state', { nullable: true, description: 'State or province, as a code or a name.' }),
    region: t.exposeString('region', { nullable: true, description: 'Province or region outside the US.' }),
    zip: t.exposeString('zip', { nullable: true, description: 'ZIP or postal code.' }),
    country: t.exposeString('country', { nullable: true, description: 'Country, as a code or an English name.' }),
    isPartial: t.exposeBoolean('isPartial', {
      nullable: true,
      description: 'Whether state and ZIP code, or the state alone, are all that is known.',
    }),
  };
}

export const AddressRef = builder.objectRef<Address>('Address').implement({
  description: 'An address as sent. Fields that were not sent are null.',
  fields: addressFields,
});

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
