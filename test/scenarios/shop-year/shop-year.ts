import { bodyOf, type TestApp } from '../../support/app.ts';
import { fileReturn } from '../../support/returns.ts';
import { placesOf, type ShopPlace } from './shop-places.ts';

/*
 * A scripted year (or two) of a shop: each month it sells, cancels, refunds and forgets documents, and files a return for
 * one state. The script is the same each time.
 */

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
export type Json = any;

export type ShopSize = {
  readonly customers: number;
  readonly documentsPerMonth: number;
  readonly months: readonly string[];
  readonly states: number;
  readonly countries: number;
};

/** The script's record of a document. */
export type Sold = {
  readonly externalId: string;
  readonly type: 'INVOICE' | 'REFUND' | 'TAXABLE_REFUND' | 'ESTIMATE' | 'SALES_ORDER';
  readonly place: ShopPlace;
  readonly day: string;
  readonly isMarketplace: boolean;
  /** The reporting month: a later month if the month of its tax date was already filed. */
  readonly reportedIn: string;
  isCancelled: boolean;
};

export type ShopYear = { readonly sold: readonly Sold[]; readonly filedDocuments: ReadonlyMap<string, number> };

/** The state whose returns are filed. */
export const filedState = 'MN';
const [chunk, itemsOfShop] = [250, ['C1S1', 'C1S2', 'C3S1', 'C6S1']];

export async function runShopYear(app: TestApp, size: ShopSize): Promise<ShopYear> {
  const random = createRandom(20_260_101);
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)]!;
  const places = placesOf(size.states, size.countries);
  const customers = await storeCustomers(app, size.customers);
  const sold: Sold[] = [];
  const bodies: Json[] = [];
  const filedDocuments = new Map<string, number>();

  const sell = (type: Sold['type'], month: string, reportedIn = month, at = pick(places)) => {
    const customer = pick(customers);
    const day = `${month}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
    const externalId = `D-${sold.length}`;
    sold.push({
      externalId,
      type,
      place: at,
      day,
      reportedIn,
      isCancelled: false,
      isMarketplace: customer.isMarketplace,
    });
    const items = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => ({
      name: `Item ${index}`,
      taxCode: pick(itemsOfShop),
      unitPrice: (1 + Math.floor(random() * 30_000)) / 100,
      quantity: 1 + Math.floor(random() * 3),
    }));
    bodies.push({
      ...headOf(externalId, type, day),
      customerId: customer.serviceId,
      items,
      shippingAddress: at.address,
      currency: at.currency,
    });
  };
  const refund = (month: string) => {
    const invoice = pick(sold);
    const isOpen = invoice.type === 'INVOICE' && !invoice.isCancelled && invoice.day < month;
    if (!isOpen || sold.some(({ externalId }) => externalId === `R-${invoice.externalId}`)) return;
    const externalId = `R-${invoice.externalId}`;
    sold.push({ ...invoice, externalId, type: 'REFUND', day: `${month}-28`, reportedIn: month });
    bodies.push({ ...headOf(externalId, 'REFUND', `${month}-28`), createdFrom: invoice.externalId, items: [] });
  };

  for (const [index, month] of size.months.entries()) {
    for (let count = 0; count < size.documentsPerMonth; count++) {
      const chance = random();
      if (chance < 0.8) sell('INVOICE', month);
      else if (chance < 0.9) refund(month);
      else sell(chance < 0.94 ? 'TAXABLE_REFUND' : chance < 0.97 ? 'ESTIMATE' : 'SALES_ORDER', month);
    }
    const before = size.months[index - 1];
    // Forgotten when last month's return was filed.
    if (before) sell('INVOICE', before, month, places.find(({ state }) => state === filedState)!);
    await store(app, bodies.splice(0));
    await cancelSome(
      app,
      sold.filter(({ day, type }) => day.startsWith(month) && type !== 'REFUND'),
    );
    filedDocuments.set(month, await file(app, month));
  }
  return { sold, filedDocuments };
}

const headOf = (externalId: string, transactionType: string, day: string) => ({
  source: '9',
  externalId,
  transactionType,
  transactionStatus: 'ACTIVE',
  externalTimestamps: { createdDate: day, updatedDate: day },
});

/** One in seven has a certificate for the state, one in nine is a marketplace. */
async function storeCustomers(app: TestApp, count: number) {
  const customers: { readonly serviceId: string; readonly isMarketplace: boolean }[] = [];
  for (let index = 0; index < count; index++) {
    const isMarketplace = index % 9 === 8;
    const timestamps = { createdDate: '2024-01-01', updatedDate: '2024-01-01' };
    const { serviceId } = await bodyOf<Json>(
      app.send('PUT', `/v1/customers/source/9/externalId/C-${index}`, {
        source: '9',
        externalId: `C-${index}`,
        name: `Customer ${index}`,
        customerType: isMarketplace ? 'MARKETPLACE' : 'RETAIL',
        externalTimestamps: timestamps,
      }),
    );
    customers.push({ serviceId, isMarketplace });
    if (index % 7 !== 6) continue;
    const exemption = {
      customerId: serviceId,
      certificate: { certificateId: `ST3-${index}`, url: 'https://example.com/st3', name: 'ST3' },
      classification: { code: 'R', description: 'Resale' },
    };
    await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: filedState }] });
  }
  return customers;
}

async function store(app: TestApp, bodies: readonly Json[]): Promise<void> {
  for (let start = 0; start < bodies.length; start += chunk) {
    const transactions = bodies.slice(start, start + chunk);
    const { results: rows } = await bodyOf<{ results: Json[] }>(
      app.send('POST', '/v1/transactions/batch', { transactions }),
    );
    const failed = rows.filter(({ status }) => status >= 400);
    if (failed.length > 0) throw new Error(JSON.stringify(failed.slice(0, 3)));
  }
}

/** Invoices with a refund are kept, because they cannot be cancelled. */
async function cancelSome(app: TestApp, candidates: readonly Sold[]): Promise<void> {
  for (const one of candidates.filter(({ type }, index) => type === 'INVOICE' && index % 25 === 24)) {
    await app.send('DELETE', `/v1/transactions/source/9/externalId/${one.externalId}`);
    one.isCancelled = true;
  }
}

export const monthOfState = (month: string) => ({ place: `US-${filedState}`, period: month });

async function file(app: TestApp, month: string): Promise<number> {
  const filed = fileReturn(app, monthOfState(month), { referenceNumber: `${filedState}-${month}` });
  return (await bodyOf<Json>(filed)).filings[0].transactionCount;
}

/** Mulberry32: the same numbers each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
