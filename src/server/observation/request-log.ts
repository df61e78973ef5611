import type { Logger } from 'pino';
import type { OnServed } from '../../http/served-request.ts';

/** Called every few seconds by monitoring. */
const isProbe = (operation: string) => operation.startsWith('GET /health/');

/** A line for each request; for probes only at `debug`. */
export function createRequestLog(log: Pick<Logger, 'info' | 'debug'>): OnServed {
  return ({ ms, ...request }) => {
    const line = { ...request, ms: Math.round(ms * 10) / 10 };
    if (isProbe(request.operation)) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}
