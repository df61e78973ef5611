import { startApp } from '../support/app.ts';

/**
 * The processor time of a comparison with five scenarios beside that of one quote with the same fields, both over HTTP
 * messages in one process: `npm run bench:scenarios`. The two take turns, and the lower quartile of each counts, because a busy
 * machine only adds to it.
 */

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
  'thin quote': () => post('/v1/transactions/calculate?detailed=false', quote),
  'full quote': () => post('/v1/transactions/calculate', quote),
  'one scenario': () => post('/v1/transactions/compare', { base: { quote }, scenarios: scenarios.slice(2, 3) }),
  'five scenarios': () => post('/v1/transactions/compare', { base: { quote }, scenarios }),
};
const warmUpRounds = 100;
const rounds = 300;
const perRound = 5;

const used = new Map<string, number[]>();
for (let round = 0; round < warmUpRounds + rounds; round += 1) {
  for (const [name, work] of Object.entries(cases)) {
    const from = process.cpuUsage();
    for (let count = 0; count < perRound; count += 1) await work();
    const { user, system } = process.cpuUsage(from);
    if (round >= warmUpRounds) used.set(name, [...(used.get(name) ?? []), (user + system) / perRound]);
  }
}
const quartiles = new Map(
  [...used].map(([name, all]) => [name, all.sort((one, other) => one - other)[all.length >> 2]!]),
);
const of = (name: string) => quartiles.get(name)!;
for (const [name, each] of quartiles) {
  const [thin, full] = [each / of('thin quote'), each / of('full quote')].map((ratio) => ratio.toFixed(2).padStart(7));
  console.log(`${name.padEnd(16)}${each.toFixed(0).padStart(6)} µs${thin} thin quotes${full} full quotes`);
}
await app.close();
// The embedded store keeps a process alive.
process.exit();
