import { gunzipSync, gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { version as engine } from '../../../src/domain/base/version.ts';
import { bookFileFaults, isLaterVersion, releaseSchema } from '../../../src/domain/rate-book/book-format.ts';
import { bookDigest, bookText, ownBook, ownVersion } from '../../../src/rates/book/files/book-files.ts';
import { readJsonFile } from '../../../src/rates/book/files/json-file.ts';
import { openRelease, ReleaseRefused } from '../../../src/rates/releases/release-file.ts';
import { releaseKeys } from '../../../src/rates/releases/release-keys.ts';
import { bookWith } from '../../support/rate-books.ts';
import { aKeyPair, bookWithMinneapolis, releaseOf } from '../../support/rate-releases.ts';

const pair = aKeyPair();
const keys = releaseKeys([pair.publicKey]);
const { name, bytes } = releaseOf(ownBook, pair);

// biome-ignore lint/suspicious/noExplicitAny: a test changes a file member by member
type Content = Record<string, any>;
const contentOf = (file: Uint8Array): Content => JSON.parse(gunzipSync(file).toString('utf8'));
function altered(change: (content: Content) => void, file: Uint8Array = bytes): Uint8Array {
  const content = contentOf(file);
  change(content);
  return gzipSync(JSON.stringify(content), { level: 1 });
}
const refusalOf = (file: Uint8Array) =>
  openRelease(file, keys).then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(ReleaseRefused);
      return (error as Error).message;
    },
  );

describe('a release of the rate book', () => {
  it('has the same bytes each time, and opens as the same book', async () => {
    expect(name).toBe(`tollgate-rates-${ownVersion}.json.gz`);
    expect(releaseOf(ownBook, pair).bytes.equals(bytes)).toBe(true);
    const { head, book } = await openRelease(bytes, keys);
    expect(bookText(book)).toBe(bookText(ownBook));
    expect(head).toMatchObject({ format: 1, version: ownVersion, digest: bookDigest(ownBook) });
    expect(bytes.byteLength).toBeLessThan(2_000_000);
  });

  it('names every state and country with its day, sources and digest', () => {
    const { places } = contentOf(bytes).head;
    expect(Object.keys(places).filter((place) => place.startsWith('US-'))).toHaveLength(52);
    expect(Object.keys(places)).toHaveLength(52 + 190);
    const { state, sources } = readJsonFile('us/MN.json') as Content;
    const names = sources.map(([, text]: [string, string]) => text);
    expect(places['US-MN']).toMatchObject({ asOf: state.asOf, sources: names });
    expect(places.DE.sources.join(' ')).toContain('European Commission TEDB');
    const changed = contentOf(releaseOf(bookWithMinneapolis('2027.01.1', '0.007'), pair).bytes).head.places;
    const differing = Object.keys(places).filter((place) => places[place].digest !== changed[place].digest);
    expect(differing).toEqual(['US-MN']);
  });

  it('meets its JSON Schema, in which a wrong row does not', () => {
    const validate = new Ajv2020({ strict: false }).compile(releaseSchema());
    expect(validate(contentOf(bytes))).toBe(true);
    expect(validate({ ...contentOf(bytes), signature: undefined })).toBe(false);
    const schema = releaseSchema() as Content;
    const state = schema.properties.files.patternProperties['^us/[A-Z]{2}\\.json$'].contentSchema;
    const validateState = new Ajv2020({ strict: false }).compile(state);
    const minnesota = structuredClone(readJsonFile('us/MN.json')) as Content;
    expect(validateState(minnesota)).toBe(true);
    minnesota.jurisdictions[0][8][0][0] = '6.875 %';
    expect(validateState(minnesota)).toBe(false);
  });

  it('is refused if it was altered, or signed with an unknown key', async () => {
    expect(await refusalOf(altered(({ files }) => (files['us/MN.json'] += ' ')))).toBe(
      'The digest of the rate book does not match: its files were altered.',
    );
    expect(await refusalOf(altered(({ head }) => (head.version = '2028.01.1')))).toBe(
      'The signature of the rate book is invalid: the file was altered.',
    );
    expect(await refusalOf(altered(({ head, files }) => (files['us/XX.json'] = head.digest)))).toMatch(/digest/);
    // The digest joins names and texts, so a name that absorbs a file would not change it.
    const joined = altered(({ files }) => {
      const { 'us/MI.json': first, 'us/MN.json': then } = files;
      for (const name of ['us/MI.json', 'us/MN.json']) delete files[name];
      files[`us/MI.json\n${first}\nus/MN.json`] = then!;
    });
    expect(await refusalOf(joined)).toMatch(/^The file is not a rate book: files/);
    expect(await refusalOf(releaseOf(ownBook).bytes)).toMatch(
      /^The rate book is signed with the unknown key [\w-]{16}\. If you trust its publisher, add the public key to RATES_PUBLIC_KEYS\.$/,
    );
    // The product knows only its own keys, and each operator adds others.
    await expect(openRelease(bytes, releaseKeys())).rejects.toThrow('unknown key');
  });

  it('is refused if it needs a later gateway, and says which', async () => {
    const message = `The rate book 2027.02.1 has format 1 and requires Tollgate 9.2.0 or later. This is Tollgate ${engine}, which reads format 1.`;
    const needing = altered(({ head }) => Object.assign(head, { version: '2027.02.1', minimumEngine: '9.2.0' }));
    expect(await refusalOf(needing)).toBe(message);
    // A different format, which this gateway cannot check.
    const unknown = { head: { version: '2027.02.1', format: 2, minimumEngine: '9.2.0' }, rates: [] };
    expect(await refusalOf(gzipSync(JSON.stringify(unknown)))).toBe(message.replace('has format 1', 'has format 2'));
  });

  it.each([
    ['no gzip', Buffer.from('rates'), /^The file is not a rate book\. Expected a JSON file/],
    ['no JSON', gzipSync('rates'), /^The file is not a rate book\. Expected a JSON file/],
    ['another JSON', gzipSync('[]'), /^The file is not a rate book: it must be an object/],
    ['a cut file', bytes.subarray(0, 5_000), /^The file is not a rate book\. Expected a JSON file/],
    ['a bomb', gzipSync(Buffer.alloc(49_000_000)), /at most 48 MB/],
    ['a large file', Buffer.alloc(16_000_001), /larger than 16 MB/],
  ])('is refused as %s', async (_name, file, message) => {
    expect(await refusalOf(file)).toMatch(message);
  });

  it('is refused if a row does not have the form', async () => {
    const broken = bookWith('2027.01.1', 'us/MN.json', (text) =>
      text.replace('["0.005","2005-10-01",null', '[0.005,"2005-10-01",null'),
    );
    expect(await refusalOf(releaseOf(broken, pair).bytes)).toMatch(/^us\/MN\.json: jurisdictions\.\d+\.8\.0\.0: /);
  });
});

describe('the format', () => {
  it('is that of the bundled book', () => {
    const faults = ownBook.names.flatMap((file) => bookFileFaults(file, JSON.parse(ownBook.text(file))));
    expect(faults).toEqual([]);
    expect(isLaterVersion(String(readJsonFile('book.json').minimumEngine), engine)).toBe(false);
  });

  it.each([
    ['2027.01.1', '2026.11.27-1', true],
    ['2026.11.27-2', '2026.11.27-1', true],
    ['2026.11.27-10', '2026.11.27-9', true],
    ['2026.11.27-1', '2026.11.27-1', false],
    ['2026.11.27', '2026.11.27-1', false],
    ['0.10.0', '0.9.9', true],
  ])('orders %s and %s', (one, other, isLater) => {
    expect(isLaterVersion(one, other)).toBe(isLater);
    if (isLater) expect(isLaterVersion(other, one)).toBe(false);
  });
});
