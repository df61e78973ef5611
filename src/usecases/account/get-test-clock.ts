import { liveTenant } from '../../domain/account/live-tenant.ts';
import type { TestClock } from '../../domain/account/test-clock.ts';
import { authenticated, type Context } from '../../ports/context.ts';
import { getAccount } from './get-account.ts';

/** The clock of a test tenant; any valid token may read it. Throws `LIVE_TENANT` for a live tenant. */
export async function getTestClock(ctx: Context): Promise<TestClock> {
  if (authenticated(ctx).tenant.kind !== 'TEST') throw liveTenant('The clock');
  const { testClock } = await getAccount(ctx);
  return { now: testClock ?? ctx.now(), isReal: testClock === null };
}
