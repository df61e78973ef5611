import type { NaturalKey, RecordName } from '../../domain/base/record-name.ts';
import type { UnmappedProductPosition } from '../../domain/lists/cursor.ts';
import type { Product, ProductFilter, ProductInput } from '../../domain/products/product.ts';
import type { MappedCount } from '../../domain/products/suggest-tax-codes.ts';
import type { UnmappedProduct, UnmappedProductFilter } from '../../domain/products/unmapped-product.ts';
import type { PageRequest } from './page-request.ts';

export type SoldProduct = Omit<UnmappedProduct, 'suggestions'>;

export type UnmappedProductPage = {
  readonly limit: number;
  readonly after: UnmappedProductPosition | null;
  readonly isBackward?: boolean;
};

export interface ProductStore {
  /** The products that exist, in any order. */
  find(names: readonly RecordName[]): Promise<Product[]>;
  list(filter: ProductFilter, page: PageRequest): Promise<Product[]>;
  count(filter: ProductFilter): Promise<number>;
  /** The tax codes of mapped products, for a document that is being calculated. */
  findTaxCodes(keys: readonly NaturalKey[]): Promise<readonly (NaturalKey & { readonly taxCode: string })[]>;
  /** Products without a tax code, best-selling first, without suggestions. */
  listUnmapped(filter: UnmappedProductFilter, page: UnmappedProductPage): Promise<SoldProduct[]>;
  countUnmapped(filter: UnmappedProductFilter): Promise<number>;
  /** The number of invoices that these lists read, at most `limit`. */
  countUnmappedSales(filter: UnmappedProductFilter, limit: number): Promise<number>;
  /** The number of mapped products in these categories, by tax code. */
  countByCategory(categories: readonly string[]): Promise<readonly MappedCount[]>;
  /**
   * Creates or replaces products, each listed once, and returns the changed products. With `isNew`, stored products do
   * not change.
   */
  put(products: readonly ProductInput[], at: Date, options?: { readonly isNew?: boolean }): Promise<Product[]>;
  /** Replaces a stored product; null if its version differs. */
  replace(stored: Product, input: ProductInput, at: Date): Promise<Product | null>;
  /** Deletes a stored product; false if its version differs. */
  remove(product: Product, at: Date): Promise<boolean>;
}
