import { type EnumerationValue, enumeration, field, record } from './record.ts';
import { testLand } from './test-land.ts';

export const jurisdictionLevel = enumeration('JurisdictionLevel', 'Kind of authority that levies a tax.', {
  COUNTRY: 'A country, which levies VAT, GST or a federal tax.',
  REGION: 'A province or region of a country other than the US.',
  STATE: 'A US state.',
  COUNTY: 'A US county.',
  CITY: 'A US city or town.',
  DISTRICT: 'A special district, such as a transit or stadium district; a place can be in several districts.',
});

/** A jurisdiction as named in the rate book or a document. */
type Named = {
  readonly id: string;
  readonly level: EnumerationValue<typeof jurisdictionLevel>;
  /** The code of the tax authority or, outside the US, the name of the tax. Unknown in totals across documents. */
  readonly code?: string | null;
  readonly fips?: string | null;
};

/** Test-land states use region-style ids. */
const isInTheUs = ({ level, id }: Named) => level !== 'COUNTRY' && level !== 'REGION' && !id.startsWith(`${testLand}-`);

export const jurisdiction = record('Jurisdiction', 'An authority that levies a tax.', {
  jurisdictionId: field.derived(
    field.text('Id in the rate book, unique within the country.', { examples: ['MN-C053'] }),
    ({ id }: Named) => id,
  ),
  country: field.derived(field.country('ISO 3166-1 alpha-2 code of the country.'), countryOf),
  state: field.derived(
    field.optional(
      field.text('US state or region of the authority, as in an address: `MN`, `QC`.', { examples: ['MN', 'QC'] }),
      'for a country',
    ),
    stateOf,
  ),
  level: field.choice(jurisdictionLevel, 'Kind of authority.'),
  name: field.text('Name of the authority.', { examples: ['Hennepin County'] }),
  code: field.derived(
    field.optional(field.text('Code assigned by the state.', { examples: ['053'] }), 'outside the US and in totals'),
    (named: Named) => (isInTheUs(named) ? (named.code ?? null) : null),
  ),
  taxName: field.derived(
    field.optional(
      field.text('Name of the authority’s tax, such as `VAT` or `QST`.', { examples: ['VAT'] }),
      'in the US and in totals',
    ),
    (named: Named) => (isInTheUs(named) ? null : (named.code ?? null)),
  ),
  fips: field.derived(
    field.optional(field.text('FIPS code.', { examples: ['27053'] }), 'if the authority has no code, and in totals'),
    ({ fips }: Named) => fips ?? null,
  ),
});

/** Ids begin with the country code (`CA-QC`) or, in the US, with the state code (`MN-C053`). */
function countryOf(named: Named): string {
  return isInTheUs(named) ? 'US' : named.id.slice(0, 2);
}

function stateOf(named: Named): string | null {
  if (named.level === 'COUNTRY') return null;
  if (isInTheUs(named)) return named.id.slice(0, 2);
  return named.level === 'REGION' ? named.id.slice(3) : (named.id.split('-')[1] ?? null);
}
