import { notFound } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { Product } from '../../domain/products/product.ts';
import type { ProductFilter } from '../../domain/products/product-list.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { ProductStore } from '../../ports/stores/product-store.ts';

export async function getProduct(ctx: Context, by: RecordName): Promise<Product> {
  return findProduct(authorize(ctx, 'tax:read').stores.products, by);
}

/** Throws `NOT_FOUND` if the product does not exist. */
export async function findProduct(products: ProductStore, by: RecordName): Promise<Product> {
  const [product] = await products.find([by]);
  if (!product) throw notFound('PRODUCT', by);
  return product;
}

/** One page of products, newest first. */
export function listProducts(ctx: Context, filter: ProductFilter, page: PageRequest): Promise<Product[]> {
  return authorize(ctx, 'tax:read').stores.products.list(filter, page);
}

export function countProducts(ctx: Context, filter: ProductFilter): Promise<number> {
  return authorize(ctx, 'tax:read').stores.products.count(filter);
}
