import { setTimeout as wait } from 'node:timers/promises';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import { exampleCustomer, exampleIds, exampleInvoice } from '../../../src/rest/openapi/example-data.ts';
import { placeAt, states, taxCodes } from './largest-input.ts';
import type { WatchedGateway } from './watched-gateway.ts';

type Body = Readonly<Record<string, unknown>>;

type Sizes = {
  readonly longDocuments: number;
  readonly documents: number;
  readonly customers: number;
  readonly clients: number;
  /** Two returns are filed in each. */
  readonly filedStates: number;
  /** Copies of each filed return in earlier years, with amendments. */
  readonly earlierReturns: number;
};

export const sizes = {
  gate: { longDocuments: 3, documents: 50, customers: 20, clients: 1, filedStates: 0, earlierReturns: 0 },
  short: { longDocuments: 25, documents: 1_000, customers: 500, clients: 20, filedStates: 20, earlierReturns: 50 },
  full: { longDocuments: 200, documents: 10_000, customers: 5_000, clients: 200, filedStates: 20, earlierReturns: 100 },
} as const satisfies Record<string, Sizes>;

/** Fills the demo tenant through REST, with the same customers, places and months as in the examples. */
export async function fillStore(
  gateway: WatchedGateway,
  { longDocuments, documents, customers, clients, filedStates, earlierReturns }: Sizes,
): Promise<void> {
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { Authorization: gateway.token, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    let response = await gateway.fetch(path, init);
    // Figures that are counted in the background take longer on a busy machine.
    for (let tries = 0; response.status === 503 && tries < 10; tries++) {
      await wait(3_000);
      response = await gateway.fetch(path, init);
    }
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    const answer: unknown = text === '' ? null : JSON.parse(text);
    return answer;
  };
  await send('PUT', '/v1/test/clock', { now: '2026-07-01T12:00:00Z' });
  await send('POST', '/v1/webhook_endpoints', { url: 'https://shop.example.com/hooks', eventTypes: ['*'] });
  for (const state of states) {
    const registrations = [{ validFrom: '2020-01-01', number: '1234567' }];
    await send('PUT', `/v1/nexus/place/US-${state}`, {
      physicalNexus: [{ validFrom: '2020-01-01', note: longText(1_000) }],
      registrations,
    });
  }
  await inBatches(customers, 500, (from, count) =>
    send('POST', '/v1/customers/batch', {
      customers: Array.from({ length: count }, (_, index) => customerAt(from + index)),
    }),
  );
  for (let index = 0; index < 5; index++) {
    const certificate = { certificateId: `CERT-LONG-${index}`, name: longText(256) };
    const exemption = {
      customerId: exampleIds.customer,
      country: 'US',
      certificate,
      validationDates: { fromDate: '2025-01-01' },
      taxCodes: taxCodes.slice(200),
    };
    await send('POST', '/v1/exemptions', { exemption, states: states.map((abbreviation) => ({ abbreviation })) });
  }
  const found = (await send('GET', '/v1/exemptions?limit=5')) as { serviceId: string }[];
  for (const { serviceId } of found) {
    const headers = { Authorization: gateway.token, 'Content-Type': 'application/pdf' };
    const body = `%PDF-1.4\n${'% scan\n'.repeat(10_000)}%%EOF\n`;
    await gateway.fetch(`/v1/exemptions/serviceId/${serviceId}/file`, { method: 'PUT', headers, body });
  }
  await inBatches(longDocuments, 5, (from, count) =>
    send('POST', '/v1/transactions/batch', {
      transactions: Array.from({ length: count }, (_, index) => longDocumentAt(from + index)),
    }),
  );
  await inBatches(documents, 500, (from, count) =>
    send('POST', '/v1/transactions/batch', {
      transactions: Array.from({ length: count }, (_, index) => documentAt(from + index)),
    }),
  );
  await gateway.execute('ANALYZE');
  await send('POST', '/v1/exchange_rates/batch', {
    rates: Array.from({ length: gatewayLimits.exchangeRates }, (_, index) => rateAt(index)),
  });
  for (const state of states.slice(0, filedStates)) {
    for (const month of ['04', '05']) {
      await send('POST', `/v1/returns/place/US-${state}/period/2026-${month}/filings`, {
        referenceNumber: longText(100),
      });
    }
  }
  if (earlierReturns > 0) await gateway.execute(copiedReturns(earlierReturns));
  await gateway.execute('ANALYZE returns, return_filings');
  for (let index = 0; index < clients; index++) {
    await send('POST', '/v1/clients', { name: `${longText(200)} ${index}`, scopes: ['tax:read'] });
  }
}

/** Each amendment has another tax. The newest copy of each return was amended again and again. */
const copiedReturns = (count: number) => `
  WITH copies AS MATERIALIZED (
    SELECT tenant_id, service_id, country, state, from_on, gen_random_uuid() AS copy_id, n,
      CASE WHEN n = 1 THEN 50 ELSE 3 END AS filing_count
    FROM returns, generate_series(1, ${count}) AS n WHERE filing_count > 0
  ), longest AS MATERIALIZED (
    SELECT (SELECT figures::text FROM return_filings ORDER BY length(figures::text) DESC LIMIT 1) AS figures,
      (SELECT payment::text FROM return_filings WHERE payment IS NOT NULL ORDER BY length(payment::text) DESC LIMIT 1) AS payment
  ), stored AS (
    INSERT INTO returns (tenant_id, service_id, country, state, from_on, to_on, status, filing_count, created_at, updated_at)
    SELECT tenant_id, copy_id, country, state, from_on - make_interval(months => 120 + 2 * n),
      from_on - make_interval(months => 119 + 2 * n) - interval '1 day', 'AMENDED', filing_count,
      now() - n * interval '1 millisecond', now()
    FROM copies
  )
  INSERT INTO return_filings (tenant_id, return_id, number, filed_at, filed_by, reference_number, transaction_count,
    figures, rate_book_version, receipt, payment)
  SELECT tenant_id, copy_id, copied_number, filed_at, filed_by, reference_number, transaction_count,
    replace(longest.figures, '"taxAmount":"0"', format('"taxAmount":"%s.25"', copied_number * 100))::json,
    rate_book_version, receipt, replace(longest.payment, '"amount":"0"', format('"amount":"-%s"', copied_number))::json
  FROM longest, copies JOIN return_filings USING (tenant_id), generate_series(1, filing_count) AS copied_number
  WHERE return_id = service_id`;

const longText = (length: number) =>
  'Long text of a customer in the north, '.repeat(Math.ceil(length / 38)).slice(0, length);

async function inBatches(
  all: number,
  most: number,
  store: (from: number, count: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all; from += most) {
    const answer = await store(from, Math.min(most, all - from));
    const { failedCount } = answer as { failedCount?: number };
    if (failedCount) throw new Error(`A batch failed: ${JSON.stringify(answer).slice(0, 1_000)}`);
  }
}

const customerAt = (index: number): Body => ({
  ...exampleCustomer,
  externalId: `LONG-${index}`,
  name: `${longText(240)} ${index}`,
  comment: longText(200),
});

/** The months and the customer of the examples. */
function longDocumentAt(index: number): Body {
  const items = Array.from({ length: gatewayLimits.itemsPerDocument }, (_, item) => ({
    name: `${longText(100)} ${item}`,
    taxCode: taxCodes[item % 60],
    unitPrice: 10 + item / 100,
    quantity: 2,
    discount: 1,
    shippingAddress: placeAt(item),
  }));
  return { ...exampleInvoice, externalId: `LONG-${index}`, items };
}

function documentAt(index: number): Body {
  const month = String((index % 6) + 1).padStart(2, '0');
  const dates = { createdDate: `2026-${month}-15`, updatedDate: `2026-${month}-15` };
  const shippingAddress = index % 2 === 0 ? exampleInvoice.shippingAddress : placeAt(index);
  return {
    ...exampleInvoice,
    externalId: `SHORT-${index}`,
    externalTimestamps: dates,
    shippingAddress,
    documentName: longText(50),
  };
}

const rateAt = (index: number): Body => ({
  fromCurrency: 'EUR',
  toCurrency: 'USD',
  publishedOn: new Date(Date.UTC(2023, 9, 1 + index)).toISOString().slice(0, 10),
  rate: 1.08,
  source: longText(256),
});
