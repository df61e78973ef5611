import { meets } from '../../domain/lists/matches.ts';
import type { TaxCode, TaxCodeFilter } from '../../domain/lookups/catalogue.ts';
import { foreignProductTerms } from '../../domain/lookups/foreign-product-terms.ts';
import { productTerms } from '../../domain/lookups/product-terms.ts';
import { authorize, type Context } from '../../ports/context.ts';

/**
 * The tax codes whose code, name, description or category contains every search word. If none does, the codes for
 * common products that match the words. Both are in catalog order.
 */
export async function searchTaxCodes(
  ctx: Context,
  { search, category, kind }: TaxCodeFilter,
): Promise<readonly TaxCode[]> {
  authorize(ctx, 'tax:read');
  const words = plain(search?.eq ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  const codes = ctx.reference.taxCodes.filter(
    (taxCode) => meets(taxCode.kind, kind) && meets(taxCode.category, category),
  );
  const withWords = (textOf: (taxCode: TaxCode) => string) =>
    codes.filter((taxCode) => {
      const text = plain(textOf(taxCode));
      return words.every((word) => text.includes(word));
    });
  const found = withWords(({ code, name, description, category: of }) => `${code} ${name} ${description} ${of}`);
  for (const terms of [null, productTerms, ...Object.values(foreignProductTerms)]) {
    const ofTerms = terms === null ? found : withWords(({ code }) => terms[code] ?? '');
    if (ofTerms.length > 0) return ofTerms;
  }
  return [];
}

/** Ignores case and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
