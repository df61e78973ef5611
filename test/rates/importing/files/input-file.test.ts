import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openInput } from '../../../../src/rates/importing/files/input-file.ts';
import { aDirectory } from '../../../support/directory.ts';
import { changeFile, writeFile, writeZip } from '../../../support/rate-files.ts';

const content = '27,45,27,0.06875\r\n'.repeat(5_000);

describe('a file to import', () => {
  it('is a CSV', async () => {
    const file = await openInput(writeFile(aDirectory(), 'MNR2026Q2FEB18.csv', content));
    expect(file).toMatchObject({ name: 'MNR2026Q2FEB18.csv', csvName: 'MNR2026Q2FEB18.csv', size: 90_000 });
    expect(await text(await file.open())).toBe(content);
    expect(await text(await file.open())).toBe(content);
  });

  it.each([
    ['plain', {}],
    ['with data descriptors', { isStreamed: true }],
    ['zip64', { isZip64: true }],
    ['zip64 with data descriptors', { isStreamed: true, isZip64: true }],
  ])('is a zip file with one CSV: %s', async (_form, form) => {
    const entries = { '__MACOSX/._MNR2026Q2FEB18.csv': 'x', 'folder/MNR2026Q2FEB18.CSV': content };
    const file = await openInput(await writeZip(aDirectory(), 'renamed.csv', entries, form));
    expect(file).toMatchObject({ name: 'renamed.csv', csvName: 'MNR2026Q2FEB18.CSV', size: 90_000 });
    expect(await text(await file.open())).toBe(content);
  });

  it('cannot be a zip file with several files, none, or another kind of file', async () => {
    const directory = aDirectory();
    await expect(openInput(await writeZip(directory, 'a.zip', { 'a.csv': '1', 'b.csv': '2' }))).rejects.toThrow(
      'The zip file contains several files (a.csv, b.csv); expected one CSV.',
    );
    await expect(openInput(await writeZip(directory, 'b.zip', {}))).rejects.toThrow('The zip file is empty.');
    await expect(openInput(await writeZip(directory, 'c.zip', { 'a.exe': '1' }))).rejects.toThrow(
      'The zip file contains a.exe, which is not a CSV.',
    );
  });

  it('cannot be missing or a folder', async () => {
    const directory = aDirectory();
    await expect(openInput(`${directory}/none.csv`)).rejects.toThrow('The file cannot be read: it does not exist.');
    await expect(openInput(directory)).rejects.toThrow('The file cannot be read: it is a folder.');
  });

  it('is never unpacked beyond the limit or its declared size', async () => {
    const directory = aDirectory();
    const huge = await writeZip(directory, 'huge.zip', { 'a.csv': content });
    changeFile(huge, (bytes) => bytes.writeUInt32LE(3_000_000_000, bytes.indexOf('PK\u0001\u0002') + 24));
    await expect(openInput(huge)).rejects.toThrow(
      'The zip file would unpack to 3000000000 bytes; the limit is 2147483648.',
    );
    const lying = await writeZip(directory, 'lying.zip', { 'a.csv': content });
    changeFile(lying, (bytes) => bytes.writeUInt32LE(1_000, bytes.indexOf('PK\u0001\u0002') + 24));
    const file = await openInput(lying);
    await expect(file.open().then(text)).rejects.toThrow(/^The zip file is damaged: too many bytes/);
  });

  it('is recognized as damaged if its content does not match its checksum or its end is missing', async () => {
    const directory = aDirectory();
    const changed = await writeZip(directory, 'changed.zip', { 'a.csv': content });
    changeFile(changed, (bytes) => bytes.writeUInt32LE(1, bytes.indexOf('PK\u0001\u0002') + 16));
    const file = await openInput(changed);
    await expect(file.open().then(text)).rejects.toThrow('The zip file is damaged: its checksum is wrong.');
    const cut = writeFile(directory, 'cut.zip', 'PK\u0003\u0004 and nothing more');
    await expect(openInput(cut)).rejects.toThrow(/^The zip file is damaged: /);
  });
});
