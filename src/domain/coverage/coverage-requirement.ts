import { z } from 'zod';
import { AppError, type Issue, invalidInput } from '../base/errors.ts';
import { absentAsNull } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { enumeration, field, record } from '../base/record.ts';
import { dayInput } from '../base/report-period.ts';
import type { MatchedPlace } from '../places/address-match.ts';
import type { Precision } from '../places/matched-address.ts';
import { type RatesOfPlace, ratesAsOf } from './freshness.ts';

export const requiredPrecision = enumeration(
  'RequiredPrecision',
  'Required address precision where local taxes depend on the address.',
  {
    ANY: 'Any precision is accepted.',
    ZIP5: 'The ZIP code must be known.',
    ZIP9: 'The ZIP+4 must be known, which requires imported boundaries for the state.',
    ROOFTOP: 'The building must be known, which requires imported addresses for the state.',
  },
);

export const requiredTaxCode = enumeration('RequiredTaxCode', 'Accepted tax codes.', {
  ANY: 'Any code: an unknown code is taxed as general goods, or as shipping, with the notice `TAX_CODE_UNKNOWN`.',
  KNOWN: 'Only codes in the catalog; other codes are refused with `INVALID_INPUT`.',
});

export const coverageRequirement = record('CoverageRequirement', 'Requirements for a calculation.', {
  precision: field.choice(requiredPrecision, 'Required address precision where local taxes depend on the address.'),
  complete: field.flag('Whether the rate book must include all local rates of the place.'),
  taxCode: field.choice(requiredTaxCode, 'Accepted tax codes for items and shipping fees.'),
  ratesAsOf: field.optional(field.day('Oldest accepted date for the rates of the place.'), 'if any date is accepted'),
});

/** Requirements for a calculation, as set by an account. */
export const coverageFields = z.object({
  precision: choiceInput(requiredPrecision).default('ANY').meta({
    description:
      'Required address precision where local taxes depend on the address: the ZIP code, the ZIP+4 or the building. Default: ANY.',
  }),
  complete: z.boolean().default(false).meta({
    description: 'Whether the rate book must include all local rates of the place. Default: false.',
  }),
  taxCode: choiceInput(requiredTaxCode).default('ANY').meta({
    description:
      'Accepted tax codes for items and shipping fees: any, or only codes in the catalog. `KNOWN` refuses a misspelled code, which `ANY` would tax as general goods. Default: ANY.',
  }),
  ratesAsOf: dayInput.nullable().default(null).meta({
    description:
      'Oldest accepted date for the rates of the place, such as 2026-10-01. Older rates are refused. `GET /v1/coverage` and `ruleCoverage` list the date for each place. Default: any.',
  }),
});
type CoverageRequirement = z.output<typeof coverageFields>;

const { precision, complete, taxCode, ratesAsOf: oldest } = coverageFields.shape;
const ofAccount = ({ description }: { readonly description?: string | undefined }) => ({
  description: description?.replace(/Default: .*/, 'Default: the account setting.'),
});

/** The requirements of one document or lookup. Omitted members use the account settings. */
export const ownCoverageFields = input(
  'CoverageRequirementInput',
  'Requirements for a calculation. A less precise place or older rates fail with `InsufficientCoverage`, an unknown tax code with `InvalidInput`. In a document or lookup, omitted members default to the account settings.',
  {
    precision: absentAsNull(precision.unwrap()).meta(ofAccount(precision)),
    complete: absentAsNull(complete.unwrap()).meta(ofAccount(complete)),
    taxCode: absentAsNull(taxCode.unwrap()).meta(ofAccount(taxCode)),
    ratesAsOf: absentAsNull(oldest.unwrap().unwrap()).meta(ofAccount(oldest)),
  },
);

/** The account's requirements, overridden by the members that the document or lookup sets. */
export function requirementOf(
  own: z.output<typeof ownCoverageFields> | null,
  { require }: { readonly require: CoverageRequirement },
): CoverageRequirement {
  return {
    precision: own?.precision ?? require.precision,
    complete: own?.complete ?? require.complete,
    taxCode: own?.taxCode ?? require.taxCode,
    ratesAsOf: own?.ratesAsOf ?? require.ratesAsOf,
  };
}

const ranks: Record<Precision, number> = { COUNTRY: 0, STATE: 1, ZIP5: 2, CITY: 3, ZIP9: 4, ROOFTOP: 5 };

type KnownPlace = Pick<MatchedPlace, 'regime' | 'precision' | 'localRates' | 'gaps'>;

/** Refuses a place that does not meet the requirement; `path` leads to its address. */
export function requireCoverage(
  place: KnownPlace,
  rates: RatesOfPlace,
  required: CoverageRequirement & { readonly path: Issue['path'] },
): void {
  const { path } = required;
  const issues = [
    ...precisionIssues(place, required, path),
    ...completenessIssues(place, required, path),
    ...ageIssues(rates, required, path),
  ];
  if (issues.length === 0) return;
  throw new AppError('INSUFFICIENT_COVERAGE', issues.map(({ message }) => message).join(' '), { issues });
}

/** Without local taxes, the state or country is precise enough. */
function precisionIssues(place: KnownPlace, { precision }: CoverageRequirement, path: Issue['path']): Issue[] {
  if (precision === 'ANY' || place.localRates === 'NOT_LEVIED' || ranks[place.precision] >= ranks[precision]) return [];
  const message = `The precision of the place is ${place.precision}, but ${precision} is required. ${remedies[precision]}`;
  return [{ path: [...path, fields[precision]], code: 'INSUFFICIENT_COVERAGE', message }];
}

const fields = { ZIP5: 'zip', ZIP9: 'zip', ROOFTOP: 'street' } as const;
const remedies = {
  ZIP5: 'Send the ZIP code.',
  ZIP9: 'Send the ZIP+4, or the street; the boundary files of the state must be imported.',
  ROOFTOP: 'Send the house number and street; the address files of the state must be imported.',
} as const;

function completenessIssues(place: KnownPlace, { complete }: CoverageRequirement, path: Issue['path']): Issue[] {
  if (!complete || place.localRates === 'NOT_LEVIED' || place.localRates === 'COMPLETE') return [];
  const gaps = place.gaps.length > 0 ? `: ${place.gaps.map((gap) => gap.replace(/\.$/, '')).join('; ')}` : '';
  const what = place.localRates === 'STATE_ONLY' ? 'no local rates' : 'not all local rates';
  const message = `The rate book has ${what} for the place${gaps}. Send a more precise address, or import the rates of the place.`;
  return [{ path: [...path], code: 'INSUFFICIENT_COVERAGE', message }];
}

function ageIssues(
  { name, freshness, hasLocalRates, taxDate }: RatesOfPlace,
  { ratesAsOf: day }: CoverageRequirement,
  path: Issue['path'],
): Issue[] {
  const asOf = ratesAsOf(freshness, taxDate, hasLocalRates);
  if (day === null || freshness.overdueFrom === null || asOf >= day) return [];
  const message = `The rates of ${name} date from ${asOf}, but ratesAsOf requires ${day}. Import newer rates, or require an earlier date.`;
  return [{ path: [...path], code: 'INSUFFICIENT_COVERAGE', message }];
}

type Catalogue = { findTaxCode(taxCode: string): unknown };

/** Refuses tax codes that are not in the catalog, if the requirement demands it. */
export function requireTaxCodes(
  lines: Iterable<{ readonly path: Issue['path']; readonly taxCode: string }>,
  required: Pick<CoverageRequirement, 'taxCode'>,
  catalogue: Catalogue,
): void {
  if (required.taxCode === 'ANY') return;
  const unknown = [...lines].filter(({ taxCode }) => catalogue.findTaxCode(taxCode) === null);
  if (unknown.length > 0) throw invalidInput(unknown.map((line) => unknownTaxCode(line.taxCode, line.path)));
}

export function unknownTaxCode(taxCode: string, path: Issue['path']): Issue {
  const problem = taxCode.trim() === '' ? 'The tax code is empty' : `${JSON.stringify(taxCode)} is not a tax code`;
  const message = `${problem}. Valid codes are listed by GET /v1/tax_codes, or by taxCodes in GraphQL.`;
  return { path, code: 'UNKNOWN_VALUE', message };
}
