export const searchTexts = {
  open: 'Search',
  title: 'Search',
  placeholder: 'Document, customer, certificate, place or tax code',
  hint: 'Type at least two characters. Use arrow keys to select and Enter to open.',
  none: (text: string) => `No results for “${text}”.`,
  groups: {
    documents: 'Documents',
    customers: 'Customers',
    certificates: 'Certificates',
    places: 'Places',
    codes: 'Tax codes',
  },
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const;
