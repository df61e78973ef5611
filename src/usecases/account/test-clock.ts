import { liveTenant } from '../../domain/account/tenant-kind.ts';
import { clockRange, movedClock, type TestClock, type TestClockInput } from '../../domain/account/test-clock.ts';
import { invalidField } from '../../domain/base/errors.ts';
import { authenticated, authorize, type Context } from '../../ports/context.ts';
import { getAccount } from './account.ts';

/** The clock of a test tenant; any valid token may read it. Throws `LIVE_TENANT` for a live tenant. */
export async function getTestClock(ctx: Context): Promise<TestClock> {
  if (authenticated(ctx).tenant.kind !== 'TEST') throw liveTenant('The clock');
  const { testClock } = await getAccount(ctx);
  return { now: testClock ?? ctx.now(), isReal: testClock === null };
}

/**
 * Sets the clock of a test tenant, which determines today's date, expired certificates and due returns. Events that
 * become due are created soon afterward. Throws `LIVE_TENANT` for a live tenant.
 */
export async function setTestClock(ctx: Context, input: TestClockInput): Promise<TestClock> {
  const { stores, tenant, recent } = authorize(ctx, 'admin');
  if (tenant.kind !== 'TEST') throw liveTenant('The clock');
  const at = ctx.now();
  const { testClock } = await stores.account.setTestClock((clock) => {
    const moved = movedClock(input, clock ?? at);
    if (moved === undefined) throw invalidField([input.now ? 'now' : 'advance'], 'OUT_OF_RANGE', clockRange);
    return moved;
  }, at);
  recent.forget();
  return { now: testClock ?? ctx.now(), isReal: testClock === null };
}
