import type { CustomerType } from '../../tax/model/assessment.ts';
import type { TaxReason } from '../../tax/model/reasons.ts';
import { type Issue, invalidInput } from '../base/errors.ts';
import { type AskedPeriod, type ReportPeriod, readReportPeriod } from '../base/report-period.ts';
import { readPlaceFilter } from '../places/place-filter.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import type { TransactionType } from '../transactions/transaction-enums.ts';

/** The labels of a row of liability, as sent. */
export type AskedCounted = { readonly [Name in keyof AskedPeriod]?: AskedPeriod[Name] | undefined } & {
  readonly country?: string | null;
  readonly state?: string | null;
  /** Id of a jurisdiction. */
  readonly jurisdiction?: string | null;
  readonly taxCode?: string | null;
  readonly reason?: TaxReason | null;
  readonly transactionType?: TransactionType | null;
  readonly currency?: string | null;
  readonly subsidiary?: string | null;
  readonly customerTypes?: readonly CustomerType[] | null;
  readonly countries?: readonly string[] | null;
};

/** The documents that liability counts in a row. A document matches if one of its lines has both the tax code and the reason. */
export type CountedDocuments = ReportPeriod & {
  readonly country: string | null;
  readonly state: string | null;
  readonly jurisdictionId: string | null;
  readonly taxCode: string | null;
  readonly reason: TaxReason | null;
  readonly transactionType: TransactionType | null;
  readonly currency: string | null;
  readonly subsidiary: string | null;
  /** The customer types of the calculation. */
  readonly customerTypes: readonly CustomerType[] | null;
  /** Country codes; a match with any of them is enough. */
  readonly countries: readonly string[] | null;
};

/** Throws `INVALID_INPUT` with all issues. */
export function readCounted(matcher: AddressMatcher, asked: AskedCounted): CountedDocuments {
  const { place, issues: placeIssues } = readPlaceFilter(matcher, asked);
  const { period, issues: periodIssues } = readReportPeriod({
    from: asked.from ?? null,
    to: asked.to ?? null,
    month: asked.month ?? null,
    quarter: asked.quarter ?? null,
  });
  const countries = asked.countries?.map((country) => matcher.findCountry(country)) ?? null;
  const issues: Issue[] = [...periodIssues, ...placeIssues, ...countryIssues(countries)];
  if (issues.length > 0 || period === null) throw invalidInput(issues);
  return {
    ...period,
    country: place.country ?? null,
    state: place.state ?? null,
    jurisdictionId: asked.jurisdiction ?? null,
    taxCode: asked.taxCode ?? null,
    reason: asked.reason ?? null,
    transactionType: asked.transactionType ?? null,
    currency: asked.currency ?? null,
    subsidiary: asked.subsidiary ?? null,
    customerTypes: asked.customerTypes ?? null,
    countries: countries?.filter((country) => country !== null) ?? null,
  };
}

/** More than any real query needs. */
const mostCountries = 50;

function countryIssues(countries: readonly (string | null)[] | null): Issue[] {
  if (countries === null) return [];
  if (countries.length === 0 || countries.length > mostCountries) {
    const message = `Name between 1 and ${mostCountries} countries.`;
    return [{ path: ['countries'], code: 'OUT_OF_RANGE', message }];
  }
  return countries.flatMap((country, index) =>
    country === null ? [{ path: ['countries', index], code: 'UNKNOWN_VALUE', message: 'Not a known country.' }] : [],
  );
}
