import { meets } from '../../domain/lists/matches.ts';
import type { TaxCode } from '../../domain/lookups/catalogue.ts';
import type { TaxCodeFilter } from '../../domain/lookups/tax-code-list.ts';
import { authorize, type Context } from '../../ports/context.ts';

/**
 * The tax codes that contain every search word in their code, name, description or category, in the order of the
 * catalogue: goods, digital goods, software, services, admission, delivery, gift cards.
 */
export async function searchTaxCodes(
  ctx: Context,
  { search, category, kind }: TaxCodeFilter,
): Promise<readonly TaxCode[]> {
  authorize(ctx, 'tax:read');
  const words = plain(search?.eq ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return ctx.reference.taxCodes.filter((taxCode) => {
    if (!meets(taxCode.kind, kind) || !meets(taxCode.category, category)) return false;
    const text = plain(`${taxCode.code} ${taxCode.name} ${taxCode.description} ${taxCode.category}`);
    return words.every((word) => text.includes(word));
  });
}

/** Ignores case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
