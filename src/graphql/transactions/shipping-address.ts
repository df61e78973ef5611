import type { Address } from '../../domain/base/address.ts';
import { addressFields } from '../base/address.ts';
import type { Builder } from '../base/builder.ts';
import { PrecisionEnum } from '../base/enums.ts';
import { MatchedAddressDataRef } from '../places/matched-address.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';

export function addShippingAddress(builder: Builder) {
  return builder.objectRef<Address & { readonly document: CalculatedDocument }>('ShippingAddress').implement({
    description: 'The address that decides a document’s tax, as sent, and what it was matched to.',
    fields: (t) => ({
      ...addressFields(t),
      matchedAddressData: t.field({
        type: MatchedAddressDataRef,
        description: 'The place it was matched to.',
        resolve: async ({ document }, _args, ctx) => (await snapshotOf(document, ctx)).match,
      }),
      precision: t.field({
        type: PrecisionEnum,
        description: 'How precisely it was placed.',
        resolve: async ({ document }, _args, ctx) => (await snapshotOf(document, ctx)).match.precision,
      }),
    }),
  });
}
