import { anInvoice } from './documents.ts';
import { median } from './load.ts';
import { figure, table } from './report.ts';
import { send } from './seed.ts';

export const filingName = 'a month of 40,000 documents';

const [documents, rowsPerBatch] = [40_000, 100];
const may = { month: '2026-05', path: '/v1/returns/place/US-MN/period/2026-05' };

/** The time to add up a large month, to file it and to reopen it. */
export async function timeFiling(url: string, token: string, customerIds: readonly string[], rounds: number) {
  const storing = await secondsOf(() => storeMonth(url, token, customerIds));
  const call = (method: string, path: string, body?: unknown) => secondsOf(() => send(url, token, method, path, body));
  const times = {
    liability: [] as number[],
    jurisdictions: [] as number[],
    filing: [] as number[],
    reopening: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    times.liability.push(await call('GET', `/v1/liability?period=${may.month}`));
    times.jurisdictions.push(await call('GET', `/v1/liability?period=${may.month}&groupBy=JURISDICTION`));
    times.filing.push(await call('POST', `${may.path}/filings`, {}));
    times.reopening.push(await call('POST', `${may.path}/reopen`, { reason: 'Another round' }));
  }
  const row = (name: string, seconds: readonly number[]) => [
    name,
    figure(median(seconds), 2),
    seconds.map((one) => figure(one, 2)).join(' '),
  ];
  return table(
    [filingName, 'seconds', '(rounds)'],
    [
      row('storing it in batches', [storing]),
      row('liability by state', times.liability),
      row('liability by jurisdiction', times.jurisdictions),
      row('filing its return', times.filing),
      row('reopening it', times.reopening),
    ],
  );
}

async function storeMonth(url: string, token: string, customerIds: readonly string[]): Promise<void> {
  for (let first = 0; first < documents; first += rowsPerBatch) {
    const transactions = Array.from({ length: rowsPerBatch }, (_, offset) => {
      const index = first + offset;
      const day = `${may.month}-${String(1 + (index % 28)).padStart(2, '0')}`;
      const invoice = anInvoice(`F-${index}`, customerIds[index % customerIds.length]!, index);
      return { ...invoice, externalTimestamps: { createdDate: day, updatedDate: day } };
    });
    await send(url, token, 'POST', '/v1/transactions/batch', { transactions });
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
