import type { InputFieldBuilder } from '@pothos/core';
import { globalTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import type { Types } from '../base/builder.ts';
import { descriptionsOf } from '../base/described-fields.ts';

const described = descriptionsOf(globalTaxRatesInput);

/** The day and the goods for which rates are requested. */
export function rateQuestionFields(t: InputFieldBuilder<Types, 'InputObject'>) {
  return {
    asOf: t.field({ type: 'Date', description: described.asOf }),
    taxCode: t.string({ description: described.taxCode }),
  };
}
