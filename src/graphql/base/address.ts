import type { Builder } from './builder.ts';

/** Addresses as they were sent, and as an input of a customer or of a document. */
export function addAddresses(builder: Builder) {
  builder.objectType('Address', {
    description: 'An address as it was sent; null where a field was not.',
    fields: (t) => ({
      street: t.exposeString('street', {
        nullable: true,
        description: 'Street and house number: decides where boundaries are held by house.',
      }),
      city: t.exposeString('city', {
        nullable: true,
        description: 'City or town, for whose local taxes it is matched.',
      }),
      county: t.exposeString('county', {
        nullable: true,
        description: 'US county: tells apart places that share a ZIP code.',
      }),
      state: t.exposeString('state', { nullable: true, description: 'State or province, as code or name.' }),
      region: t.exposeString('region', { nullable: true, description: 'Province or region outside the US.' }),
      zip: t.exposeString('zip', { nullable: true, description: 'ZIP or postal code.' }),
      country: t.exposeString('country', { nullable: true, description: 'Country, as code or English name.' }),
      isPartial: t.exposeBoolean('isPartial', {
        nullable: true,
        description: 'Whether state and ZIP, or the state alone, are all that is known.',
      }),
    }),
  });
  const address = builder.inputType('AddressInput', {
    description:
      'An address. In the US a document needs city, state, street and ZIP unless `isPartial` is true; elsewhere the country is enough.',
    fields: (t) => ({
      street: t.string({ description: 'Street and number, up to 200 characters.' }),
      city: t.string({ description: 'City or town, up to 100 characters.' }),
      county: t.string({ description: 'US county, up to 100 characters.' }),
      state: t.string({ description: 'State or province, as code or name, up to 100 characters.' }),
      region: t.string({ description: 'Province or region outside the US, up to 20 characters.' }),
      zip: t.string({ description: 'ZIP or postal code, up to 20 characters.' }),
      country: t.string({ description: 'Country, as code or English name, up to 50 characters.' }),
      isPartial: t.boolean({
        description: 'True: state and ZIP, or the state alone, are enough, and the result says how precise it is.',
      }),
    }),
  });
  return { address };
}

export type AddressInputs = ReturnType<typeof addAddresses>;
