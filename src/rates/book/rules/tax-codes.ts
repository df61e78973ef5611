import { groupedBy } from '../../../domain/base/grouped-by.ts';
import type { TaxCode } from '../../../domain/lookups/catalogue.ts';
import type { ServiceAnchor, ServiceArticle, ServicePlace } from '../../../domain/places/place-law.ts';
import { itemAttributeNames } from '../../../domain/transactions/item-attributes.ts';
import {
  asFlag,
  asList,
  asOneOf,
  asRecord,
  asText,
  asTexts,
  type JsonList,
  type JsonRecord,
} from '../files/json-file.ts';
import { type Condition, readConditions, rowAsStated } from './conditions.ts';

/** A category of tax codes, with the facts that determine its taxability in US states and in other countries. */
export type Category = {
  readonly id: string;
  /** The name of the category's first code, for use in sentences. */
  readonly name: string;
  /**
   * Names of facts, in order of preference: the first for which a state has facts applies. Empty if the category is
   * taxed as general goods everywhere, except during holidays, or has its own rules, as delivery and stored value do.
   * Ends with `general` if the category is taxed as general goods in states without facts.
   */
  readonly usFacts: readonly string[];
  readonly use: 'business' | 'personal' | null;
  /**
   * Names of facts, in order of preference: the first for which a country has facts applies. Ends with `standard` if
   * other countries tax the category at the standard rate.
   */
  readonly globalFacts: readonly string[];
  /** Similar categories, in order of preference, used with a notice for countries without facts for this category. */
  readonly globalStandIns: readonly string[];
  readonly isTangible: boolean;
  /** Whether the item is supplied and taxed where it is used, regardless of the buyer, such as a hotel night. */
  readonly isOnSite: boolean;
};

export type TaxCodeCatalogue = {
  readonly codes: readonly TaxCode[];
  readonly byCode: ReadonlyMap<string, TaxCode>;
  readonly categories: ReadonlyMap<string, Category>;
  /** The places of supply of services under EU law, by tax code. */
  readonly servicePlaces: ReadonlyMap<string, ServicePlace>;
  readonly conditions: ReadonlyMap<string, Condition>;
};

const kinds = ['GOODS', 'DIGITAL', 'SERVICE', 'SHIPPING', 'HANDLING', 'STORED_VALUE'] as const;

/** `taxability` contains the rows of each US state. */
export function readTaxCodes(file: JsonRecord, taxability: readonly JsonList[]): TaxCodeCatalogue {
  const where = 'tax codes';
  const rows = asList(file.codes, where).map((row) => asList(row, where));
  const categories = new Map(
    asList(file.categories, where).map((value) => {
      const row = asList(value, where);
      const use = row[2] === null ? null : asOneOf(['business', 'personal'], row[2], where);
      const category: Category = {
        id: asText(row[0], where),
        name: asText(rows.find((code) => code[3] === row[0])?.[1], where),
        usFacts: usFactsOf(row[1], where),
        use,
        globalFacts: asTexts(row[3], where),
        isTangible: asFlag(row[4], where),
        globalStandIns: asTexts(row[5] ?? [], where),
        isOnSite: asFlag(row[6] ?? false, where),
      };
      return [category.id, category];
    }),
  );
  const conditions = readConditions(asRecord(file.conditions, where));
  const rowsByState = taxability.map((list) =>
    groupedBy(
      list.map((row) => asRecord(row, 'taxability')),
      ({ category }) => asText(category, 'taxability'),
    ),
  );
  const decisive = new Map(
    [...categories.values()].map((category) => [category.id, decisiveAttributes(category, rowsByState, conditions)]),
  );
  const codes = rows.map((row): TaxCode => {
    const category = asText(row[3], where);
    return {
      code: asText(row[0], where),
      name: asText(row[1], where),
      description: asText(row[2], where),
      category,
      isTangible: categories.get(category)?.isTangible ?? false,
      isOnSite: categories.get(category)?.isOnSite ?? false,
      kind: asOneOf(kinds, row[4], where),
      attributes: decisive.get(category) ?? [],
    };
  });
  return {
    codes,
    byCode: new Map(codes.map((code) => [code.code, code])),
    categories,
    servicePlaces: readServicePlaces(file),
    conditions,
  };
}

/**
 * The attributes that determine a condition of the category in some state. `rowsOf` maps categories to the rows of a
 * state.
 */
function decisiveAttributes(
  { usFacts, use }: Category,
  rowsByState: readonly ReadonlyMap<string, readonly JsonRecord[]>[],
  conditions: ReadonlyMap<string, Condition>,
): readonly string[] {
  const found = new Set<string>();
  for (const rowsOf of rowsByState) {
    const ofUse = (name: string) => (rowsOf.get(name) ?? []).filter((row) => row.use === undefined || row.use === use);
    const facts = usFacts.map(ofUse).find((rows) => rows.length > 0) ?? [];
    for (const row of facts) {
      for (const name of rowAsStated(row, conditions, {}).open?.attributes ?? []) found.add(name);
    }
  }
  return itemAttributeNames.filter((name) => found.has(name));
}

/** A single name is read as a list with one entry. */
function usFactsOf(value: unknown, where: string): readonly string[] {
  if (value === null) return [];
  return typeof value === 'string' ? [value] : asTexts(value, where);
}

/** Ignores case and leading or trailing whitespace. */
export function findTaxCode(catalogue: TaxCodeCatalogue, taxCode: string): TaxCode | null {
  return catalogue.byCode.get(taxCode) ?? catalogue.byCode.get(taxCode.trim().toUpperCase()) ?? null;
}

const anchors = ['SUPPLIER', 'DEPARTURE', 'CUSTOMER', 'ON_SITE'] as const satisfies readonly ServiceAnchor[];

/**
 * Places of supply by tax code. The rate books of release 0.1.0, which placed every service at the customer, do not
 * contain them.
 */
function readServicePlaces(file: JsonRecord): ReadonlyMap<string, ServicePlace> {
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
