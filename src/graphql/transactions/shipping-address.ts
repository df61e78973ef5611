import type { Address } from '../../domain/base/address.ts';
import type { Builder } from '../base/builder.ts';
import type { Enums } from '../base/enums.ts';
import type { MatchedAddressTypes } from '../places/matched-address.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';

type Parts = { readonly enums: Enums; readonly matched: MatchedAddressTypes };

export function addShippingAddress(builder: Builder, { enums, matched }: Parts) {
  return builder.objectRef<Address & { readonly document: CalculatedDocument }>('ShippingAddress').implement({
    description: 'The address that decides a document’s tax, as sent, and what it was matched to.',
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
      matchedAddressData: t.field({
        type: matched.matchedAddressData,
        description: 'The place it was matched to.',
        resolve: async ({ document }, _args, ctx) => (await snapshotOf(document, ctx)).match,
      }),
      precision: t.field({
        type: enums.precision,
        description: 'How precisely it was placed.',
        resolve: async ({ document }, _args, ctx) => (await snapshotOf(document, ctx)).match.precision,
      }),
    }),
  });
}
