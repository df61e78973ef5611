import {
  decidingProducts,
  noProductCodes,
  type ProductCodes,
  productText,
} from '../../domain/transactions/item-product.ts';
import type { TenantStores } from '../../ports/stores.ts';

/**
 * The tax codes of the products that determine item codes: one statement for all documents, or no statement if no item
 * depends on a product.
 */
export async function findProductCodes(
  { products }: Pick<TenantStores, 'products'>,
  documents: Parameters<typeof decidingProducts>[0],
): Promise<ProductCodes> {
  const named = decidingProducts(documents);
  if (named.length === 0) return noProductCodes;
  const mapped = await products.findTaxCodes(named);
  return new Map(mapped.map((one) => [productText(one), one.taxCode]));
}
