import type { RequestListener } from 'node:http';
import type { Metrics } from './metrics.ts';

export type ServedMetrics = Pick<Metrics, 'text' | 'contentType'>;

/** Serves only metrics, on a separate port that the operator keeps inside the private network. */
export function metricsListener({ text, contentType }: ServedMetrics): RequestListener {
  return async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The metrics are at GET /metrics.\n');
      return;
    }
    try {
      const metrics = await text();
      response.writeHead(200, { 'Content-Type': contentType }).end(metrics);
    } catch {
      response.writeHead(500).end();
    }
  };
}
