import type { TenantSettings } from '../account/tenant.ts';
import type { NaturalKey } from '../base/record-name.ts';
import type { ProductMapping } from './transaction-enums.ts';

/** The tax codes of mapped products, keyed by `productText`. */
export type ProductCodes = ReadonlyMap<string, string>;

export const noProductCodes: ProductCodes = new Map();

export const productText = ({ source, externalId }: NaturalKey): string => `${source}/${externalId}`;

/** The product reference of an item. */
type NamesProduct = {
  readonly product?: string | null | undefined;
  readonly productSource?: string | null | undefined;
};

/**
 * The product of an item; null without a product. The source is the document's source, unless the item has its own
 * `productSource`.
 */
export function productOf({ product, productSource }: NamesProduct, { source }: Sourced): NaturalKey | null {
  return product == null ? null : { source: productSource ?? source ?? '', externalId: product };
}
type Sourced = { readonly source: string | null };

type Named = NamesProduct & { readonly name: string };

/**
 * The items of an earlier document to which an item in a later document may refer: items with the same name and, if a
 * product is specified, the same product. If none has the product, items with the name and no product match.
 */
export function namesakes<Item extends Named>(
  sent: Named,
  { source, items }: Sourced & { readonly items: readonly Item[] },
) {
  const textOf = (item: NamesProduct) => {
    const product = productOf(item, { source });
    return product && productText(product);
  };
  const product = textOf(sent);
  const named = items.map((item, index) => ({ item, index })).filter(({ item }) => item.name === sent.name);
  if (product === null) return named;
  const ofProduct = named.filter(({ item }) => textOf(item) === product);
  return ofProduct.length > 0 ? ofProduct : named.filter(({ item }) => item.product == null);
}

/** The facts about a product that are recorded with its item. */
export function recordedProduct({ product, productSource, productMapping }: SentProduct) {
  return {
    ...(product != null && { product }),
    ...(productSource != null && { productSource }),
    ...(productMapping && { productMapping }),
  };
}
type SentProduct = NamesProduct & { readonly productMapping?: ProductMapping | undefined };

/** The products that determine the tax codes of items, without duplicates. */
export function decidingProducts(
  documents: readonly (Sourced & { readonly items: readonly (SentProduct & { readonly taxCode: string | null })[] })[],
): NaturalKey[] {
  const found = new Map<string, NaturalKey>();
  for (const document of documents) {
    for (const item of document.items) {
      const product = item.taxCode === null || item.productMapping ? productOf(item, document) : null;
      if (product) found.set(productText(product), product);
    }
  }
  return [...found.values()];
}

/**
 * The tax code of an item sent with a product but without a code. Without a default tax code, the item is taxed as
 * general goods.
 */
export function codeOfProduct(
  product: NaturalKey,
  codes: ProductCodes,
  { defaultTaxCode }: Pick<TenantSettings, 'defaultTaxCode'>,
) {
  const taxCode = codes.get(productText(product));
  if (taxCode !== undefined) return { taxCode, productMapping: 'MAPPED' } as const;
  const isTaxCodeAssumed = defaultTaxCode !== null;
  return { taxCode: defaultTaxCode ?? '', isTaxCodeAssumed, productMapping: 'UNMAPPED' } as const;
}

type CodedItem = SentProduct & { readonly taxCode: string; readonly isTaxCodeAssumed?: boolean };

/** A document with the current tax codes of its products. Items whose product has no code keep their own code. */
export function underProductCodes<Item extends CodedItem, Document extends Sourced & { readonly items: Item[] }>(
  document: Document,
  codes: ProductCodes,
): Document {
  if (codes.size === 0) return document;
  const items = document.items.map((item) => {
    const product = item.productMapping ? productOf(item, document) : null;
    const taxCode = product ? codes.get(productText(product)) : undefined;
    if (taxCode === undefined) return item;
    return { ...item, taxCode, productMapping: 'MAPPED', isTaxCodeAssumed: false };
  });
  return { ...document, items };
}
