import { coverageFields, requiredPrecision, requiredTaxCode } from '../../domain/coverage/coverage-requirement.ts';
import { builder } from './builder.ts';
import { descriptionsOf } from './described-fields.ts';
import { enumOf } from './record-type.ts';

const described = descriptionsOf(coverageFields);

export const CoverageRequirementInputRef = builder.inputType('CoverageRequirementInput', {
  description:
    'Requirements for a calculation. A less precise place fails with `InsufficientCoverage`, an unknown tax code with `InvalidInput`. In a document or look-up, absent members have the values of the account.',
  fields: (t) => ({
    precision: t.field({ type: enumOf(requiredPrecision), description: described.precision }),
    complete: t.boolean({ description: described.complete }),
    taxCode: t.field({ type: enumOf(requiredTaxCode), description: described.taxCode }),
  }),
});
