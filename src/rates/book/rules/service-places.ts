import type { ServiceAnchor, ServiceArticle, ServicePlace } from '../../../domain/places/place-law.ts';
import { asList, asOneOf, asText, type JsonRecord } from '../files/json-file.ts';

const anchors = ['SUPPLIER', 'DEPARTURE', 'CUSTOMER', 'ON_SITE'] as const satisfies readonly ServiceAnchor[];

/**
 * Places of supply by tax code. The rate books of release 0.1.0, which placed every service at the customer, do not
 * contain them.
 */
export function readServicePlaces(file: JsonRecord): ReadonlyMap<string, ServicePlace> {
  const where = 'places of services';
  const rowsOf = (rows: unknown) => asList(rows ?? [], where).map((row) => asList(row, where));
  const articles = new Map(
    rowsOf(file.serviceArticles).map((row): [string, ServiceArticle] => {
      const article = asText(row[0], where);
      const [about, source] = [asText(row[1], where), asText(row[3], where)];
      const readOn = row[4] === null ? null : asText(row[4], where);
      return [article, { article, about, place: asOneOf(anchors, row[2], where), source, readOn }];
    }),
  );
  const articleNamed = (value: unknown) => {
    const found = articles.get(asText(value, where));
    if (!found) throw new Error(`${where}: unknown article ${value}`);
    return found;
  };
  return new Map(
    rowsOf(file.servicePlaces).map((row): [string, ServicePlace] => [
      asText(row[0], where),
      {
        consumers: articleNamed(row[1]),
        consumersOutsideEu: articleNamed(row[2]),
        businesses: articleNamed(row[3]),
        unclear: row[4] === null ? null : asText(row[4], where),
      },
    ]),
  );
}
