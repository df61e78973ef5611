import { saleMark, type TaxBasis } from '../shared/tax-basis.ts';
import type { Container } from './container.ts';

/** The provider of a tax line of ours. */
export const providerId = 'tollgate';

/** The first part of the codes of tax lines that the gateway did not give; other codes are its jurisdictions and reasons. */
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

/** Medusa asks for no tax on a gift card. A line without tax lines was never taxed: the gateway gives at least one of 0 %. */
export const markOf = (lines: readonly Taxed[]): ReturnType<typeof saleMark> =>
  saleMark(lines.filter(({ is_giftcard: isGiftCard }) => !isGiftCard).map(basisOf));

function basisOf({ tax_lines: lines }: Taxed): TaxBasis {
  const codes = (lines ?? []).map(({ code }) => code?.split(':')[0]);
  if (codes.every((code) => code === ownCodes.untaxed)) return 'UNTAXED';
  const isForeign = (lines ?? []).some(({ provider_id: provider }) => provider && provider !== providerId);
  return isForeign || codes.includes(ownCodes.estimated) ? 'ESTIMATED' : 'GATEWAY';
}

/** Marks in the metadata of an order, which the admin shows. */
type Marks = {
  /** The mark of a sale without the gateway's tax; `SETTLED` once the gateway has its document. */
  readonly tollgate_tax?: 'ESTIMATED' | 'UNTAXED' | 'SETTLED';
  /** The tax in the document less the tax that the buyer paid, in the currency of the order. */
  readonly tollgate_difference?: string;
  /** The document that failed last, and why. */
  readonly tollgate_error?: string | null;
};

export async function markOrder(container: Container, orderId: string, marks: Marks): Promise<void> {
  const { data } = await container.resolve('query').graph<{ readonly metadata: Record<string, unknown> | null }>({
    entity: 'order',
    fields: ['metadata'],
    filters: { id: orderId },
  });
  const known = data[0]?.metadata;
  // Another process may have sent the document meanwhile.
  if (known?.tollgate_tax === 'SETTLED' && marks.tollgate_tax) return;
  await container.resolve('order').updateOrders(orderId, { metadata: { ...known, ...marks } });
}
