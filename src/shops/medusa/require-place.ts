import { placeMissing } from '../shared/place.ts';
import type { Container } from './container.ts';
import { isWithoutPlace, type Taxed } from './tax-mark.ts';

type Cart = {
  readonly completed_at: string | Date | null;
  readonly shipping_address: { readonly country_code: string | null } | null;
  readonly items: readonly Taxed[];
  readonly shipping_methods: readonly Taxed[];
};

/** Refuses payment and completion of a cart without a taxable address, with 400. */
export async function requirePlace(cartId: string, container: Container): Promise<void> {
  const { data } = await container.resolve('query').graph<Cart>({
    entity: 'cart',
    fields: [
      'completed_at',
      'shipping_address.country_code',
      'items.tax_lines.code',
      'shipping_methods.tax_lines.code',
    ],
    filters: { id: cartId },
  });
  const [cart] = data;
  // Completing a completed cart only returns its order.
  if (!cart || cart.completed_at) return;
  // If the address has no country, Medusa calls no tax provider.
  const lines = [...(cart.items ?? []), ...(cart.shipping_methods ?? [])].filter(Boolean);
  if (cart.shipping_address?.country_code && !lines.some(isWithoutPlace)) return;
  throw Object.assign(new Error(placeMissing), { type: 'invalid_data' });
}
