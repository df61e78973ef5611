import { z } from 'zod';
import { input } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { addIssue } from '../base/parse-input.ts';
import { withoutNulls } from '../base/plain-object.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { unknownTaxCode } from '../coverage/coverage-requirement.ts';
import { productText } from '../transactions/item-product.ts';
import { productFields } from './product.ts';

const most = gatewayLimits.products;

type Catalogue = { findTaxCode(code: string): { readonly code: string } | null };

/** A product, whose tax code must be in the catalog. */
export function productInput(catalogue: () => Catalogue) {
  const known = productFields.transform((product, ctx) => {
    if (product.taxCode === null) return product;
    const found = catalogue().findTaxCode(product.taxCode);
    if (found) return { ...product, taxCode: found.code };
    addIssue(ctx, unknownTaxCode(product.taxCode, ['taxCode']));
    return z.NEVER;
  });
  return z.preprocess(withoutNulls, known);
}

const productsWith = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .min(1)
    .max(most, `A request may have at most ${most} products.`)
    .meta({
      description: `Products to store, at most ${most}, each only once. Each replaces a stored product with the same key.`,
    });

export const productsFields = input('UpsertProductsInput', 'Products to store. Either all or none are stored.', {
  products: productsWith(productFields),
});

export function productsInput(catalogue: () => Catalogue) {
  return z.object({ products: productsWith(productInput(catalogue)) }).superRefine(({ products }, ctx) => {
    const seen = new Set<string>();
    for (const [index, product] of products.entries()) {
      const key = productText(product);
      const message = `Duplicate product ${JSON.stringify(key)} in the request.`;
      if (seen.has(key)) addIssue(ctx, { path: ['products', index, 'externalId'], code: 'REPEATED', message });
      seen.add(key);
    }
  });
}

export const storedProducts = record('StoredProducts', 'Result of storing products.', {
  changedCount: field.count('Number of new or changed products.'),
  unchangedCount: field.count('Number of products that were already stored with the same values.'),
});
export type StoredProducts = RecordOf<typeof storedProducts>;
