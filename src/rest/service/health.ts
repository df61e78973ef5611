import { AppError } from '../../domain/base/errors.ts';
import type { Stores } from '../../ports/stores.ts';
import { jsonReply, openRoute, type Route } from '../http/route.ts';
import { liveOperation, readyOperation } from './health-operations.ts';

const longestWaitMs = 2_000;

export const healthRoutes: readonly Route[] = [
  openRoute('GET', '/health/live', async () => jsonReply(200, { status: 'live' }), { operation: liveOperation }),
  // Migrations and the rate book are checked at startup: a gateway that listens has both.
  openRoute(
    'GET',
    '/health/ready',
    async ({ deps }) => {
      if (deps.stopping.aborted) throw new AppError('NOT_READY', 'The gateway is about to stop.', { retryAfter: 1 });
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

async function requireStore(stores: Pick<Stores, 'checkWrites'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${longestWaitMs} ms.`)), longestWaitMs);
  });
  try {
    await Promise.race([stores.checkWrites(), tooLate]);
  } catch (cause) {
    throw new AppError('NOT_READY', 'The store cannot take writes at the moment.', { retryAfter: 1, cause });
  } finally {
    clearTimeout(timer);
  }
}
