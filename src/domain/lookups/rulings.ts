import { field, type RecordOf, record } from '../base/record.ts';

export const ruling = record(
  'Ruling',
  'A private letter ruling issued to the merchant, which replaces the rules of the rate book while it is in force.',
  {
    number: field.count('Number of the ruling, from 1.'),
    country: field.country('ISO 3166-1 alpha-2 code of the country.'),
    state: field.optional(
      field.text('US state or region, as in an address: `MN`, `QC`.', { examples: ['NE'] }),
      'for a whole country outside the US',
    ),
    taxCode: field.optional(
      field.text('The only tax code to which the ruling applies.', { examples: ['C1S3'] }),
      'if the ruling applies to all codes of its category',
    ),
    category: field.text('Category of the tax code.', { examples: ['clothing'] }),
    validFrom: field.day('First day, in ISO 8601.'),
    validThrough: field.optional(field.day('Last day, in ISO 8601.'), 'if open-ended'),
    terms: field.json('Treatment in the format of the rate book, such as `{"taxable": "no"}`.'),
    source: field.text('Source, as shown in the trace of documents.', {
      examples: ['Nebraska private letter ruling 29-26-1'],
    }),
    createdAt: field.instant('When the ruling was imported.'),
    withdrawnAt: field.optional(field.instant('When the ruling was withdrawn.'), 'while it is in force'),
    misfit: field.optional(
      field.text('Why the ruling does not match the current rate book and is not applied.'),
      'if it matches, or was withdrawn',
    ),
  },
);
export type RulingFacts = RecordOf<typeof ruling>;
