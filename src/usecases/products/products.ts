import { notFound } from '../../domain/base/errors.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { Product, ProductInput } from '../../domain/products/product.ts';
import type { StoredProducts } from '../../domain/products/product-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ProductStore } from '../../ports/stores/product-store.ts';
import { storedList } from '../reading/stored-list.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict, type Upserted } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';

export async function getProduct(ctx: Context, by: RecordName): Promise<Product> {
  return findProduct(authorize(ctx, 'tax:read').stores.products, by);
}

/** Throws `NOT_FOUND` if the product does not exist. */
async function findProduct(products: ProductStore, by: RecordName): Promise<Product> {
  const [product] = await products.find([by]);
  if (!product) throw notFound('PRODUCT', by);
  return product;
}

/** One page of products, newest first. */
export const { list: listProducts, count: countProducts } = storedList('tax:read', ({ products }) => products);

/** Creates or replaces the product with this `source` and `externalId`. Stored documents keep their tax codes. */
export function upsertProduct(
  ctx: Context,
  input: ProductInput,
  precondition?: Precondition,
): Promise<Upserted<Product>> {
  const session = authorize(ctx, 'products:write');
  const { products } = session.stores;
  return retryOnConflict(recordOf(session, 'product', input.source, input.externalId), async () => {
    const [stored] = await products.find([{ key: input }]);
    requireExpected(precondition, stored ? currentRevisionOf(stored) : null);
    if (!stored) {
      const [value] = await products.put([input], ctx.now(), { isNew: true });
      return value ? { kind: 'created', value } : null;
    }
    const isSame = (['name', 'category', 'taxCode'] as const).every((member) => stored[member] === input[member]);
    if (isSame) return { kind: 'unchanged', value: stored };
    const value = await products.replace(stored, input, ctx.now());
    return value && { kind: 'replaced', value };
  });
}

/** Stores all products or none, replacing those with the same key. */
export async function upsertProducts(ctx: Context, sent: readonly ProductInput[]): Promise<StoredProducts> {
  const { products } = authorize(ctx, 'products:write').stores;
  const { length } = await products.put(sent, ctx.now());
  return { changedCount: length, unchangedCount: sent.length - length };
}

/** Deletes a product and returns its last state. Documents keep the product name and their tax codes. */
export function deleteProduct(ctx: Context, by: RecordName, precondition?: Precondition): Promise<Product> {
  const session = authorize(ctx, 'products:write');
  const { products } = session.stores;
  return retryOnConflict(recordOf(session, 'delete product', JSON.stringify(by)), async () => {
    const product = await findProduct(products, by);
    requireExpected(precondition, currentRevisionOf(product));
    return (await products.remove(product, ctx.now())) ? product : null;
  });
}
