/** A caller of one of Vendure's interfaces, with its session. */
export function callerOf(url: string, path: 'shop-api' | 'admin-api') {
  let token: string | null = null;
  return async <Data = Record<string, unknown>>(query: string, variables: object = {}): Promise<Data> => {
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(60_000),
    });
    token = response.headers.get('vendure-auth-token') ?? token;
    const { data, errors } = (await response.json()) as {
      data: Data;
      errors?: { message: string; extensions?: object }[];
    };
    if (errors) throw Object.assign(new Error(errors.map(({ message }) => message).join('\n')), { errors });
    return data;
  };
}

export type Caller = ReturnType<typeof callerOf>;

const orderFields = `
  id code state totalWithTax total subTotalWithTax shipping shippingWithTax couponCodes
  customFields { tollgateTax }
  lines { id quantity proratedLinePrice proratedLinePriceWithTax taxLines { description taxRate } }
  taxSummary { description taxRate taxBase taxTotal }`;

export type Order = {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly totalWithTax: number;
  readonly total: number;
  readonly shipping: number;
  readonly shippingWithTax: number;
  readonly customFields: { readonly tollgateTax: string | null };
  readonly lines: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly proratedLinePrice: number;
    readonly proratedLinePriceWithTax: number;
    readonly taxLines: readonly { readonly description: string; readonly taxRate: number }[];
  }[];
  readonly taxSummary: readonly {
    readonly description: string;
    readonly taxRate: number;
    readonly taxBase: number;
    readonly taxTotal: number;
  }[];
};

type Answer = { readonly result: Order & { readonly errorCode?: string; readonly message?: string } };

const asked = async (shop: Caller, query: string, variables: object): Promise<Order> => {
  const { result } = await shop<Answer>(query, variables);
  if (result.errorCode) throw new Error(`${result.errorCode}: ${result.message}`);
  return result;
};
const fields = `... on Order { ${orderFields} } ... on ErrorResult { errorCode message }`;

export const minneapolis = {
  fullName: 'Ada Lovelace',
  streetLine1: '250 Marquette Ave',
  city: 'Minneapolis',
  province: 'MN',
  postalCode: '55401',
  countryCode: 'US',
};

export const addItem = (shop: Caller, id: string, quantity: number) =>
  asked(
    shop,
    `mutation($id: ID!, $quantity: Int!) { result: addItemToOrder(productVariantId: $id, quantity: $quantity) { ${fields} } }`,
    { id, quantity },
  );
export const setAddress = (shop: Caller, input: object) =>
  asked(
    shop,
    `mutation($input: CreateAddressInput!) { result: setOrderShippingAddress(input: $input) { ${fields} } }`,
    { input },
  );
export const applyCoupon = (shop: Caller, code: string) =>
  asked(shop, `mutation($code: String!) { result: applyCouponCode(couponCode: $code) { ${fields} } }`, { code });
export const setShipping = (shop: Caller, id: string) =>
  asked(shop, `mutation($id: [ID!]!) { result: setOrderShippingMethod(shippingMethodId: $id) { ${fields} } }`, {
    id: [id],
  });
export const beGuest = (shop: Caller, emailAddress: string) =>
  asked(shop, `mutation($input: CreateCustomerInput!) { result: setCustomerForOrder(input: $input) { ${fields} } }`, {
    input: { firstName: 'Ada', lastName: 'Lovelace', emailAddress },
  });
/** The reason for a refusal, if there is one. */
export const arrangePayment = async (shop: Caller): Promise<string | undefined> => {
  const { result } = await shop<{ result: { transitionError?: string } }>(
    `mutation { result: transitionOrderToState(state: "ArrangingPayment") { ... on OrderStateTransitionError { transitionError } } }`,
  );
  return result.transitionError;
};
export const pay = async (shop: Caller, metadata: object = {}): Promise<Order> => {
  const { state } = (await activeOrder(shop))!;
  const refusal = state === 'ArrangingPayment' ? undefined : await arrangePayment(shop);
  if (refusal) throw new Error(refusal);
  return asked(shop, `mutation($input: PaymentInput!) { result: addPaymentToOrder(input: $input) { ${fields} } }`, {
    input: { method: 'test', metadata },
  });
};
export const activeOrder = async (shop: Caller) =>
  (await shop<{ activeOrder: Order | null }>(`{ activeOrder { ${orderFields} } }`)).activeOrder;

/** One-time setup by the seller: goods, shipping, payment, and a coupon of 10 %. */
export async function stock(admin: Caller) {
  await admin(`mutation { login(username: "superadmin", password: "superadmin") { __typename } }`);
  const categories = await admin<{ taxCategories: { items: { id: string; name: string }[] } }>(
    `{ taxCategories { items { id name } } }`,
  );
  const categoryOf = (name: string) => categories.taxCategories.items.find((one) => one.name.startsWith(name))!.id;
  const variant = async (name: string, price: number, taxCategoryId: string) => {
    const { createProduct } = await admin<{ createProduct: { id: string } }>(
      `mutation($input: CreateProductInput!) { createProduct(input: $input) { id } }`,
      {
        input: {
          enabled: true,
          translations: [{ languageCode: 'en', name, slug: name.toLowerCase(), description: '' }],
        },
      },
    );
    const {
      createProductVariants: [made],
    } = await admin<{ createProductVariants: { id: string }[] }>(
      `mutation($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }`,
      {
        input: [
          {
            productId: createProduct.id,
            sku: `SKU-${name}`,
            price,
            taxCategoryId,
            trackInventory: 'FALSE',
            stockOnHand: 1000,
            translations: [{ languageCode: 'en', name }],
          },
        ],
      },
    );
    return made!.id;
  };
  const lamp = await variant('Lamp', 100_00, categoryOf('Standard'));
  const coat = await variant('Coat', 80_00, categoryOf('Clothing'));
  const { createShippingMethod: method } = await admin<{ createShippingMethod: { id: string } }>(
    `mutation($input: CreateShippingMethodInput!) { createShippingMethod(input: $input) { id } }`,
    {
      input: {
        code: 'parcel',
        fulfillmentHandler: 'manual-fulfillment',
        checker: { code: 'default-shipping-eligibility-checker', arguments: [{ name: 'orderMinimum', value: '0' }] },
        calculator: {
          code: 'tollgate-shipping',
          arguments: [
            { name: 'rate', value: '1400' },
            { name: 'includesTax', value: 'false' },
          ],
        },
        translations: [{ languageCode: 'en', name: 'Parcel', description: '' }],
      },
    },
  );
  await admin(`mutation($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { id } }`, {
    input: {
      code: 'test',
      enabled: true,
      handler: { code: 'test', arguments: [] },
      translations: [{ languageCode: 'en', name: 'Test' }],
    },
  });
  await admin(`mutation($input: CreatePromotionInput!) { createPromotion(input: $input) { __typename } }`, {
    input: {
      enabled: true,
      couponCode: 'TEN',
      conditions: [],
      actions: [{ code: 'order_percentage_discount', arguments: [{ name: 'discount', value: '10' }] }],
      translations: [{ languageCode: 'en', name: 'Ten percent' }],
    },
  });
  return { lamp, coat, method: method.id };
}
