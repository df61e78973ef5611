import type { BookFacts } from '../../domain/rate-book/fact-changes.ts';
import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import { type BookFiles, ownBook, readBookFiles } from './files/book-files.ts';
import { asList, isRecord, type JsonRecord } from './files/json-file.ts';
import { layOver } from './layers/lay-over.ts';

/**
 * The facts of a version: the bundled rate book with layers on top. Boundary rows are identified by their layer, which
 * never changes.
 */
export function factsOfVersion(layers: readonly RateLayer[], bundled = ownBook): BookFacts {
  const facts = factsOf(namedFiles(layOver(readBookFiles(bundled), layers).files));
  for (const layer of layers) {
    if (layer.kind === 'BOUNDARIES') facts.set(`us/${layer.state} boundaries`, JSON.stringify(layer));
  }
  return facts;
}

/**
 * The facts of files. Rows about the same subject form one fact; the order of these rows matters, but the order of
 * facts does not.
 */
export function factsOf(files: Iterable<readonly [name: string, file: JsonRecord]>): Map<string, string> {
  const facts = new Map<string, string>();
  for (const [name, { sources, ...parts }] of files) {
    const sourceAt = sourceFinder(asList(sources ?? [], name), name);
    for (const [part, value] of Object.entries(parts)) {
      for (const [key, rows] of byKey(value)) {
        const told = part in sourceColumns ? rows.map((row) => withSource(row, part, sourceAt)) : rows;
        facts.set([name, part, key].join(' ').trim(), JSON.stringify(named(key === '' ? value : told, sourceAt)));
      }
    }
  }
  return facts;
}

type SourceFinder = (index: unknown) => unknown;

/** Files refer to their sources by index, and an added source would shift the indexes. */
function sourceFinder(sources: readonly unknown[], name: string): SourceFinder {
  if (sources.length === 0) return (index) => index;
  return (index) => {
    if (typeof index !== 'number') return index;
    const source = sources[index];
    if (source === undefined) throw new Error(`Rate book, ${name}: source ${index} not found`);
    return source;
  };
}

type Row = readonly unknown[];

/** How to replace the source index in the rows of a part: in a column, or inside each rate of a column. */
const sourceColumns: Readonly<Record<string, (row: Row, sourceAt: SourceFinder) => Row>> = {
  jurisdictions: (row, sourceAt) =>
    row.with(
      8,
      (row[8] as readonly Row[]).map((rate) => rateRow(rate, sourceAt)),
    ),
  cityDistricts: (row, sourceAt) => row.with(2, sourceAt(row[2])),
};

/** Writes a rate without uncertainty in one form: files write it with null or without the element. */
function rateRow([rate, from, to, source, uncertainty = null]: Row, sourceAt: SourceFinder): Row {
  return [rate, from, to, sourceAt(source), ...(uncertainty === null ? [] : [uncertainty])];
}

const withSource = (row: unknown, part: string, sourceAt: SourceFinder) =>
  Array.isArray(row) ? sourceColumns[part]!(row, sourceAt) : row;

/** A value with its source indexes replaced by the sources. */
function named(value: unknown, sourceAt: SourceFinder): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, sourceAt));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, one]) => [
    name,
    name === 'source' || name === 'marketplaceSource' ? sourceAt(one) : named(one, sourceAt),
  ]);
  return Object.fromEntries(members);
}

/** The rows of a list by subject. Any other value, or a list with a row that has no subject, is a single fact. */
function byKey(value: unknown): ReadonlyMap<string, readonly unknown[]> {
  const rows = Array.isArray(value) ? value : [];
  const keys = rows.map(keyOf);
  if (rows.length === 0 || keys.includes('')) return new Map([['', []]]);
  const found = new Map<string, unknown[]>();
  rows.forEach((row, index) => {
    const known = found.get(keys[index]!);
    if (known) known.push(row);
    else found.set(keys[index]!, [row]);
  });
  return found;
}

const names = ['country', 'state', 'region', 'id', 'name', 'category', 'reason', 'fee', 'sellers'];

function keyOf(row: unknown): string {
  if (Array.isArray(row)) return typeof row[0] === 'string' ? row[0] : '';
  if (!isRecord(row)) return '';
  return names.flatMap((name) => (typeof row[name] === 'string' ? [row[name]] : [])).join(' ');
}

function namedFiles(files: BookFiles): [string, JsonRecord][] {
  const { states, ...others } = files;
  return [
    ...states.map((state): [string, JsonRecord] => [`us/${state.code}`, state.read()]),
    ...Object.entries(others).map(([name, file]): [string, JsonRecord] => [
      fileNames[name as keyof typeof fileNames],
      file,
    ]),
  ];
}

/** Names of the files, as used in the keys of facts. */
export const fileNames = {
  head: 'book',
  verified: 'verified',
  delivery: 'us-delivery',
  deliveryFees: 'us-delivery-fees',
  exemptionReasons: 'us-exemption-reasons',
  countries: 'global/countries',
  regions: 'global/regions',
  categoryRates: 'global/category-rates',
  imports: 'global/imports',
  nexus: 'global/nexus',
  plannedChanges: 'planned-changes',
  dueDays: 'due-days',
  filingDiscounts: 'filing-discounts',
  taxCodes: 'tax-codes',
  taxNumberFormats: 'global/vat-numbers',
} as const satisfies Record<Exclude<keyof BookFiles, 'states'>, string>;
