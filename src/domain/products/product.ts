import type { z } from 'zod';
import { absentAsNull, boundedText, externalIdInput, sourceInput } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { type InternalTimestamps, storedTimes } from '../base/timestamps.ts';
import { type DeclaredList, type FilterOf, storedFields } from '../lists/declared-list.ts';
import { rowFault } from '../reconciliations/reconciliation.ts';

/** The fields of a product that a client sends. */
export const productFields = input(
  'ProductInput',
  'A product and its tax code. Null means the same as an omitted field.',
  {
    externalId: externalIdInput.meta({
      description: 'Id of the product in your system, unique within the source, such as SKU-1.',
    }),
    source: sourceInput.meta({ description: 'Store or channel in your system: a number from 1 to 10.' }),
    name: absentAsNull(boundedText(1, 256)).meta({ description: 'Name of the product, such as T-shirt.' }),
    category: absentAsNull(boundedText(1, 256)).meta({
      description: 'Category of the product in your system, such as Apparel; used to suggest a tax code.',
    }),
    taxCode: absentAsNull(boundedText(1, 256)).meta({
      description:
        'Tax code of the product, such as C1S2, from the catalog. It applies to items that refer to the product and have no tax code. Default: none; the product is then listed as unmapped.',
    }),
  },
);
export type ProductInput = z.output<typeof productFields>;

const { shape: sent } = productFields;

export const product = record('Product', 'A product in your system, with its tax code.', {
  serviceId: field.uuid('Id that this service assigned to the product.'),
  source: field.text(sent.source),
  externalId: field.text(sent.externalId),
  name: field.optional(field.text(sent.name)),
  category: field.optional(field.text(sent.category)),
  taxCode: field.optional(
    field.text('Tax code of the product. A document keeps the code used in its calculation.', {
      examples: ['C1S2'],
    }),
    'if the product is not mapped',
  ),
  ...storedTimes('product'),
  version: field.count('The number of changes to the product.', { only: 'GRAPHQL' }),
});
export type Product = RecordOf<typeof product> & { readonly internalTimestamps: InternalTimestamps };

const { fields } = product;
const { shape } = productFields;

export const productList = {
  name: 'products',
  of: product,
  plural: 'products',
  scope: 'tax:read',
  description: 'Products with their tax codes, newest first.',
  fields: {
    ...storedFields,
    serviceId: { kind: 'uuid' },
    source: { kind: 'text', of: shape.source, description: fields.source.description, parameters: { source: 'eq' } },
    externalId: { kind: 'text', description: fields.externalId.description },
    name: {
      kind: 'text',
      of: boundedText(2, 256),
      description: 'Part of the product name.',
      parameters: { name: 'contains' },
    },
    category: { kind: 'text', description: 'Category of the product, as stored.', parameters: { category: 'eq' } },
    taxCode: {
      kind: 'text',
      description: 'Tax code of the product, such as C1S2.',
      parameters: { taxCode: 'eq' },
    },
  },
} as const satisfies DeclaredList;
export type ProductFilter = FilterOf<typeof productList>;

/** The columns of a product file are the members of a product. */
export const productColumns = Object.keys(productFields.shape) as readonly (keyof typeof productFields.shape)[];

export const productImport = record('ProductImport', 'The report on a product file.', {
  isDryRun: field.flag('Whether the file was only checked and nothing was stored.'),
  rowCount: field.count('Number of rows, excluding the header and empty rows.'),
  changedCount: field.count('Number of new or changed products; 0 for a dry run.'),
  faultCount: field.count('Number of errors in rows. Rows with errors were not stored.'),
  faults: field.list(rowFault, 5, 'Errors in rows, in row order; at most 1,000.'),
  ignoredColumns: field.list(field.text('Header of a column that was not read.'), 2, 'Columns that were not read.'),
});
export type ProductImport = RecordOf<typeof productImport>;
