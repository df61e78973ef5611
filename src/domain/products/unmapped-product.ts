import { field, type RecordOf, record } from '../base/record.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { product, productFields } from './product.ts';
import { suggestionsField } from './suggest-tax-codes.ts';

const { source, externalId, category } = product.fields;

export const unmappedProduct = record(
  'UnmappedProduct',
  'A product without a tax code, either stored or only referenced by documents.',
  {
    source,
    externalId,
    name: field.optional(field.text('Name of the product or, if no name is stored, of an item that refers to it.')),
    category,
    saleCount: field.count(
      'Number of invoices with an item for which the product had no tax code. Cancelled invoices do not count.',
    ),
    lastSoldOn: field.optional(field.day('Last tax date of these invoices.'), 'without invoices'),
    suggestions: suggestionsField,
  },
);
export type UnmappedProduct = RecordOf<typeof unmappedProduct>;

export const unmappedProductList = {
  name: 'unmappedProducts',
  of: unmappedProduct,
  plural: 'products',
  scope: 'transactions:read',
  description: 'Products without a tax code, best sellers first.',
  fields: {
    source: {
      kind: 'text',
      of: productFields.shape.source,
      description: source.description,
      parameters: { source: 'eq' },
    },
    taxDate: {
      kind: 'day',
      description: 'Tax date of the invoices. Stored products without invoices are listed for any date.',
      parameters: { from: 'gte', to: 'lte' },
    },
  },
} as const satisfies DeclaredList;
export type UnmappedProductFilter = FilterOf<typeof unmappedProductList>;
