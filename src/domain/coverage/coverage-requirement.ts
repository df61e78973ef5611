import { z } from 'zod';
import { AppError, type Issue } from '../base/errors.ts';
import { enumeration, field, namesOf, record } from '../base/record.ts';
import type { MatchedPlace } from '../places/address-match.ts';
import type { Precision } from '../places/matched-address.ts';

export const requiredPrecision = enumeration(
  'RequiredPrecision',
  'How precisely a place must be known where local taxes depend on it.',
  {
    ANY: 'Any precision is accepted.',
    ZIP5: 'The ZIP code is known.',
    ZIP9: 'The ZIP+4 is known, which needs imported boundaries of the state.',
    ROOFTOP: 'The building is known, which needs imported addresses of the state.',
  },
);

export const coverageRequirement = record('CoverageRequirement', 'How well the place of a calculation must be known.', {
  precision: field.choice(requiredPrecision, 'How precisely the place must be known where local taxes depend on it.'),
  complete: field.flag('Whether the rate book must have all local rates of the place.'),
});

/** How precisely and completely the place of a calculation must be known. */
export const coverageFields = z.object({
  precision: z.enum(namesOf(requiredPrecision)).default('ANY').meta({
    description:
      'How precisely the place must be known where local taxes depend on it: to the ZIP code, the ZIP+4 or the building. Default: ANY.',
  }),
  complete: z.boolean().default(false).meta({
    description: 'Whether the rate book must have all local rates of the place. Default: false.',
  }),
});
type CoverageRequirement = z.output<typeof coverageFields>;

const ranks: Record<Precision, number> = { COUNTRY: 0, STATE: 1, ZIP5: 2, CITY: 3, ZIP9: 4, ROOFTOP: 5 };

type KnownPlace = Pick<MatchedPlace, 'regime' | 'precision' | 'localRates' | 'gaps'>;

/** Refuses a place that does not meet the requirement; `path` leads to its address. */
export function requireCoverage(place: KnownPlace, required: CoverageRequirement, path: Issue['path']): void {
  const issues = [...precisionIssues(place, required, path), ...completenessIssues(place, required, path)];
  if (issues.length === 0) return;
  throw new AppError('INSUFFICIENT_COVERAGE', issues.map(({ message }) => message).join(' '), { issues });
}

/** Where no local taxes exist, the state or country is precise enough. */
function precisionIssues(place: KnownPlace, { precision }: CoverageRequirement, path: Issue['path']): Issue[] {
  if (precision === 'ANY' || place.localRates === 'NOT_LEVIED' || ranks[place.precision] >= ranks[precision]) return [];
  const message = `The place is known as ${place.precision}, but ${precision} is required. ${remedies[precision]}`;
  return [{ path: [...path, fields[precision]], code: 'INSUFFICIENT_COVERAGE', message }];
}

const fields = { ZIP5: 'zip', ZIP9: 'zip', ROOFTOP: 'street' } as const;
const remedies = {
  ZIP5: 'Send the ZIP code.',
  ZIP9: 'Send the ZIP+4, or the street; the boundary files of the state must be imported.',
  ROOFTOP: 'Send house number and street; the address files of the state must be imported.',
} as const;

function completenessIssues(place: KnownPlace, { complete }: CoverageRequirement, path: Issue['path']): Issue[] {
  if (!complete || place.localRates === 'NOT_LEVIED' || place.localRates === 'COMPLETE') return [];
  const gaps = place.gaps.length > 0 ? `: ${place.gaps.map((gap) => gap.replace(/\.$/, '')).join('; ')}` : '';
  const what = place.localRates === 'STATE_ONLY' ? 'no local rates' : 'not all local rates';
  const message = `The rate book has ${what} of the place${gaps}. Send a more precise address, or import the rates of the place.`;
  return [{ path: [...path], code: 'INSUFFICIENT_COVERAGE', message }];
}
