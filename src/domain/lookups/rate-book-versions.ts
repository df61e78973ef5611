import { z } from 'zod';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';

export const rateBookVersion = record(
  'RateBookVersion',
  'A version of the rate book: the bundled data with imported data on top.',
  {
    number: field.count('Version number; 0 is the bundled data without imports.'),
    version: field.text('Name of the version, as used in documents and lookups.', { examples: ['2026.11.25-1+3'] }),
    createdAt: field.optional(field.instant('When the version was imported.'), 'for the bundled data'),
    activatedAt: field.optional(field.instant('When the version was last activated.'), 'if never activated'),
    isInForce: field.flag('Whether calculations use the version.'),
  },
);
export type RateBookVersionFacts = RecordOf<typeof rateBookVersion>;

const rateBookDifferenceKind = enumeration('RateBookDifferenceKind', 'How two versions of the rate book differ.', {
  ADDED: 'The jurisdiction exists only in the second version.',
  REMOVED: 'The jurisdiction exists only in the first version.',
  CHANGED: 'The rates of a jurisdiction, or their days, differ.',
  ZIP_CODES_MOVED: 'The jurisdictions of ZIP codes in a state differ.',
});

export const rateBookDifference = record(
  'RateBookDifference',
  'One difference between two versions of the rate book.',
  {
    kind: field.choice(rateBookDifferenceKind, 'Type of the difference.'),
    country: field.country('ISO 3166-1 alpha-2 code of the country.'),
    jurisdictionId: field.optional(
      field.text('Id of the jurisdiction, unique within the country.', { examples: ['MN-C053'] }),
      'for ZIP codes',
    ),
    name: field.text('Name of the jurisdiction, or the code of the state whose ZIP codes changed jurisdictions.'),
    ratesBefore: field.optional(
      field.text('Rates of the jurisdiction in the first version, with their dates.', {
        examples: ['0.005 from 2005-10-01'],
      }),
      'if the first version has no rates for the jurisdiction',
    ),
    ratesAfter: field.optional(
      field.text('Rates of the jurisdiction in the second version, with their dates.', {
        examples: ['0.007 from 2026-10-01'],
      }),
      'if the second version has no rates for the jurisdiction',
    ),
    zipCodeCount: field.optional(field.count('Number of ZIP codes that changed jurisdictions.'), 'for a jurisdiction'),
  },
);
/** `key` is the position in the list. */
export type RateBookDifference = RecordOf<typeof rateBookDifference> & { readonly key: string };

const changedPlace = record('RateUpdatePlace', 'A state or country with changes in a rate book update.', {
  country: field.country('ISO 3166-1 alpha-2 code of the country.'),
  state: field.optional(
    field.text('US state or region, as in an address: `MN`, `QC`.', { examples: ['MN'] }),
    'for changes that affect a whole country outside the US',
  ),
  changeCount: field.count('Number of changes in the state or country.'),
});

export const mostConflicts = 100;

const rateUpdate = record('RateUpdate', 'An installed rate book that an operator can activate.', {
  number: field.count('Version number, for `inVersion` of rate changes.'),
  version: field.text('Name of the version.', { examples: ['2027.01.1+4'] }),
  installedAt: field.instant('When the rate book was installed.'),
  activatesAt: field.optional(field.instant('Time of the planned activation.'), 'if no activation is planned'),
  changeCount: field.count('Number of changes to current rates and rules, plus new future changes.'),
  places: field.list(changedPlace, 100, 'The changes by state or country, in alphabetical order.'),
  conflicts: field.list(
    field.text('A conflict.'),
    10,
    `Up to ${mostConflicts} imports that conflict with this update: they override a change and still apply after activation, or no longer match.`,
  ),
  conflictCount: field.count('Total number of conflicting imports.'),
  otherChanges: field.list(
    field.text('A change.', { examples: ['changed: return due date, US TX'] }),
    10,
    `Up to ${mostConflicts} changes to other facts: return due dates, nexus thresholds outside the US, import limits, delivery fees, exemption reasons, tax codes, tax number formats and tax holidays.`,
  ),
  otherChangeCount: field.count('Total number of changes to other facts.'),
});
export type RateUpdate = RecordOf<typeof rateUpdate>;

export const rateUpdates = record(
  'RateUpdates',
  'Installed rate books that are not active yet, and the last check for new rate books.',
  {
    checkedAt: field.optional(field.instant('Last check for a new rate book.'), 'before the first check'),
    hasCheckFailed: field.flag(
      'Whether the most recent check failed and was made in the last 24 hours. `tollgate doctor` reports the reason.',
    ),
    updates: field.list(
      rateUpdate,
      2,
      'The planned update, and the latest update if it is newer than every rate book used so far.',
    ),
  },
);
export type RateUpdates = RecordOf<typeof rateUpdates>;

const mostNumber = 2_147_483_647;
/** Only digits are accepted, because `Number` would also parse `0x1`, and blank text as 0. */
export const rateBookNumber = z
  .preprocess(
    (value) => (typeof value === 'string' && !/^\d+$/.test(value) ? Number.NaN : value),
    z.coerce.number().int().min(0).max(mostNumber),
  )
  .meta({ type: 'integer', minimum: 0, maximum: mostNumber });

const numberOf = (which: string) =>
  rateBookNumber.meta({
    ...rateBookNumber.meta(),
    description: `Number of the ${which} version; 0 is the bundled data.`,
  });

export const rateBookDifferencesInput = z.object({ fromVersion: numberOf('first'), toVersion: numberOf('second') });
export type RateBookDifferencesInput = z.output<typeof rateBookDifferencesInput>;
