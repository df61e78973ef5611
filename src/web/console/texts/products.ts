import { counted } from '../format/format.ts';

export const productsTexts = {
  title: 'Products',
  unmapped: 'Without a tax code',
  mapped: 'All products',
  columns: {
    product: 'Product',
    sales: 'Sales',
    suggestion: 'Suggested tax code',
    category: 'Category',
    taxCode: 'Tax code',
    change: 'Change',
  },
  source: (source: string) => `source ${source}`,
  sales: (count: number) => counted(count, 'sale', 'sales'),
  lastSold: (day: string) => `last on ${day}`,
  noSuggestion: 'No suggestion',
  map: 'Map',
  change: 'Change',
  dialogTitle: (name: string) => `Tax code for ${name}`,
  note: 'Later sales of the product use this code. Stored documents keep their codes until they are changed or recalculated.',
  taxCode: 'Tax code',
  confirm: 'Save tax code',
  search: 'Name',
  allMapped: {
    title: 'Every product has a tax code',
    text: 'Products without a tax code appear here when a sale includes them.',
  },
  empty: {
    title: 'No products yet',
    text: 'Products appear here when your shop or ERP stores them or imports a file.',
  },
  pages: { label: 'Pages of products', previous: 'Previous', next: 'Next' },
} as const;
