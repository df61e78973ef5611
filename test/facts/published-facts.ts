import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** One published fact: the tax on a sale at a place and day according to an authority, a law or a vendor. */
export type PublishedFact = {
  readonly topic: string;
  /** `NY 10001 New York`, `MD` for a state as a whole. */
  readonly place: string;
  readonly taxCode: string;
  readonly date: string;
  readonly price: string;
  /** `tax 3.00`, the rate of one level (`state 0.065`), `taxed` or `untaxed`. */
  readonly expected: string;
  readonly source: string;
  readonly readOn: string;
};

const columns = ['place', 'taxCode', 'date', 'price', 'expected', 'source', 'readOn'] as const;

/** The facts of a folder, one CSV file per topic. */
export function publishedFacts(folder: URL): readonly PublishedFact[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .flatMap((name) => {
      const [head, ...rows] = parse(readFileSync(new URL(name, folder), 'utf8')) as readonly (readonly string[])[];
      if (head?.join() !== columns.join()) throw new Error(`${name} has the columns ${head?.join()}`);
      const topic = name.slice(0, -'.csv'.length);
      return rows.map((row) => asFact(topic, row));
    });
}

function asFact(topic: string, row: readonly string[]): PublishedFact {
  const [place = '', taxCode = '', date = '', price = '', expected = '', source = '', readOn = ''] = row;
  return { topic, place, taxCode, date, price, expected, source, readOn };
}
