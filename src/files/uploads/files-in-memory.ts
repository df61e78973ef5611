import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { HeldCount } from '../../ports/shared-counts.ts';

const { atOnce } = gatewayLimits.exemptionFile;
/** The number of files being received, by holder. A file has several holders, such as a link and its tenant. */
const held = new Map<string, number>();
/** The counts shared with other workers, if the gateway has several. */
let shared: HeldCount | null = null;

export function shareFilesInMemory(count: HeldCount): void {
  shared = count;
}

/** The number of files that each holder may have in memory, by holder name. */
type Shares = Readonly<Record<string, number>>;

/** A tenant may use half of the limit, so that a slow sender leaves room for others. */
export const shareOfTenant = (tenantId: string): Shares => ({ [`tenant ${tenantId}`]: atOnce / 2 });

/** Buyers together may use half of the limit. No single link or tenant can use up that half. */
export const shareOfLink = (tenantId: string, requestId: string): Shares => ({
  [`link ${requestId}`]: 1,
  [`links of ${tenantId}`]: atOnce / 2 - 1,
  links: atOnce / 2,
});

/** Runs the work, or throws `TOO_MANY_REQUESTS` if the gateway or a holder has too many files in memory. */
export async function withFileInMemory<Value>(shares: Shares, work: () => Promise<Value>): Promise<Value> {
  const holders = Object.entries({ ...shares, all: atOnce });
  if (holders.some(([name, most]) => (held.get(name) ?? 0) + (shared?.elsewhere(name) ?? 0) >= most)) {
    throw new AppError('TOO_MANY_REQUESTS', 'Too many files are being received. Try again.', { retryAfter: 2 });
  }
  for (const [name] of holders) add(name, 1);
  try {
    return await work();
  } finally {
    for (const [name] of holders) add(name, -1);
  }
}

function add(name: string, amount: number): void {
  shared?.add(name, amount);
  const left = (held.get(name) ?? 0) + amount;
  if (left === 0) held.delete(name);
  else held.set(name, left);
}
