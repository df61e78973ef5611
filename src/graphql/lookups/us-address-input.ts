import type { InputFieldBuilder } from '@pothos/core';
import { addressLookupInput } from '../../domain/lookups/lookup-input.ts';
import type { Types } from '../base/builder.ts';
import { descriptionsOf } from '../base/described-fields.ts';

const described = descriptionsOf(addressLookupInput);

/** A US address, for every input that takes one. */
export function usAddressFields(t: InputFieldBuilder<Types, 'InputObject'>) {
  return {
    country: t.string({ required: true, description: described.country }),
    state: t.string({ required: true, description: described.state }),
    zip: t.string({ required: true, description: described.zip }),
    city: t.string({ description: described.city }),
    county: t.string({ description: described.county }),
    street: t.string({ description: described.street }),
  };
}
