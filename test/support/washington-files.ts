import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { boundaryLine, writeFile } from './rate-files.ts';

const counties = Array.from({ length: 39 }, (_, index) => String(2 * index + 1).padStart(3, '0'));
const cities = Array.from({ length: 280 }, (_, index) => String(10_000 + index * 250));
const streets = ['MAIN', 'PINE', 'OAK', 'CEDAR', 'MAPLE', 'LAKE', 'HILL', 'RIVER', 'PARK', 'SUNSET'];
const rowsAtOnce = 5_000;

/** A rate file with the counties and cities in the boundary file. */
export function writeWashingtonRates(directory: string): string {
  const end = '20080701,99991231';
  const lines = [
    `53,45,53,0.065,0.065,0,0,${end}`,
    ...counties.map((code) => `53,00,${code},0.02,0.02,0,0,${end}`),
    ...cities.map((code) => `53,01,${code},0.03,0.03,0,0,${end}`),
  ];
  return writeFile(directory, 'WAR2026Q3MAY27.csv', lines.join('\r\n'));
}

/** A zipped boundary file of street rows as large as Washington's, with at least this many bytes, generated while written. */
export async function writeWashingtonBoundaries(
  directory: string,
  bytes: number,
): Promise<{ path: string; rows: number }> {
  const path = join(directory, 'WAB2026Q3MAY27.zip');
  const made = { rows: 0 };
  const zip = new yazl.ZipFile();
  zip.addReadStream(Readable.from(chunks(bytes, made)), 'WAB2026Q3MAY27.csv', { compressionLevel: 1 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return { path, rows: made.rows };
}

function* chunks(bytes: number, made: { rows: number }): Generator<Buffer> {
  for (let written = 0; written < bytes; ) {
    // A street that occurs in only one row, for a lookup.
    const first = made.rows === 0 ? [line({ 4: '4200', 5: '4298', 6: 'E', 8: 'HIDDEN', 9: 'LN', 16: '98501' }, 0)] : [];
    const lines = [...first, ...Array.from({ length: rowsAtOnce }, (_, index) => streetLine(made.rows + index))];
    made.rows += lines.length;
    const chunk = Buffer.from(`${lines.join('\r\n')}\r\n`);
    written += chunk.length;
    yield chunk;
  }
}

function streetLine(row: number): string {
  const house = (row % 90) * 100;
  const cells = {
    4: String(house),
    5: String(house + 98),
    6: row % 2 === 0 ? 'E' : 'O',
    8: `${streets[row % 10]} ${row % 3_000}`,
    9: 'ST',
    10: 'SW',
    15: 'SOMEWHERE',
    16: String(98_001 + (row % 600)),
  };
  return line(cells, row);
}

function line(cells: Readonly<Record<number, string>>, row: number): string {
  const place = { 23: '53', 24: '53', 25: counties[row % 39]!, 26: cities[row % 280]!, 27: 'C1' };
  const location = { 30: 'ST', 31: `L${1_700 + (row % 350)}`, 32: '45' };
  return boundaryLine({ 1: 'A', 2: '20080701', 3: '99991231', ...cells, ...place, ...location }, 90);
}
