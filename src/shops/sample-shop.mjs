// A shop in sixty lines. Start the gateway with `npm start`, then run in the same folder: node
// src/shops/sample-shop.mjs
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createClient, TollgateError } from '../../dist/packages/client/index.js';

const { PORT = '3000', DATA_DIR = '.data', TOLLGATE_URL = 'http://localhost:4000' } = process.env;
const { clientId, clientSecret } = JSON.parse(readFileSync(`${DATA_DIR}/demo-client.json`, 'utf8'));
const tollgate = createClient({ url: TOLLGATE_URL, clientId, clientSecret });

const source = '1'; // A number that identifies your shop in the gateway.
const goods = [
  { name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00' },
  { name: 'Coat', taxCode: 'C1S2', unitPrice: '80.00' },
];

/** Calculates the tax on a cart. Nothing is stored. */
const quote = (items, shippingAddress) => tollgate.quote({ items, shippingAddress });
/** Stores the buyer and the invoice, which then appears in your reports and returns. */
async function order(items, shippingAddress) {
  const now = new Date().toISOString();
  const externalTimestamps = { createdDate: now, updatedDate: now };
  const buyer = { source, externalId: 'SHOP-BUYER', name: 'Ada Buyer', externalTimestamps };
  const { serviceId: customerId } = await tollgate.upsertCustomer(buyer);
  return tollgate.storeTransaction({
    ...{ source, externalId: `SHOP-${Date.now()}`, customerId, externalTimestamps },
    ...{ transactionType: 'INVOICE', transactionStatus: 'PAID', items, shippingAddress },
  });
}

/** Renders the page of the shop. `sent` is the buyer's input, from the URL or from the form. */
async function show(sent, isOrder) {
  const zip = sent.get('zip') ?? '55401';
  const items = goods.map((one) => ({ ...one, quantity: sent.get(one.name) ?? '1' }));
  const bought = items.filter(({ quantity }) => Number(quantity) > 0);
  const result = await (isOrder ? order : quote)(bought, { country: 'US', zip, isPartial: true }).catch((error) => {
    if (error instanceof TollgateError) return error;
    throw error;
  });
  const fields = items.map(({ name, unitPrice, quantity }) => input(name, `${name}, $${unitPrice}`, quantity)).join('');
  const outcome =
    result instanceof TollgateError
      ? result.message
      : `Tax $${result.salesTax.amount}, total $${result.finalTransactionAmount}${isOrder ? `: stored as ${result.externalId}` : ''}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sample shop</title><h1>Sample shop</h1>
<form>${fields}${input('zip', 'ZIP code', zip)}<button>Calculate</button><button formmethod="post">Buy</button></form>
<p role="status">${escaped(outcome)}</p></html>`;
}

const input = (name, label, value) => `<p><label>${label} <input name="${name}" value="${escaped(value)}"></label></p>`;
const escaped = (text) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const isOrder = request.method === 'POST';
  const sent = isOrder ? new URLSearchParams(body) : new URL(request.url, 'http://shop').searchParams;
  response.setHeader('Content-Type', 'text/html; charset=utf-8').end(await show(sent, isOrder));
}).listen(Number(PORT), '127.0.0.1', function listening() {
  console.log(`The shop is open: http://localhost:${this.address().port}`);
});
