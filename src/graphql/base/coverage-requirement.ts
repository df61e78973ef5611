import {
  type CoverageRequirement,
  coverageFields,
  type requiredPrecisions,
} from '../../domain/coverage/coverage-requirement.ts';
import { builder } from './builder.ts';
import { describedEnum } from './described-enum.ts';
import { descriptionsOf } from './described-fields.ts';

const described = descriptionsOf(coverageFields);

export const RequiredPrecisionEnum = describedEnum(
  'RequiredPrecision',
  'How precisely a place must be known where local taxes depend on it.',
  {
    ANY: 'Any precision is accepted.',
    ZIP5: 'The ZIP code is known.',
    ZIP9: 'The ZIP+4 is known, which needs imported boundaries of the state.',
    ROOFTOP: 'The building is known, which needs imported addresses of the state.',
  } satisfies Record<(typeof requiredPrecisions)[number], string>,
);

export const CoverageRequirementRef = builder.objectRef<CoverageRequirement>('CoverageRequirement').implement({
  description: 'How well the place of a calculation must be known.',
  fields: (t) => ({
    precision: t.expose('precision', { type: RequiredPrecisionEnum, description: described.precision }),
    complete: t.exposeBoolean('complete', { description: described.complete }),
  }),
});

export const CoverageRequirementInputRef = builder.inputType('CoverageRequirementInput', {
  description: 'How well the place must be known; below it, the call fails with `InsufficientCoverage`.',
  fields: (t) => ({
    precision: t.field({ type: RequiredPrecisionEnum, description: described.precision }),
    complete: t.boolean({ description: described.complete }),
  }),
});
