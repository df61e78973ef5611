import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseSchema } from '../../domain/rate-book/book-format.ts';
import { ownBook } from '../book/files/book-files.ts';
import { makeRelease } from './release-file.ts';

/*
 * npm run rates:release [-- FOLDER]: writes the rate book of this tree as a release, and the JSON Schema of releases.
 * The private key is read from RATES_SIGNING_KEY (PKCS8 PEM), or from the file specified by RATES_SIGNING_KEY_FILE.
 */

const { RATES_SIGNING_KEY: inline, RATES_SIGNING_KEY_FILE: path } = process.env;
const privateKey = inline?.replaceAll('\\n', '\n') ?? (path === undefined ? null : readFileSync(path, 'utf8'));
if (privateKey === null) throw new Error('Set RATES_SIGNING_KEY or RATES_SIGNING_KEY_FILE to the private key.');
const folder = process.argv[2] ?? '.';
const { name, bytes } = makeRelease(ownBook, privateKey);
writeFileSync(join(folder, name), bytes);
writeFileSync(join(folder, 'tollgate-rates.schema.json'), `${JSON.stringify(releaseSchema(), null, 2)}\n`);
console.log(`${join(folder, name)}: ${bytes.byteLength} bytes`);
