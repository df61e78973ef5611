import { coverageFields, requiredPrecision } from '../../domain/coverage/coverage-requirement.ts';
import { builder } from './builder.ts';
import { descriptionsOf } from './described-fields.ts';
import { enumOf } from './record-type.ts';

const described = descriptionsOf(coverageFields);

export const CoverageRequirementInputRef = builder.inputType('CoverageRequirementInput', {
  description: 'How well the place must be known; below it, the call fails with `InsufficientCoverage`.',
  fields: (t) => ({
    precision: t.field({ type: enumOf(requiredPrecision), description: described.precision }),
    complete: t.boolean({ description: described.complete }),
  }),
});
