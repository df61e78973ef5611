import type { Address } from '../../domain/base/address.ts';
import { addressFields } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { PrecisionEnum } from '../base/enums.ts';
import { MatchedAddressDataRef } from '../places/matched-address.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';

type ShippingAddress = Address & { readonly document: CalculatedDocument };

export const ShippingAddressRef = builder.objectRef<ShippingAddress>('ShippingAddress').implement({
  description: 'The address that decides the tax of a document, as sent, and the place that it was matched to.',
  fields: (t) => ({
    ...addressFields(t),
    matchedAddressData: t.field({
      type: MatchedAddressDataRef,
      description: 'The place that the address was matched to.',
      resolve: async ({ document }, _args, ctx) => (await snapshotOf(document, ctx)).match,
    }),
    precision: t.field({
      type: PrecisionEnum,
      description: 'How precisely the address was located.',
      resolve: async ({ document }, _args, ctx) => (await snapshotOf(document, ctx)).match.precision,
    }),
  }),
});
