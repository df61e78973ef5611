import { z } from 'zod';
import { AppError } from '../../domain/base/errors.ts';
import type { Stores } from '../../ports/stores.ts';
import { named, text } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { problemReply } from '../http/problem.ts';
import { jsonReply, openRoute, type Route } from '../http/route.ts';

const liveResponse = named('Live', 'The process is running.', {
  status: z.literal('live').meta({ description: 'Always `live`.' }),
});
const readyResponse = named('Ready', 'The gateway can serve requests.', {
  status: z.literal('ready').meta({ description: 'Always `ready`; otherwise the response is 503.' }),
  rateBookVersion: text('Version of the rate book in use.'),
  rateBookFault: text('Reason why the activated rate book is not in use; absent if it is in use.').optional(),
});

const notOfGraphql = { none: 'Describes the service; GraphQL has no equivalent.' } as const;

const liveOperation: Operation = {
  id: 'getLiveness',
  tag: 'Service',
  summary: 'Check that the process is running',
  description: 'No token needed.',
  responses: { 200: { description: 'The process is running.', schema: liveResponse } },
  examples: { live: { summary: 'The process is running', status: 200 } },
  graphql: notOfGraphql,
};

const readyOperation: Operation = {
  id: 'getReadiness',
  tag: 'Service',
  summary: 'Check that requests can be served',
  description:
    'No token needed. Ready means that the database responds, migrations are applied and the rate book is loaded.',
  responses: { 200: { description: 'The gateway is ready.', schema: readyResponse } },
  problems: ['NOT_READY'],
  examples: { ready: { summary: 'The gateway is ready', status: 200 } },
  graphql: notOfGraphql,
};

const longestWaitMs = 2_000;

export const healthRoutes: readonly Route[] = [
  openRoute('GET', '/health/live', async () => jsonReply(200, { status: 'live' }), { operation: liveOperation }),
  // Migrations and the rate book are checked at startup, before this route is served.
  openRoute(
    'GET',
    '/health/ready',
    async ({ deps, requestId }) => {
      // Not thrown: probes exist to detect this state, so it must not be logged as an error.
      if (deps.stopping.aborted) return problemReply(aboutToStop(), requestId);
      await requireStore(deps.stores);
      const refusal = deps.rateBook.refusal();
      return jsonReply(200, {
        status: 'ready',
        rateBookVersion: deps.rateBook.current().version,
        ...(refusal !== null && { rateBookFault: refusal }),
      });
    },
    { operation: readyOperation },
  ),
];

const aboutToStop = () => new AppError('NOT_READY', 'The gateway is shutting down.', { retryAfter: 1 });

/** Number of consecutive slow checks: a single one may have waited for a busy event loop. */
const late = new WeakMap<object, number>();
const mostLate = 2;

async function requireStore(stores: Pick<Stores, 'checkWrites'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), longestWaitMs);
  });
  try {
    const isLate = (await Promise.race([stores.checkWrites(), tooLate])) === 'late';
    const times = isLate ? (late.get(stores) ?? 0) + 1 : 0;
    late.set(stores, times);
    if (times > mostLate) throw new Error(`No response within ${longestWaitMs} ms, ${times} times in a row.`);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('NOT_READY', 'The store currently cannot accept writes.', { retryAfter: 1, cause });
  } finally {
    clearTimeout(timer);
  }
}
