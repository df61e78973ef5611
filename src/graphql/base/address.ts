import { type Address, address } from '../../domain/base/address.ts';
import { builder } from './builder.ts';
import { recordFields, recordType } from './record-type.ts';

export const AddressFieldsRef = builder.interfaceRef<Address>('AddressFields').implement({
  description: 'The members of an address, as submitted.',
  fields: (t) => recordFields(t, address) as never,
});

recordType(address, [AddressFieldsRef as never]);
