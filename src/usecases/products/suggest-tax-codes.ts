import { invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import {
  codesThatMayFit,
  type DescribedProduct,
  type TaxCodeSuggestions,
} from '../../domain/products/suggest-tax-codes.ts';
import type { UnmappedProduct, UnmappedProductFilter } from '../../domain/products/unmapped-product.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { UnmappedProductPage } from '../../ports/stores/product-store.ts';

const most = gatewayLimits.unmappedSales;

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
  const session = await chargedSession(ctx, filter);
  return withSuggestions(ctx, session, await session.stores.products.listUnmapped(filter, page));
}

export async function countUnmappedProducts(ctx: Context, filter: UnmappedProductFilter): Promise<number> {
  const { stores } = await chargedSession(ctx, filter);
  return stores.products.countUnmapped(filter);
}

/** Charges for the invoices before they are read. Throws `INVALID_INPUT` if they are too many. */
async function chargedSession(ctx: Context, filter: UnmappedProductFilter): Promise<Session> {
  const session = authorize(ctx, 'transactions:read');
  const count = await session.stores.products.countUnmappedSales(filter, most + 1);
  if (count > most) {
    const message = `At most ${most} invoices can be counted for this list, but more have products without a tax code. Request a shorter period of tax dates.`;
    throw invalidField(['taxDate'], 'TOO_LONG', message);
  }
  session.work.add(workCosts.reportedDocument * count);
  return session;
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
