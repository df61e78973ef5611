import { z } from 'zod';

const country = z.string().length(2);

/** What a tenant has settled for all of its documents; a missing member takes its default. */
export const tenantSettings = z.object({
  /** Where the seller is established and ships from; without a state, destination rules apply. */
  homeAddress: z
    .object({
      country: country.default('US'),
      state: z.string().nullable().default(null),
      city: z.string().nullable().default(null),
      zip: z.string().nullable().default(null),
    })
    .prefault({}),
  collect: z.enum(['EVERYWHERE', 'WHERE_REGISTERED']).default('EVERYWHERE'),
  /** Whether the seller declares sales to EU consumers through the one-stop shop, and so charges them everywhere in it. */
  oneStopShop: z.boolean().default(false),
  defaultCurrency: z.string().length(3).default('USD'),
  roundingLevel: z.enum(['LINE', 'DOCUMENT', 'DOCUMENT_PER_RATE', 'UNIT']).default('LINE'),
  tieRule: z.enum(['HALF_UP', 'HALF_DOWN', 'HALF_EVEN']).default('HALF_UP'),
  inclusiveRounding: z.enum(['TAX', 'NET']).default('TAX'),
  exemptInclusivePrice: z.enum(['KEEP', 'STRIP']).default('KEEP'),
  discountCoversShipping: z.boolean().default(false),
  shippingRate: z.enum(['OWN_CODE', 'WEIGHTED_BY_ITEMS']).default('OWN_CODE'),
});

export type TenantSettings = z.output<typeof tenantSettings>;

export type Tenant = { readonly tenantId: string; readonly name: string; readonly settings: TenantSettings };
