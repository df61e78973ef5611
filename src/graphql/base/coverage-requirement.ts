import { coverageFields } from '../../domain/coverage/coverage-requirement.ts';
import { inputOf } from './input-of.ts';

export const CoverageRequirementInputRef = inputOf(coverageFields);
