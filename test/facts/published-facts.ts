import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/**
 * The kind of page: a statute or regulation, a tax authority's page, one of two independent pages, or a single
 * unconfirmed page.
 */
const kinds = ['LAW', 'AUTHORITY', 'TWO_SOURCES', 'ONE_PAGE'] as const;
type Kind = (typeof kinds)[number];

/** One published fact: the tax on a sale at a place and day according to an authority, a law or a vendor. */
export type PublishedFact = {
  readonly topic: string;
  /** `NY 10001 New York`, or `MD` for an entire state. */
  readonly place: string;
  readonly taxCode: string;
  readonly date: string;
  readonly price: string;
  /** `tax 3.00`, the rate of one level (`state 0.065`), `taxed` or `untaxed`. */
  readonly expected: string;
  readonly kind: Kind;
  readonly source: string;
  readonly readOn: string;
};

const columns = ['place', 'taxCode', 'date', 'price', 'expected', 'kind', 'source', 'readOn'] as const;

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
  const [place = '', taxCode = '', date = '', price = '', expected = '', kindName, source = '', readOn = ''] = row;
  const kind = kinds.find((name) => name === kindName);
  if (!kind) throw new Error(`${topic}: ${place} ${taxCode} has the kind ${kindName}, not one of ${kinds.join(', ')}`);
  return { topic, place, taxCode, date, price, expected, kind, source, readOn };
}

/** Whether rows of the rate book were written from the page of a fact, which then proves nothing about them. */
export function isPageOf(rows: readonly { readonly source: string }[], fact: PublishedFact): boolean {
  const page = withoutScheme(fact.source).replace(/\/$/, '');
  return rows.some(({ source }) => withoutScheme(source).includes(page));
}

const withoutScheme = (text: string) => text.toLowerCase().replaceAll(/https?:\/\/(?:www\.)?/g, '');

/** The number of facts of each kind. */
export function countByKind(facts: readonly PublishedFact[]): Readonly<Record<Kind, number>> {
  const countOf = (kind: Kind) => facts.filter((fact) => fact.kind === kind).length;
  return {
    LAW: countOf('LAW'),
    AUTHORITY: countOf('AUTHORITY'),
    TWO_SOURCES: countOf('TWO_SOURCES'),
    ONE_PAGE: countOf('ONE_PAGE'),
  };
}
