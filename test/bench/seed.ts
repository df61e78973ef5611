import { aCustomer, anInvoice } from './documents.ts';

/** Calls our REST door; throws unless it succeeds. */
export async function send(url: string, token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1_000)}`);
  return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
}

export type Seed = { readonly customerIds: readonly string[]; readonly externalIds: readonly string[] };

/** Fills the store through our REST door, a few requests at a time. */
export async function seed(
  url: string,
  token: string,
  size: { customers: number; transactions: number },
): Promise<Seed> {
  const customerIds = await inParallel(size.customers, async (index) => {
    const customer = aCustomer(index);
    const { body } = await send(
      url,
      token,
      'PUT',
      `/v1/customers/source/9/externalId/${customer.externalId}`,
      customer,
    );
    return String(body.serviceId);
  });
  const externalIds = await inParallel(size.transactions, async (index) => {
    const invoice = seededInvoice(index, customerIds);
    await send(url, token, 'PUT', `/v1/transactions/source/1/externalId/${invoice.externalId}`, invoice);
    return invoice.externalId;
  });
  return { customerIds, externalIds };
}

/** The document stored by the seed under this number. */
export function seededInvoice(index: number, customerIds: readonly string[]) {
  return anInvoice(`S-${index}`, customerIds[(index * 7) % customerIds.length]!, index);
}

const width = 8;

async function inParallel<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
