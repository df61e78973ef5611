import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../domain/base/errors.ts';
import { apiHeaders } from '../http/api-headers.ts';
import { sendProblem } from '../http/raw-problem.ts';

/** What a gateway says of its start to probes and in its log. */
export type StartReport = {
  /** A new step, such as `loading rates`. */
  enter(step: string): void;
  /** The same without a line in the log, for the parts of a step. */
  report(step: string): void;
  /** Answers a probe. Other requests wait until the gateway is open. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
};

export function createStartReport(say: (facts: object, message: string) => void): StartReport {
  let step = 'starting';
  const report = (next: string) => {
    step = next;
  };
  return {
    report,
    enter(next) {
      report(next);
      say({ step }, 'starting');
    },
    answer({ method, url = '' }, response) {
      const [path] = url.split('?');
      if (method !== 'GET') return false;
      if (path === '/health/live') {
        const headers = { 'Content-Type': 'application/json', ...apiHeaders };
        response.writeHead(200, headers).end(JSON.stringify({ status: 'live' }));
        return true;
      }
      if (path !== '/health/ready') return false;
      response.setHeader('Retry-After', '1');
      sendProblem(response, new AppError('NOT_READY', `The gateway starts: ${step}.`));
      return true;
    },
  };
}
