import { saleMark, type TaxBasis } from '../shared/tax-basis.ts';
import type { Container } from './container.ts';

/** Identifies this provider in tax lines. */
export const providerId = 'tollgate';

/**
 * Prefixes for the codes of tax lines that do not come from the gateway. The gateway's own codes are jurisdictions and
 * reasons.
 */
export const ownCodes = {
  estimated: 'ESTIMATED',
  untaxed: 'UNTAXED',
  estimatedWithoutPlace: 'ESTIMATED:INCOMPLETE_ADDRESS',
  untaxedWithoutPlace: 'UNTAXED:INCOMPLETE_ADDRESS',
} as const;

type TaxLine = { readonly code?: string | null; readonly provider_id?: string | null };
export type Taxed = { readonly tax_lines?: readonly TaxLine[] | null; readonly is_giftcard?: boolean | null };

/** Whether a line was taxed before its address was complete. */
export const isWithoutPlace = ({ tax_lines: lines }: Taxed): boolean =>
  (lines ?? []).some(({ code }) => code?.split(':')[1] === 'INCOMPLETE_ADDRESS');

/**
 * Medusa requests no tax for gift cards. A line without tax lines was never taxed: the provider always returns at least
 * one tax line, even if only at 0 %.
 */
export const markOf = (lines: readonly Taxed[]): ReturnType<typeof saleMark> =>
  saleMark(lines.filter(({ is_giftcard: isGiftCard }) => !isGiftCard).map(basisOf));

function basisOf({ tax_lines: lines }: Taxed): TaxBasis {
  const codes = (lines ?? []).map(({ code }) => code?.split(':')[0]);
  if (codes.every((code) => code === ownCodes.untaxed)) return 'UNTAXED';
  const isForeign = (lines ?? []).some(({ provider_id: provider }) => provider && provider !== providerId);
  return isForeign || codes.includes(ownCodes.estimated) ? 'ESTIMATED' : 'GATEWAY';
}

/** Marks in the metadata of an order, visible in the admin. */
type Marks = {
  /** The mark of a sale that the gateway did not tax entirely; `SETTLED` once the gateway has its document. */
  readonly tollgate_tax?: 'ESTIMATED' | 'UNTAXED' | 'SETTLED';
  /** Difference in the order's currency: total of the document less total of the order. */
  readonly tollgate_difference?: string;
  /** The last failed document, and the reason. */
  readonly tollgate_error?: string | null;
};

export async function markOrder(container: Container, orderId: string, marks: Marks): Promise<void> {
  const { data } = await container.resolve('query').graph<{ readonly metadata: Record<string, unknown> | null }>({
    entity: 'order',
    fields: ['metadata'],
    filters: { id: orderId },
  });
  const known = data[0]?.metadata;
  // Another process may have sent the document in the meantime.
  if (known?.tollgate_tax === 'SETTLED' && marks.tollgate_tax) return;
  await container.resolve('order').updateOrders(orderId, { metadata: { ...known, ...marks } });
}
