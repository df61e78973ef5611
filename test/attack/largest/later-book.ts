import { type BundledBook, bookOfTexts, ownBook } from '../../../src/rates/book/files/book-files.ts';

/**
 * A book with different rates in half of the states and in all countries, and different rules for clothing: far more
 * than a quarter of a year changes.
 */
export function laterBook(): BundledBook {
  return bookOfTexts(new Map(ownBook.names.map((name) => [name, changed(name, ownBook.text(name))])));
}

function changed(name: string, text: string): string {
  if (name === 'book.json') return JSON.stringify({ ...(JSON.parse(text) as object), version: '2099.01.01-1' });
  if (!/^us\/[A-M]|countries|regions/.test(name)) return text;
  return text
    .replaceAll(/\["(0\.\d+)",\s*("[\d-]+"|null),\s*null/g, '["$11",$2,null')
    .replaceAll('{"category": "clothing", "taxable": "no"', '{"category": "clothing", "taxable": "yes"');
}
