import { startApp } from '../support/app.ts';

/** The processor time of a comparison with five scenarios beside that of one quote, in one process: `npm run bench:scenarios`. */

const items = Array.from({ length: 5 }, (_, index) => ({
  name: `Item ${index}`,
  taxCode: index === 3 ? 'C1S2' : 'C1S1',
  unitPrice: 19.99 + index,
  quantity: 2,
}));
const minneapolis = { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' };
const omaha = { street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US' };
const quote = { items, shippingAddress: minneapolis, taxDate: '2026-07-01' };
const scenarios = [
  { label: 'Shipped to Omaha', shippingAddress: omaha },
  { label: 'With a certificate', exemption: { state: 'MN' } },
  { label: 'Rounded once', rounding: { roundingLevel: 'DOCUMENT' } },
  { label: 'In January', taxDate: '2026-01-15' },
  { label: 'With a discount', transactionLevelDiscount: 10 },
];

const app = await startApp();
const headers = { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/json' };

async function post(path: string, body: object): Promise<void> {
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await app.fetchFrom('127.0.0.1', request);
  if (response.status !== 200) throw new Error(await response.text());
  await response.text();
}

const cases = {
  quote: () => post('/v1/transactions/calculate', quote),
  comparison: () => post('/v1/transactions/compare', { base: { quote }, scenarios }),
};
const warmUpRounds = 5;
const rounds = 15;
const perRound = 100;

async function usedBy(work: () => Promise<void>): Promise<number> {
  const from = process.cpuUsage();
  for (let count = 0; count < perRound; count += 1) await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / perRound;
}

const ratios: number[] = [];
for (let round = 0; round < warmUpRounds + rounds; round += 1) {
  const [one, five] = [await usedBy(cases.quote), await usedBy(cases.comparison)];
  if (round < warmUpRounds) continue;
  ratios.push(five / one);
  console.log(`quote ${one.toFixed(0)} µs, five scenarios ${five.toFixed(0)} µs, ratio ${(five / one).toFixed(2)}`);
}
ratios.sort((one, other) => one - other);
console.log(`median ratio ${ratios[rounds >> 1]!.toFixed(2)}`);
await app.close();
