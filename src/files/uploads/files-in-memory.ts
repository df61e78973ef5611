import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { HeldCount } from '../../ports/shared-counts.ts';

const { atOnce } = gatewayLimits.exemptionFile;
/** Files that are being received, by tenant. */
const held = new Map<string, number>();
/** Files of all workers, if the gateway has several. */
let shared: HeldCount | null = null;

export function shareFilesInMemory(count: HeldCount): void {
  shared = count;
}

/**
 * Runs the work unless the gateway holds too many files in memory, in which case it throws `TOO_MANY_REQUESTS`. A
 * tenant may use half of the limit, so that a slow sender leaves room for others.
 */
export async function withFileInMemory<Value>(tenantId: string, work: () => Promise<Value>): Promise<Value> {
  const here = held.get(tenantId) ?? 0;
  const own = here + (shared?.elsewhere(tenantId) ?? 0);
  const all = [...held.values()].reduce((sum, count) => sum + count, shared?.allElsewhere() ?? 0);
  if (all >= atOnce || own >= atOnce / 2) {
    throw new AppError('TOO_MANY_REQUESTS', 'Too many files are being received. Try again.', { retryAfter: 2 });
  }
  held.set(tenantId, here + 1);
  shared?.add(tenantId, 1);
  try {
    return await work();
  } finally {
    shared?.add(tenantId, -1);
    const left = (held.get(tenantId) ?? 1) - 1;
    if (left === 0) held.delete(tenantId);
    else held.set(tenantId, left);
  }
}
