import { type Address, address, addressInput } from '../../domain/base/address.ts';
import { builder } from './builder.ts';
import { inputOf } from './input-of.ts';
import { recordFields, recordType } from './record-type.ts';

export const AddressInputRef = inputOf(addressInput);

export const AddressFieldsRef = builder.interfaceRef<Address>('AddressFields').implement({
  description: 'The members of an address, as sent.',
  fields: (t) => recordFields(t, address) as never,
});

recordType(address, [AddressFieldsRef as never]);
