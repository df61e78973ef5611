import type { VariablesOf } from '../../base/graphql.ts';
import type { refundOperation } from './operations.ts';

export type RefundKindChosen = 'all' | 'some' | 'tax';

type Sold = {
  readonly source: string;
  readonly externalId: string;
  readonly items: readonly { readonly name: string; readonly taxCode: string }[];
};

type Chosen = {
  readonly kind: RefundKindChosen;
  readonly externalId: string;
  readonly day: string;
  /** By the number of the item; empty or 0 for those that stay. */
  readonly quantities: readonly string[];
};

/** The refund to store; null if nothing was chosen. Whatever it leaves out is taken from the invoice. */
export function refundInput(sold: Sold, chosen: Chosen): VariablesOf<typeof refundOperation>['input'] | null {
  const items = sold.items.flatMap(({ name, taxCode }, index) => {
    const quantity = chosen.quantities[index]?.trim() ?? '';
    return quantity === '' || /^0+(\.0*)?$/.test(quantity) ? [] : [{ name, taxCode, quantity }];
  });
  if (chosen.kind === 'some' && items.length === 0) return null;
  return {
    source: sold.source,
    externalId: chosen.externalId,
    transactionType: 'REFUND',
    transactionStatus: 'ACTIVE',
    createdFrom: sold.externalId,
    externalTimestamps: { createdDate: chosen.day, updatedDate: chosen.day },
    items: chosen.kind === 'some' ? items : [],
    ...(chosen.kind === 'tax' && { refundKind: 'TAX_ONLY' }),
  };
}
