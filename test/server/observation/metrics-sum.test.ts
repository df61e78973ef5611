import { expect, it } from 'vitest';
import { createMetrics } from '../../../src/server/observation/metrics.ts';
import { createMetricsSum } from '../../../src/server/observation/metrics-sum.ts';
import { reference } from '../../support/context.ts';
import { readExpressions } from '../../support/deployment.ts';

function aWorker({ streams, sendsWebhooks }: { streams: number; sendsWebhooks: boolean }) {
  const metrics = createMetrics();
  metrics.show({
    connections: () => ({ used: 1, idle: 2, waiting: 0 }),
    rateBook: () => reference,
    recounts: sendsWebhooks ? { right: 1, wrong: 0 } : null,
    rateBookRefusal: () => null,
    rateChecks: sendsWebhooks ? { done: 1, failed: 0 } : null,
    webhooks: sendsWebhooks
      ? { outcomes: () => ({ delivered: 3, retried: 0, failed: 0 }), countPending: async () => 5, unreadMs: () => 0 }
      : null,
    openStreams: () => streams,
    waitingRequests: () => 0,
    now: () => new Date(`${reference.asOf}T00:00:00Z`),
  });
  return metrics;
}

it('adds up the metrics of workers, and continues those of a worker that died', async () => {
  const sum = createMetricsSum();
  const workers = [aWorker({ streams: 2, sendsWebhooks: true }), aWorker({ streams: 1, sendsWebhooks: false })];
  workers[0]!.onCalculated('TAXED');
  workers[1]!.onCalculated('TAXED');
  workers[1]!.onCalculated('EXEMPT');
  for (const [worker, ms] of [
    [workers[0]!, 3],
    [workers[1]!, 400],
  ] as const) {
    worker.onServed({ door: 'REST', operation: 'GET /v1/x', status: 200, ms, requestId: 'r', clientId: null });
  }
  for (const [index, metrics] of workers.entries()) sum.update(index + 1, await metrics.values());
  const counted = [
    'tollgate_calculations_total{result="TAXED"} 2',
    'tollgate_calculations_total{result="EXEMPT"} 1',
    'tollgate_request_duration_seconds_bucket{le="0.005",door="REST",operation="GET /v1/x",status="200"} 1',
    'tollgate_request_duration_seconds_bucket{le="+Inf",door="REST",operation="GET /v1/x",status="200"} 2',
    'tollgate_request_duration_seconds_sum{door="REST",operation="GET /v1/x",status="200"} 0.403',
    'tollgate_webhook_attempts_total{outcome="delivered"} 3',
  ];
  const both = (await sum.text()).split('\n');
  expect(both).toEqual(expect.arrayContaining(counted));
  expect(both).toEqual(
    expect.arrayContaining([
      'tollgate_open_streams 3',
      'tollgate_store_connections{state="idle"} 4',
      `tollgate_rate_book_info{version="${reference.version}"} 1`,
      'tollgate_rate_book_age_days 0',
      'tollgate_webhook_backlog 5',
    ]),
  );

  sum.retire(1);
  const left = (await sum.text()).split('\n');
  expect(left).toEqual(expect.arrayContaining([...counted, 'tollgate_open_streams 1']));
  const replacement = aWorker({ streams: 0, sendsWebhooks: true });
  replacement.onCalculated('TAXED');
  sum.update(3, await replacement.values());
  expect(await sum.text()).toContain('tollgate_calculations_total{result="TAXED"} 3\n');
});

/** The series read by a Prometheus expression, each with its selected labels, and the labels of its groups. */
function seriesOf(expression: string) {
  const named = expression.replaceAll(/\bby \([^)]*\)|\[[^\]]*\]/g, '');
  const series = [...named.matchAll(/\b([a-z]\w+)\b(?!\s*\()(?:\{([^}]*)\})?/g)]
    .filter(([, name]) => name !== 'and')
    .map(([, name, labels = '']) => ({
      name: name!,
      labels: [...labels.matchAll(/(\w+)=/g)].map(([, label]) => label!),
    }));
  const groups = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(', '));
  return { series, groups };
}

it('has every metric and label that the dashboard and the alerts read', async () => {
  const worker = aWorker({ streams: 1, sendsWebhooks: true });
  worker.onCalculated('TAXED');
  worker.onCacheUsed('laws', true);
  worker.store.onStatement('SELECT 1')(null);
  worker.store.onConnected(1);
  const request = { door: 'GRAPHQL', operation: 'query q', status: 500, ms: 1, requestId: 'r', clientId: 'c' } as const;
  worker.onServed({ ...request, code: 'INTERNAL', cost: 3 });
  const lines = (await worker.text()).split('\n').filter((line) => !/^(#|$)/.test(line));
  const labelsOf = new Map(
    lines.map((line) => [/^\w+/.exec(line)![0], [...line.matchAll(/(\w+)="/g)].map(([, label]) => label!)]),
  );
  const faults = (expression: string) => {
    const { series, groups } = seriesOf(expression);
    const all = series.flatMap(({ name }) => labelsOf.get(name) ?? []);
    const unknown = series.filter(({ name, labels }) => labels.some((label) => !labelsOf.get(name)?.includes(label)));
    const missing = series.filter(({ name }) => !labelsOf.has(name));
    return [...missing, ...unknown].map(({ name }) => name).concat(groups.filter((label) => !all.includes(label)));
  };
  expect(readExpressions().flatMap(faults)).toEqual([]);
  expect(
    new Set(readExpressions().flatMap((one) => seriesOf(one).series.map(({ name }) => name))).size,
  ).toBeGreaterThan(20);
  expect(faults('sum by (door, colour) (rate(tollgate_refusals_total{size="1"}[5m])) / tollgate_none')).toEqual([
    'tollgate_none',
    'tollgate_refusals_total',
    'colour',
  ]);
});
