import { type Address, address } from '../../domain/base/address.ts';
import type { SnapshotPlace } from '../../domain/transactions/transaction-snapshot.ts';
import { builder } from '../base/builder.ts';
import { PrecisionEnum } from '../base/enums.ts';
import { recordFields } from '../base/record-type.ts';
import { MatchedAddressDataRef } from '../places/matched-address.ts';

/** An address that goods are shipped to. `place` reads what it was matched to. */
type ShippingAddress = Address & { place(): Promise<SnapshotPlace> };

export const ShippingAddressRef = builder.objectRef<ShippingAddress>('ShippingAddress').implement({
  description:
    'An address that decides tax, of a document or of an item, as sent, and the place that it was matched to.',
  fields: (t) => ({
    ...recordFields(t, address),
    matchedAddressData: t.field({
      type: MatchedAddressDataRef,
      description: 'The place that the address was matched to.',
      resolve: async (one) => (await one.place()).match,
    }),
    precision: t.field({
      type: PrecisionEnum,
      description: 'How precisely the address was located.',
      resolve: async (one) => (await one.place()).match.precision,
    }),
  }),
});
