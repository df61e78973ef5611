import { anInvoice } from './documents.ts';
import { fire, median, type Shot, type Target } from './load.ts';
import { figure, table } from './report.ts';

export const batchName = 'REST POST a batch of new invoices';
const rowsPerBatch = 100;

type Plan = { readonly rounds: number; readonly seconds: number };

/** Documents stored per second in batches and one by one; in turns, on our server only. */
export async function compareBatch(gateway: Target, single: Shot, customerIds: readonly string[], plan: Plan) {
  const batch = batches(single.headers, customerIds);
  const seconds = Math.max(plan.seconds, 8); // A batch takes a while.
  for (const shot of [single, batch]) await fire(gateway, shot, seconds);
  const rounds: { readonly single: number; readonly batch: number; readonly cpuRatio: number }[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const one = await fire(gateway, single, seconds);
    const many = await fire(gateway, batch, seconds);
    rounds.push({
      single: one.requestsPerSecond,
      batch: many.requestsPerSecond * rowsPerBatch,
      cpuRatio: (one.cpuPerRequest * rowsPerBatch) / many.cpuPerRequest,
    });
  }
  const ratios = rounds.map((round) => round.batch / round.single);
  return table(
    [batchName, 'documents/s', 'one by one', 'ratio', '(rounds)', 'cpu ratio'],
    [
      [
        `${rowsPerBatch} a batch`,
        figure(median(rounds.map((round) => round.batch))),
        figure(median(rounds.map((round) => round.single))),
        figure(median(ratios), 1),
        ratios.map((ratio) => figure(ratio, 1)).join(' '),
        figure(median(rounds.map((round) => round.cpuRatio)), 1),
      ],
    ],
  );
}

/** An endless series of new invoices, the same as are sent one by one. */
function batches(headers: Record<string, string>, customerIds: readonly string[]): Shot {
  const mark = '@@';
  const texts = customerIds.slice(0, 50).map((customerId, index) => {
    return JSON.stringify(anInvoice(mark, customerId, index)).split(mark) as [string, string];
  });
  const run = `M-${Date.now().toString(36)}`;
  let count = 0;
  const next = () => {
    const rows = Array.from({ length: rowsPerBatch }, () => {
      const [before, after] = texts[count % texts.length]!;
      return `${before}${run}-${count++}${after}`;
    });
    return { path: '/v1/transactions/batch', body: `[${rows.join(',')}]` };
  };
  return { method: 'POST', headers, isAlwaysNew: true, next };
}
