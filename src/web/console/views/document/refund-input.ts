import type { VariablesOf } from '../../base/graphql.ts';
import type { refundOperation } from './operations.ts';

export type RefundKindChosen = 'all' | 'some' | 'tax';

type Sold = {
  readonly source: string;
  readonly externalId: string;
  readonly items: readonly {
    readonly name: string;
    readonly taxCode: string;
    readonly product?: string | null;
    readonly productSource?: string | null;
  }[];
};

type Chosen = {
  readonly kind: RefundKindChosen;
  readonly externalId: string;
  readonly day: string;
  /** Quantities by item index; empty or 0 for items that are not returned. */
  readonly quantities: readonly string[];
};

/** The refund to store; null if nothing was selected. Omitted values come from the invoice. */
export function refundInput(sold: Sold, chosen: Chosen): VariablesOf<typeof refundOperation>['input'] | null {
  const items = sold.items.flatMap(({ name, taxCode, product, productSource }, index) => {
    const quantity = chosen.quantities[index]?.trim() ?? '';
    return quantity === '' || /^0+(\.0*)?$/.test(quantity) ? [] : [{ name, taxCode, product, productSource, quantity }];
  });
  if (chosen.kind === 'some' && items.length === 0) return null;
  return {
    source: sold.source,
    externalId: chosen.externalId,
    ifVersion: 0,
    transactionType: 'REFUND',
    transactionStatus: 'ACTIVE',
    createdFrom: sold.externalId,
    externalTimestamps: { createdDate: chosen.day, updatedDate: chosen.day },
    items: chosen.kind === 'some' ? items : [],
    ...(chosen.kind === 'tax' && { refundKind: 'TAX_ONLY' }),
  };
}
