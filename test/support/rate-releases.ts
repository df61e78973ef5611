import { generateKeyPairSync } from 'node:crypto';
import { addDays } from '../../src/domain/base/calendar.ts';
import { type BundledBook, ownBook } from '../../src/rates/book/files/book-files.ts';
import { makeRelease } from '../../src/rates/releases/release-file.ts';
import { bookWith } from './rate-books.ts';

/** A key pair, in the formats of the maintainer's command and of the operator's setting. */
export function aKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

const minneapolis =
  '["MN-M43000","CITY","Minneapolis","43000","2743000",null,"add",null,[["0.005","2005-10-01",null,1]]]';

/** The bundled book with a different rate for Minneapolis: since 2005, or from a day on. */
export function bookWithMinneapolis(version: string, rate: string, from?: string): BundledBook {
  const windows =
    from === undefined
      ? `["${rate}","2005-10-01",null,1]`
      : `["0.005","2005-10-01","${addDays(from, -1)}",1],["${rate}","${from}",null,1]`;
  return bookWith(version, 'us/MN.json', (text) =>
    text.replace(minneapolis, minneapolis.replace('["0.005","2005-10-01",null,1]', windows)),
  );
}

export const releaseOf = (book: BundledBook = ownBook, { privateKey } = aKeyPair()) => makeRelease(book, privateKey);
