import { brotliCompressSync, constants } from 'node:zlib';
import { type BundledBook, ownBook } from '../../src/rates/book/files/book-files.ts';

/** The bundled rate book under another version, with one of its files changed. Fails if the change changes nothing. */
export function bookWith(version: string, name: string, change: (text: string) => string, book = ownBook): BundledBook {
  const changed = change(book.text(name));
  if (changed === book.text(name)) throw new Error(`${name} is not changed.`);
  const head = { ...(JSON.parse(book.text('book.json')) as object), version };
  const texts = new Map([
    ['book.json', JSON.stringify(head)],
    [name, changed],
  ]);
  return { names: book.names, text: (one) => texts.get(one) ?? book.text(one) };
}

/** Quickly, as for the archive. */
export function compressed(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
}
