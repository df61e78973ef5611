import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../domain/base/errors.ts';
import { apiHeaders } from '../http/api-headers.ts';
import { sendProblem } from '../http/problem.ts';

/** The state of startup, for probes and the log. */
export type StartReport = {
  /** Starts a new step, such as `loading rates`. */
  enter(step: string): void;
  /** Reports a substep, without a log line. */
  report(step: string): void;
  /**
   * Reports that the gateway cannot open until an operator acts. Until then, all requests except liveness checks are
   * refused with this message.
   */
  refuse(message: string): void;
  /**
   * Answers a probe or, after `refuse`, any request. Returns false for other requests, which wait until the gateway is
   * open.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
};

export function createStartReport(say: (facts: object, message: string) => void): StartReport {
  let message = 'The gateway is starting.';
  let isRefusing = false;
  const report = (step: string) => {
    message = `The gateway is starting: ${step}.`;
    isRefusing = false;
  };
  return {
    report,
    enter(next) {
      report(next);
      say({ step: next }, 'starting');
    },
    refuse(reason) {
      message = reason;
      isRefusing = true;
    },
    answer({ method, url = '' }, response) {
      const [path] = url.split('?');
      if (method === 'GET' && path === '/health/live') {
        const headers = { 'Content-Type': 'application/json', ...apiHeaders };
        response.writeHead(200, headers).end(JSON.stringify({ status: 'live' }));
        return true;
      }
      if (!isRefusing && (method !== 'GET' || path !== '/health/ready')) return false;
      response.setHeader('Retry-After', '1');
      sendProblem(response, new AppError('NOT_READY', message));
      return true;
    },
  };
}
