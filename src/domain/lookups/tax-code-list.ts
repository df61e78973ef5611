import { boundedText } from '../base/fields.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { taxCode, taxCodeKind } from './catalogue.ts';

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
