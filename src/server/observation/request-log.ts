import type { Logger } from 'pino';
import type { OnServed } from '../../http/served-request.ts';

/** Paths that monitoring calls every few seconds. */
const isProbe = (operation: string) => operation.startsWith('GET /health/');

/** Logs a line for each request; for probes only at `debug`. */
export function createRequestLog(log: Pick<Logger, 'info' | 'debug'>): OnServed {
  return ({ ms, ...request }) => {
    const line = { ...request, ms: Math.round(ms * 10) / 10 };
    if (isProbe(request.operation)) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}
