import type { OrderDTO, ReturnDTO } from '@medusajs/types';
import type { Buyer } from '../gateway/gateway.ts';
import { shippingTaxCodeOf, taxCodeOf } from '../gateway/mapping.ts';
import type { StoredDocument } from '../gateway/operations.ts';
import { discountOf, includesTax, shippingPriceOf, textOf } from './basket.ts';
import { addressOf, type Options } from './tax-provider.ts';

type Line = Pick<
  NonNullable<OrderDTO['items']>[number],
  | 'id'
  | 'title'
  | 'variant_sku'
  | 'product_type_id'
  | 'raw_unit_price'
  | 'raw_quantity'
  | 'is_tax_inclusive'
  | 'unit_price'
  | 'quantity'
> & { readonly adjustments?: readonly { readonly amount: number }[] };

/** The fields of an order that a subscriber must load. */
export type PlacedOrder = Pick<
  OrderDTO,
  'id' | 'currency_code' | 'customer_id' | 'email' | 'shipping_address' | 'created_at' | 'updated_at'
> & {
  readonly items: readonly Line[];
  readonly shipping_methods: readonly {
    readonly id: string;
    readonly amount: number;
    readonly is_tax_inclusive: boolean;
  }[];
};

export type ReceivedReturn = Pick<ReturnDTO, 'id' | 'received_at'> & {
  readonly items: readonly Pick<ReturnDTO['items'][number], 'item_id' | 'quantity' | 'received_quantity'>[];
};

/** For a subscriber of `order.placed`. */
export async function storeInvoice(order: PlacedOrder, options: Options): Promise<StoredDocument> {
  return options.gateway.store(
    {
      externalId: order.id,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: { createdDate: instantOf(order.created_at), updatedDate: instantOf(order.updated_at) },
      currency: order.currency_code.toUpperCase(),
      isTaxInclusive: includesTax(order),
      items: order.items.map((item) => ({
        name: nameOf(item),
        taxCode: taxCodeOf(item.product_type_id, options),
        unitPrice: textOf(item.raw_unit_price),
        quantity: textOf(item.raw_quantity),
        discount: discountOf(item),
      })),
      shippingFee:
        order.shipping_methods.length > 0
          ? { taxCode: shippingTaxCodeOf(options), totalPrice: shippingPriceOf(order) }
          : undefined,
      shippingAddress: addressOf({ ...order.shipping_address, province_code: order.shipping_address?.province }),
    },
    buyerOf(order),
  );
}

/** For a subscriber of `order.return_received`; uses the rates of the invoice, not today's. */
export async function storeRefund(
  order: PlacedOrder,
  { id, items, received_at: receivedAt }: ReceivedReturn,
  options: Options,
): Promise<StoredDocument> {
  const day = instantOf(receivedAt ?? new Date());
  const ordered = new Map(order.items.map((item) => [item.id, item]));
  return options.gateway.store(
    {
      externalId: id,
      createdFrom: order.id,
      requireLink: true,
      transactionType: 'REFUND',
      transactionStatus: 'ACTIVE',
      externalTimestamps: { createdDate: day, updatedDate: day },
      items: items.flatMap(({ item_id: itemId, quantity, received_quantity: received }) => {
        const item = ordered.get(itemId);
        if (!item) throw new Error(`The return ${id} names ${itemId}, which is not an item of the order ${order.id}.`);
        const taxCode = taxCodeOf(item.product_type_id, options);
        const returned = received ?? quantity;
        // Announced items that did not arrive stay in the return with a quantity of 0.
        return Number(returned) === 0 ? [] : { name: nameOf(item), taxCode, quantity: `${returned}` };
      }),
    },
    buyerOf(order),
  );
}

/** The name by which a refund finds the item of its invoice. */
const nameOf = ({ title, variant_sku: sku }: Line): string => (sku ? `${title} (${sku})` : title);

/** A guest is a new customer for each order. */
const buyerOf = ({ id, customer_id: customerId, email }: PlacedOrder): Buyer => ({ id: customerId ?? id, email });

const instantOf = (at: Date | string): string => new Date(at).toISOString();
