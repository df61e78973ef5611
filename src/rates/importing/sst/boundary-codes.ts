import { formatList, formatNumber } from '../../../domain/base/words.ts';
import type { BoundaryStack } from '../../../domain/rate-book/rate-layer.ts';
import type { FileIssues } from '../cells/issue-list.ts';

/** The codes for which a state has rates. */
type RatedCodes = {
  readonly counties: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  readonly districts: ReadonlySet<string>;
};

export function ratedCodes(jurisdictions: Iterable<{ readonly level: string; readonly code: string }>): RatedCodes {
  const codes = { counties: new Set<string>(), places: new Set<string>(), districts: new Set<string>() };
  for (const { level, code } of jurisdictions) {
    if (level === 'COUNTY') codes.counties.add(code);
    if (level === 'CITY') codes.places.add(code);
    if (level === 'DISTRICT') codes.districts.add(code);
  }
  return codes;
}

/**
 * Counties and places without rates are common: they levy no tax. Districts without rates are unusual, and boundaries
 * with only unknown codes were made for other rates.
 */
export function checkCodes(
  stacks: readonly BoundaryStack[],
  rated: RatedCodes,
  { state, issues }: { readonly state: string; readonly issues: FileIssues },
): string[] {
  const counties = new Set(stacks.flatMap(({ county }) => county ?? []));
  const places = new Set(stacks.flatMap(({ place }) => place ?? []));
  const districts = new Set(stacks.flatMap((stack) => stack.districts.map(({ code }) => code)));
  const lacking = {
    counties: without(counties, rated.counties),
    places: without(places, rated.places),
    districts: without(districts, rated.districts),
  };
  const named = counties.size + places.size + districts.size;
  const lackingCount = lacking.counties.length + lacking.places.length + lacking.districts.length;
  const hasLocalRates = rated.counties.size + rated.places.size + rated.districts.size > 0;
  if (hasLocalRates && named > 0 && lackingCount === named) {
    issues.add(`No code in the file has a rate in ${state}; import the state's rate file together with this file.`);
    return [];
  }
  const notes = [
    lacking.districts.length > 0 &&
      `districts without rates, which are not taxed: ${formatNumber(lacking.districts.length)} (${formatList(lacking.districts)})`,
    lacking.counties.length > 0 && `counties without a rate of their own: ${formatNumber(lacking.counties.length)}`,
    lacking.places.length > 0 && `places without a rate of their own: ${formatNumber(lacking.places.length)}`,
  ];
  return notes.filter((note) => note !== false);
}

function without(codes: ReadonlySet<string>, rated: ReadonlySet<string>): string[] {
  return [...codes].filter((code) => !rated.has(code)).sort();
}
