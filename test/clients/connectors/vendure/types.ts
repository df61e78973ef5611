/*
 * The parts of `@vendure/core` 3.7 that the adapter reads, declared here because the package brings a whole server (NestJS,
 * TypeORM, Apollo). Vendure's classes are assignable to these types. Amounts are in minor units, such as cents.
 */

export type ID = string | number;

export type TaxLine = { description: string; taxRate: number };

export type OrderLine = {
  readonly id: ID;
  readonly quantity: number;
  /** The quantity that the adjustments apply to, once the order is placed. */
  readonly orderPlacedQuantity: number;
  readonly listPrice: number;
  readonly listPriceIncludesTax: boolean;
  /** Promotions on the line and its share of those on the order; negative. */
  readonly adjustments: readonly { readonly amount: number }[];
  readonly productVariant: { readonly name: string; readonly sku: string };
  readonly taxCategoryId: ID;
};

export type ShippingLine = {
  readonly listPrice: number;
  readonly listPriceIncludesTax: boolean;
  readonly adjustments: readonly { readonly amount: number }[];
};

export type OrderAddress = {
  readonly streetLine1?: string | null;
  readonly streetLine2?: string | null;
  readonly city?: string | null;
  readonly province?: string | null;
  readonly postalCode?: string | null;
  readonly countryCode?: string | null;
};

export type Order = {
  readonly code: string;
  readonly currencyCode: string;
  readonly customerId?: ID;
  readonly customer?: { readonly emailAddress: string };
  readonly shippingAddress: OrderAddress;
  readonly lines: readonly OrderLine[];
  readonly shippingLines: readonly ShippingLine[];
  readonly orderPlacedAt?: Date;
  readonly updatedAt: Date;
};

export type Refund = {
  readonly id: ID;
  readonly createdAt: Date;
  readonly lines: readonly { readonly orderLineId: ID; readonly quantity: number }[];
};

export interface TaxLineCalculationStrategy {
  calculate(args: {
    readonly order: Order;
    readonly orderLine: OrderLine;
    readonly applicableTaxRate: { readonly name: string; readonly value: number };
  }): TaxLine[] | Promise<TaxLine[]>;
}
