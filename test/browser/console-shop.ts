import type { Page } from 'playwright-core';

/** Days from today, as seen by the browser and the server of the tests. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

type Shop = { readonly customers: Readonly<Record<'reseller' | 'charity' | 'foreign', string>> };

/** A demo token, which only a page of the gateway can get. */
export async function demoToken(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/console`);
  const answer = await page.evaluate(
    "fetch('/demo/token', { method: 'POST', headers: { 'X-Tollgate-Demo': '1' } }).then((answer) => answer.text())",
  );
  return String(JSON.parse(String(answer)).accessToken);
}

/** A small shop in the demo tenant. It is registered in Minnesota and has reached the threshold of Georgia. */
export async function storeShop(page: Page, url: string): Promise<Shop> {
  const accessToken = await demoToken(page, url);
  const send = async (query: string, input: unknown) => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ query, variables: { input } }),
    });
    const { data, errors } = (await answer.json()) as { data: Record<string, Answered>; errors?: unknown };
    const [result] = Object.values(data ?? {});
    if (errors || !result || 'message' in result) throw new Error(JSON.stringify({ errors, result }).slice(0, 500));
    return result;
  };
  const customer = async (externalId: string, name: string, more: object) => {
    const externalTimestamps = { createdDate: dayFromToday(-400), updatedDate: dayFromToday(-400) };
    const sent = { source: '9', externalId, name, externalTimestamps, ...more };
    const stored = await send(
      'mutation store($input: CustomerInput!) { upsertCustomer(input: $input) { ... on Customer { serviceId } ... on UserError { message } } }',
      sent,
    );
    return String(stored.serviceId);
  };
  const customers = {
    reseller: await customer('K-1', 'Northwind Books', { customerType: 'RESELLER', email: 'books@northwind.example' }),
    charity: await customer('K-2', 'Lakeside Food Shelf', { customerType: 'RETAIL' }),
    foreign: await customer('K-3', 'Bergland Handel GmbH', {
      customerType: 'RETAIL',
      taxNumber: 'ATU13585627',
      address: { city: 'Salzburg', country: 'AT' },
    }),
  };
  await send(
    'mutation set($input: UpdateAccountInput!) { updateAccount(input: $input) { ... on UserError { message } } }',
    {
      collectionPolicy: 'WHERE_REGISTERED',
    },
  );
  await send(
    'mutation declare($input: UpsertNexusInput!) { upsertNexus(input: $input) { ... on UserError { message } } }',
    {
      country: 'US',
      state: 'MN',
      registrations: [{ validFrom: '2024-01-01', filingFrequency: 'MONTHLY' }],
    },
  );
  await send(
    'mutation certify($input: UpsertExemptionsInput!) { upsertExemptions(input: $input) { ... on UserError { message } } }',
    {
      customerId: customers.charity,
      states: [{ code: 'MN' }],
      exemption: {
        country: 'US',
        exemptionReason: 'CHARITY',
        certificate: { certificateId: 'MN-CH-1' },
        validationDates: { fromDate: dayFromToday(-300), toDate: dayFromToday(8) },
      },
    },
  );
  const minneapolis = { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' };
  const atlanta = { street: '55 Trinity Ave SW', city: 'Atlanta', state: 'GA', zip: '30303', country: 'US' };
  const invoice = (externalId: string, days: number, shippingAddress: object, unitPrice: string) => ({
    source: '9',
    externalId,
    customerId: customers.reseller,
    transactionType: 'INVOICE',
    transactionStatus: 'PAID',
    externalTimestamps: { createdDate: dayFromToday(days), updatedDate: dayFromToday(days) },
    currency: 'USD',
    items: [{ name: 'Shelf', taxCode: 'C1S1', quantity: '1', unitPrice }],
    shippingAddress,
    shipFromAddress: minneapolis,
  });
  await send(
    'mutation sell($input: UpsertTransactionsInput!) { upsertTransactions(input: $input) { ... on UserError { message } } }',
    {
      transactions: [
        invoice('K-INV-1', -3, minneapolis, '100'),
        invoice('K-INV-2', -2, minneapolis, '200'),
        ...Array.from({ length: 21 }, (_, index) => ({
          ...invoice(`K-GA-${index + 1}`, -1, atlanta, '10000'),
          customerId: customers.charity,
        })),
      ],
    },
  );
  return { customers };
}

type Answered = { readonly serviceId?: unknown; readonly message?: unknown };
