import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { Product } from '../../domain/products/product.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { findProduct } from './get-product.ts';

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
