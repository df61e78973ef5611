import {
  codesThatMayFit,
  type DescribedProduct,
  type TaxCodeSuggestions,
} from '../../domain/products/suggest-tax-codes.ts';
import type { UnmappedProduct, UnmappedProductFilter } from '../../domain/products/unmapped-product.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { UnmappedProductPage } from '../../ports/stores/product-store.ts';

/** Tax codes that may fit a product, each with its reason. Nothing is stored. */
export async function suggestTaxCodes(ctx: Context, product: DescribedProduct): Promise<TaxCodeSuggestions> {
  const [suggested] = await withSuggestions(ctx, authorize(ctx, 'tax:read'), [product]);
  return { suggestions: suggested!.suggestions };
}

/** One page of the products without a tax code, best-selling first, with suggestions. */
export async function listUnmappedProducts(
  ctx: Context,
  filter: UnmappedProductFilter,
  page: UnmappedProductPage,
): Promise<UnmappedProduct[]> {
  const session = authorize(ctx, 'transactions:read');
  return withSuggestions(ctx, session, await session.stores.products.listUnmapped(filter, page));
}

export function countUnmappedProducts(ctx: Context, filter: UnmappedProductFilter): Promise<number> {
  return authorize(ctx, 'transactions:read').stores.products.countUnmapped(filter);
}

/** The mapped products of all categories are counted with one statement. */
async function withSuggestions<Product extends DescribedProduct>(
  { reference }: Context,
  { stores }: Session,
  products: readonly Product[],
) {
  const categories = new Set(products.flatMap(({ category }) => category ?? []));
  const mapped = await stores.products.countByCategory([...categories]);
  return products.map((product) => ({ ...product, suggestions: codesThatMayFit(product, reference.taxCodes, mapped) }));
}
