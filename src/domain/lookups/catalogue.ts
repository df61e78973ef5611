import { boundedText } from '../base/fields.ts';
import { type EnumerationValue, enumeration, field, type RecordOf, record } from '../base/record.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import type { LocalRates, sourcing } from '../places/place-law.ts';

const taxCodeKind = enumeration('TaxCodeKind', 'The kind of goods or services that a tax code covers.', {
  GOODS: 'Tangible goods.',
  DIGITAL: 'Digital goods, software and software services.',
  SERVICE: 'Services and admissions.',
  SHIPPING: 'Delivery.',
  HANDLING: 'Packing and handling.',
  STORED_VALUE: 'Gift cards and other stored value.',
});

export const taxCode = record('TaxCode', 'A code for goods or services, which determines how they are taxed.', {
  code: field.text('The code used in document lines.', { examples: ['C1S1'] }),
  name: field.text('Short name for lists, such as `Clothing`.'),
  description: field.text('The goods or services that the code covers.'),
  category: field.text('The category that determines taxability, such as `clothing`.'),
  isTangible: field.flag('Whether the code covers tangible goods.'),
  isOnSite: field.flag(
    'Whether goods or services with the code are supplied and taxed at their place of use for every buyer, such as a hotel night.',
  ),
  kind: field.choice(taxCodeKind, 'The kind of goods or services.'),
  attributes: field.list(
    field.text('Name of an item attribute.', { examples: ['isPrescribed'] }),
    1,
    'Attributes to send with an item, because its tax depends on them in some US states. Empty if no attribute matters.',
  ),
});
export type TaxCode = RecordOf<typeof taxCode>;

export type StateFacts = {
  readonly code: string;
  readonly name: string;
  readonly sourcing: EnumerationValue<typeof sourcing>;
  /** Whether counties, cities and districts levy their own taxes, and how completely the rate book covers them. */
  readonly coverage: StateCoverage;
  /** Null if no known law requires marketplaces to collect for their sellers. */
  readonly marketplaceLaw: MarketplaceLaw | null;
  /** Null outside the Streamlined Sales and Use Tax Agreement, whose members publish rate files. */
  readonly streamlined: StreamlinedMember | null;
};

export type MarketplaceLaw = {
  /** The first day on which marketplaces collect. */
  readonly since: string;
  readonly source: string;
  readonly uncertainty: string | null;
};

export type StreamlinedMember = {
  readonly status: 'FULL' | 'ASSOCIATE';
  /** Written from memory, not checked with the agreement's governing board. */
  readonly since: string;
  /**
   * Names of the newest rate and boundary files, and the month in which they were seen; null if the state has published
   * no files.
   */
  readonly rateFile: string | null;
  readonly boundaryFile: string | null;
  readonly seenOn: string;
};

export type StateCoverage = {
  readonly localRates: LocalRates;
  /** Known gaps in the rate book, in words; some affect only a few places in the state. */
  readonly gaps: readonly string[];
  /** The day the state's rates were read. */
  readonly readOn: string;
  /** ZIP codes that have local taxes but are missing from the rate book. */
  readonly stateRateOnlyZips: readonly string[];
};

export type CountryFacts = {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  /** `VAT`, `GST` and so on; `NONE` if the country has no such tax. */
  readonly taxName: string;
  readonly currency: string;
  readonly isInEu: boolean;
};

export const rateSource = record('RateSource', 'A source of facts in the rate book.', {
  name: field.text('Title of the source, with its version, if any.'),
  readOn: field.day('The day on which the source was last read.'),
  places: field.list(
    field.text('Code of a place.', { examples: ['US-MN', 'DE', 'CA-QC'] }),
    1,
    'Codes of the places that the source covers, such as `US-MN`, `DE` or `CA-QC`.',
  ),
});
export type RateSource = RecordOf<typeof rateSource>;

export const taxCodeList = {
  name: 'taxCodes',
  of: taxCode,
  plural: 'tax codes',
  scope: 'tax:read',
  description: 'The tax codes in the order of the catalog.',
  fields: {
    search: {
      kind: 'text',
      of: boundedText(0, 100),
      isValue: true,
      description:
        'Words that must all occur in the code, name, description or category of a tax code, such as hosting. If no code has them, common product names are searched, such as sneakers.',
      parameters: { search: 'eq' },
    },
    category: {
      kind: 'text',
      of: boundedText(0, 100).transform((text) => text.trim().toLowerCase() || null),
      description: 'Category of the tax codes, such as clothing.',
      parameters: { category: 'eq' },
    },
    kind: { kind: 'choice', of: taxCodeKind, description: 'Kind of the tax codes.', parameters: { kind: 'eq' } },
  },
} as const satisfies DeclaredList;
export type TaxCodeFilter = FilterOf<typeof taxCodeList>;
