import type { z } from 'zod';
import { absentAsNull, boundedText, externalIdInput, sourceInput } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { type InternalTimestamps, storedTimes } from '../base/timestamps.ts';

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
