import { z } from 'zod';

type Money = { readonly amount: number };
export type SaleorAddress = {
  readonly streetAddress1: string;
  readonly streetAddress2: string;
  readonly city: string;
  readonly countryArea: string;
  readonly postalCode: string;
  readonly country: { readonly code: string };
};
type User = { readonly id: string; readonly email: string };
/** Subscriptions of earlier releases include neither the SKU nor the id of the product. */
export type Variant = {
  readonly sku?: string | null;
  readonly product: { readonly id?: string; readonly taxClass: { readonly id: string } | null };
};

/** Saleor's payload for `taxSubscription`. Amounts are in the major unit, such as 28.5 dollars. */
export type TaxPayload = {
  readonly __typename: 'CalculateTaxes';
  readonly taxBase: {
    readonly pricesEnteredWithTax: boolean;
    readonly currency: string;
    readonly shippingPrice: Money;
    readonly address: SaleorAddress | null;
    readonly discounts: readonly { readonly amount: Money; readonly type: 'SUBTOTAL' | 'SHIPPING' }[];
    readonly sourceObject: { readonly user: User | null };
    readonly lines: readonly {
      readonly productName: string;
      readonly quantity: number;
      readonly chargeTaxes: boolean;
      readonly totalPrice: Money;
      /**
       * An order line may have lost its variant, but a checkout line always has one. GraphQL requires two names for the
       * two types.
       */
      readonly sourceLine: {
        readonly id: string;
        readonly variant?: Variant | null;
        readonly orderVariant?: Variant | null;
      };
    }[];
  };
};

type TaxedMoney = { readonly gross: Money; readonly net: Money };
type TransactionEvent = {
  readonly id: string;
  readonly type: string | null;
  readonly amount: Money;
  readonly createdAt: string;
};

/** Saleor's payload for the order subscriptions. */
export type OrderPayload = {
  readonly __typename: 'OrderConfirmed' | 'OrderRefunded' | 'OrderFullyRefunded' | 'OrderCancelled';
  readonly order: {
    readonly id: string;
    readonly number: string;
    readonly created: string;
    readonly updatedAt: string;
    readonly userEmail: string | null;
    readonly user: User | null;
    readonly taxExemption: boolean;
    readonly channel: {
      readonly taxConfiguration: {
        readonly pricesEnteredWithTax: boolean;
        readonly chargeTaxes: boolean;
        readonly countries: readonly { readonly country: { readonly code: string }; readonly chargeTaxes: boolean }[];
      };
    };
    readonly shippingAddress: SaleorAddress | null;
    readonly billingAddress: SaleorAddress | null;
    readonly shippingPrice: TaxedMoney;
    readonly total: { readonly currency: string };
    readonly totalCharged: Money;
    readonly lines: readonly {
      readonly id: string;
      readonly productName: string;
      readonly productSku: string | null;
      readonly quantity: number;
      readonly totalPrice: TaxedMoney;
      readonly variant: Variant | null;
    }[];
    readonly transactions: readonly { readonly events: readonly TransactionEvent[] }[];
    readonly grantedRefunds: readonly {
      readonly id: string;
      readonly status: string;
      readonly updatedAt: string;
      readonly amount: Money;
      readonly shippingCostsIncluded: boolean;
      readonly lines: readonly { readonly quantity: number; readonly orderLine: { readonly id: string } }[] | null;
      readonly transactionEvents: readonly { readonly id: string }[] | null;
    }[];
  };
};

const money = z.object({ amount: z.number() });
const address = z.object({
  streetAddress1: z.string(),
  streetAddress2: z.string(),
  city: z.string(),
  countryArea: z.string(),
  postalCode: z.string(),
  country: z.object({ code: z.string() }),
});
const user = z.object({ id: z.string(), email: z.string() });
const variant = z.object({
  sku: z.string().nullish(),
  product: z.object({ id: z.string().optional(), taxClass: z.object({ id: z.string() }).nullable() }),
});

export const taxPayload: z.ZodType<TaxPayload> = z.object({
  __typename: z.literal('CalculateTaxes'),
  taxBase: z.object({
    pricesEnteredWithTax: z.boolean(),
    currency: z.string(),
    shippingPrice: money,
    address: address.nullable(),
    discounts: z.array(z.object({ amount: money, type: z.enum(['SUBTOTAL', 'SHIPPING']) })),
    sourceObject: z.object({ user: user.nullable() }),
    lines: z.array(
      z.object({
        productName: z.string(),
        quantity: z.number(),
        chargeTaxes: z.boolean(),
        totalPrice: money,
        sourceLine: z.object({
          id: z.string(),
          variant: variant.nullable().optional(),
          orderVariant: variant.nullable().optional(),
        }),
      }),
    ),
  }),
});

/** The subscription for the webhooks `CHECKOUT_CALCULATE_TAXES` and `ORDER_CALCULATE_TAXES`. */
export const taxSubscription: string = `
  subscription {
    event {
      __typename
      ... on CalculateTaxes {
        taxBase {
          pricesEnteredWithTax
          currency
          shippingPrice { amount }
          address { streetAddress1 streetAddress2 city countryArea postalCode country { code } }
          discounts { amount { amount } type }
          sourceObject {
            ... on Checkout { user { id email } }
            ... on Order { user { id email } }
          }
          lines {
            productName
            quantity
            chargeTaxes
            totalPrice { amount }
            sourceLine {
              ... on CheckoutLine { id variant { sku product { id taxClass { id } } } }
              ... on OrderLine { id orderVariant: variant { sku product { id taxClass { id } } } }
            }
          }
        }
      }
    }
  }
`;

const taxed = z.object({ gross: money, net: money });

export const orderPayload: z.ZodType<OrderPayload> = z.object({
  __typename: z.enum(['OrderConfirmed', 'OrderRefunded', 'OrderFullyRefunded', 'OrderCancelled']),
  order: z.object({
    id: z.string(),
    number: z.string(),
    created: z.string(),
    updatedAt: z.string(),
    userEmail: z.string().nullable(),
    user: user.nullable(),
    taxExemption: z.boolean(),
    channel: z.object({
      taxConfiguration: z.object({
        pricesEnteredWithTax: z.boolean(),
        chargeTaxes: z.boolean(),
        countries: z.array(z.object({ country: z.object({ code: z.string() }), chargeTaxes: z.boolean() })),
      }),
    }),
    shippingAddress: address.nullable(),
    billingAddress: address.nullable(),
    shippingPrice: taxed,
    total: z.object({ currency: z.string() }),
    totalCharged: money,
    lines: z.array(
      z.object({
        id: z.string(),
        productName: z.string(),
        productSku: z.string().nullable(),
        quantity: z.number(),
        totalPrice: taxed,
        variant: variant.nullable(),
      }),
    ),
    transactions: z.array(
      z.object({
        events: z.array(
          z.object({ id: z.string(), type: z.string().nullable(), amount: money, createdAt: z.string() }),
        ),
      }),
    ),
    grantedRefunds: z.array(
      z.object({
        id: z.string(),
        status: z.string(),
        updatedAt: z.string(),
        amount: money,
        shippingCostsIncluded: z.boolean(),
        lines: z.array(z.object({ quantity: z.number(), orderLine: z.object({ id: z.string() }) })).nullable(),
        transactionEvents: z.array(z.object({ id: z.string() })).nullable(),
      }),
    ),
  }),
});

/** The order webhooks by event, with the types of their payloads in Saleor's schema. */
export const orderEvents: Readonly<Record<string, string>> = {
  ORDER_CONFIRMED: 'OrderConfirmed',
  ORDER_REFUNDED: 'OrderRefunded',
  ORDER_FULLY_REFUNDED: 'OrderFullyRefunded',
  ORDER_CANCELLED: 'OrderCancelled',
};

/** The subscription for one order webhook. */
export const orderSubscriptionOf = (event: string): string => `
  subscription {
    event {
      __typename
      ... on ${orderEvents[event]} {
        order {
          id
          number
          created
          updatedAt
          userEmail
          user { id email }
          taxExemption
          channel { taxConfiguration { pricesEnteredWithTax chargeTaxes countries { country { code } chargeTaxes } } }
          shippingAddress { streetAddress1 streetAddress2 city countryArea postalCode country { code } }
          billingAddress { streetAddress1 streetAddress2 city countryArea postalCode country { code } }
          shippingPrice { gross { amount } net { amount } }
          total { currency }
          totalCharged { amount }
          lines {
            id
            productName
            productSku
            quantity
            totalPrice { gross { amount } net { amount } }
            variant { product { id taxClass { id } } }
          }
          transactions { events { id type amount { amount } createdAt } }
          grantedRefunds {
            id
            status
            updatedAt
            amount { amount }
            shippingCostsIncluded
            lines { quantity orderLine { id } }
            transactionEvents { id }
          }
        }
      }
    }
  }
`;
