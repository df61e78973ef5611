import { boundedText } from '../base/fields.ts';
import { type DeclaredList, type FilterOf, storedFields } from '../lists/declared-list.ts';
import { product, productFields } from './product.ts';

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
