import { z } from 'zod';

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
const variant = z.object({ product: z.object({ taxClass: z.object({ id: z.string() }).nullable() }) });

/** The payload of Saleor for `taxSubscription`. Amounts are in the major unit, such as 28.5 dollars. */
export const taxPayload = z.object({
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
        sourceLine: z.object({ id: z.string(), variant: variant.nullable() }),
      }),
    ),
  }),
});
export type TaxPayload = z.infer<typeof taxPayload>;
export type SaleorAddress = z.infer<typeof address>;

/** The subscription of the webhooks `CHECKOUT_CALCULATE_TAXES` and `ORDER_CALCULATE_TAXES`. */
export const taxSubscription = `
  subscription {
    event {
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
              ... on CheckoutLine { id variant { product { taxClass { id } } } }
              ... on OrderLine { id variant { product { taxClass { id } } } }
            }
          }
        }
      }
    }
  }
`;

const taxed = z.object({ gross: money, net: money });

/** The payload of Saleor for `orderSubscription`. */
export const orderPayload = z.object({
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
    lines: z.array(
      z.object({
        productName: z.string(),
        productSku: z.string().nullable(),
        quantity: z.number(),
        totalPrice: taxed,
        variant: variant.nullable(),
      }),
    ),
  }),
});
export type OrderPayload = z.infer<typeof orderPayload>;

/** The subscription of the webhook `ORDER_CONFIRMED`. */
export const orderSubscription = `
  subscription {
    event {
      ... on OrderConfirmed {
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
          lines {
            productName
            productSku
            quantity
            totalPrice { gross { amount } net { amount } }
            variant { product { taxClass { id } } }
          }
        }
      }
    }
  }
`;
