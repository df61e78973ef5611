import { type Decimal, decimal, roundToUnit, sum, zero } from '../../../tax/numbers/decimal.ts';
import type { FormLine } from './filled-form.ts';
import type { FormSchedule } from './form-layout.ts';

/** The rate book's data on a jurisdiction in the figures. */
export type FormJurisdiction = {
  readonly code: string;
  /** The name of the jurisdiction's county; for a county, its own name. */
  readonly county: string | null;
  /** The single rate in the period; null if the rate changed or is unknown. */
  readonly rate: string | null;
};

/** Figures for a jurisdiction in the currency of the form. */
export type FormFigures = {
  readonly jurisdiction: NonNullable<FormLine['jurisdiction']>;
  readonly taxable: Decimal;
  readonly tax: Decimal;
};

/** Figures in dollars, the currency of the forms. */
export type FormTotals = {
  readonly gross: Decimal;
  /** Sales taxed at any level. */
  readonly taxed: Decimal;
  readonly state: Pick<FormFigures, 'taxable' | 'tax'>;
  readonly tax: Decimal;
  readonly marketplace: Decimal;
  readonly marketplaceTax: Decimal;
  readonly leftOut: readonly string[];
};

/** A schedule row; unknown figures are null. */
export type FormRow = {
  readonly jurisdiction: FormFigures['jurisdiction'];
  readonly code: string | null;
  readonly taxable: Decimal;
  readonly rate: Decimal | null;
  readonly tax: Decimal | null;
};

export type KnownJurisdictions = ReadonlyMap<string, FormJurisdiction>;

export function rowsOf(
  kind: FormSchedule['rows'],
  local: readonly FormFigures[],
  known: KnownJurisdictions,
): FormRow[] {
  const taxed = local.filter(({ taxable, tax }) => !taxable.isZero() || !tax.isZero());
  return kind === 'JURISDICTIONS' ? taxed.map((one) => ownRow(one, known)) : districtAreas(taxed, known);
}

function ownRow({ jurisdiction, taxable, tax }: FormFigures, known: KnownJurisdictions): FormRow {
  const { code = null, rate = null } = known.get(jurisdiction.id) ?? {};
  return { jurisdiction, code, taxable, rate: rate === null ? null : decimal(rate), tax };
}

/**
 * Areas of California with a single district tax rate: each city with its own tax, at the rates of city and county, and
 * the rest of each county. The form multiplies sales by these rates; county tax charged in a city is not shown
 * separately.
 */
function districtAreas(taxed: readonly FormFigures[], known: KnownJurisdictions): FormRow[] {
  const countyOf = ({ jurisdiction }: FormFigures) => known.get(jurisdiction.id)?.county ?? null;
  const isWithin = (city: FormFigures, county: FormFigures) =>
    countyOf(city) !== null && countyOf(city) === countyOf(county);
  const cities = taxed.filter(({ jurisdiction }) => jurisdiction.level !== 'COUNTY');
  const counties = taxed.filter(({ jurisdiction }) => jurisdiction.level === 'COUNTY');
  const cityRows = cities.map((city) => {
    const county = counties.find((one) => isWithin(city, one));
    return areaRow(city, city.taxable, county ? [city, county] : [city], known);
  });
  const countyRows = counties.flatMap((county) => {
    const within = cities.filter((city) => isWithin(city, county));
    const rest = county.taxable.minus(sum(within.map(({ taxable }) => taxable)));
    return rest.isZero() ? [] : [areaRow(county, rest, [county], known)];
  });
  return [...countyRows, ...cityRows].sort(byCounty(known));
}

function areaRow(
  { jurisdiction }: FormFigures,
  taxable: Decimal,
  levying: readonly FormFigures[],
  known: KnownJurisdictions,
): FormRow {
  const rates = levying.map((one) => known.get(one.jurisdiction.id)?.rate ?? null);
  const rate = rates.reduce<Decimal | null>(
    (total, one) => (total && one !== null ? total.plus(decimal(one)) : null),
    zero,
  );
  return { jurisdiction, code: null, taxable, rate, tax: rate && roundToUnit(taxable, 0).times(rate) };
}

const byCounty = (known: KnownJurisdictions) => (one: FormRow, other: FormRow) => {
  const key = ({ jurisdiction: { id, level, name } }: FormRow) =>
    `${known.get(id)?.county ?? ''} ${level === 'COUNTY' ? '' : name}`;
  return key(one) < key(other) ? -1 : 1;
};
