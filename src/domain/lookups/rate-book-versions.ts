import { z } from 'zod';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';

export const rateBookVersion = record(
  'RateBookVersion',
  'A version of the rate book: the data that ships with the product, and what was imported over it.',
  {
    number: field.count('Its number: 0 is the data that ships with the product alone.'),
    version: field.text('Version as documents and look-ups name it.', { examples: ['2026.11.25-1+3'] }),
    createdAt: field.optional(field.instant('When it was imported.'), 'for the data that ships with the product'),
    activatedAt: field.optional(field.instant('When it was last put in force.'), 'if it never was'),
    isInForce: field.flag('Whether calculations use it.'),
  },
);
export type RateBookVersionFacts = RecordOf<typeof rateBookVersion>;

const rateBookDifferenceKind = enumeration('RateBookDifferenceKind', 'How two versions of the rate book differ.', {
  ADDED: 'The later version has a jurisdiction that the earlier one lacks.',
  REMOVED: 'The later version lacks a jurisdiction that the earlier one has.',
  CHANGED: 'A jurisdiction has other rates, or the same on other days.',
  ZIP_CODES_MOVED: 'ZIP codes of a state have other jurisdictions.',
});

export const rateBookDifference = record(
  'RateBookDifference',
  'One difference between two versions of the rate book.',
  {
    kind: field.choice(rateBookDifferenceKind, 'How they differ.'),
    country: field.country('ISO 3166-1 alpha-2 code of the country.'),
    jurisdictionId: field.optional(
      field.text('Id of the jurisdiction, unique within the country.', { examples: ['MN-C053'] }),
      'for ZIP codes',
    ),
    name: field.text('Name of the jurisdiction, or the code of the state whose ZIP codes moved.'),
    ratesBefore: field.optional(
      field.text('Its rates in the first version, with their days.', { examples: ['0.005 from 2005-10-01'] }),
      'if the first version has none',
    ),
    ratesAfter: field.optional(
      field.text('Its rates in the second version, with their days.', { examples: ['0.007 from 2026-10-01'] }),
      'if the second version has none',
    ),
    zipCodeCount: field.optional(field.count('Number of ZIP codes that moved.'), 'for a jurisdiction'),
  },
);
/** `key` is its place in the list. */
export type RateBookDifference = RecordOf<typeof rateBookDifference> & { readonly key: string };

const versionNumber = (which: string) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(2_147_483_647)
    .meta({
      description: `Number of the ${which} version; 0 is the data that ships with the product.`,
      type: 'integer',
    });

export const rateBookDifferencesInput = z.object({
  fromVersion: versionNumber('first'),
  toVersion: versionNumber('second'),
});
export type RateBookDifferencesInput = z.output<typeof rateBookDifferencesInput>;
