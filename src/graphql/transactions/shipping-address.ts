import { type Address, address } from '../../domain/base/address.ts';
import { matchedAddressData } from '../../domain/places/matched-address.ts';
import type { SnapshotPlace } from '../../domain/transactions/transaction-snapshot.ts';
import { builder } from '../base/builder.ts';
import { recordFields, recordType } from '../base/record-type.ts';

const AddressFieldsRef = builder.interfaceRef<Address>('AddressFields').implement({
  description: 'The members of an address, as submitted.',
  fields: (t) => recordFields(t, address) as never,
});

recordType(address, [AddressFieldsRef as never]);

/** A shipping address. `place` reads the matched place. */
type ShippingAddress = Address & { place(): Promise<SnapshotPlace> };

export const ShippingAddressRef = builder.objectRef<ShippingAddress>('ShippingAddress').implement({
  description: 'Shipping address of a document or item, as submitted, and the matched place.',
  interfaces: [AddressFieldsRef],
  fields: (t) => ({
    matchedAddressData: t.field({
      type: recordType(matchedAddressData),
      description: 'The place matched to the address.',
      resolve: async (one) => (await one.place()).match,
    }),
  }),
});
