import { setTimeout as pause } from 'node:timers/promises';
import type { Tenant } from '../domain/account/tenant.ts';
import { liveTenant } from '../domain/account/tenant-kind.ts';
import { AppError, invalidInput } from '../domain/base/errors.ts';
import type { ParameterIssue } from './problem.ts';

/** The header with which a test tenant requests a simulated failure. */
export const faultHeader = 'Test-Fault';

const faults = ['timeout', '429', '500', 'conflict'] as const;

const heldSeconds = 30;
/** Held requests keep their connections, so only a few are allowed. */
const mostHeld = 20;

/**
 * Simulates the requested failure. Returns true for `conflict`, which the write itself then raises; false without a
 * fault.
 */
type TestFaults = (sent: string | null, tenant: Pick<Tenant, 'kind'>) => Promise<boolean>;

export function createTestFaults(stopping: AbortSignal): TestFaults {
  let held = 0;

  async function hold(): Promise<never> {
    if (held >= mostHeld) throw tooMany(`At most ${mostHeld} requests are held at once`);
    held += 1;
    // The pause ends early when the gateway stops.
    await pause(heldSeconds * 1_000, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    held -= 1;
    throw new AppError(
      'NOT_READY',
      `${faultHeader}: the request was held for ${heldSeconds} seconds and not carried out.`,
    );
  }

  return async (sent, { kind }) => {
    if (sent === null) return false;
    if (kind !== 'TEST') throw liveTenant(`The header ${faultHeader}`);
    switch (readFault(sent)) {
      case 'timeout':
        return hold();
      case '429':
        throw tooMany(`${faultHeader}: this request simulates a rate limit`);
      case '500':
        throw new AppError('INTERNAL', `${faultHeader}: this request simulates an internal error.`);
      case 'conflict':
        return true;
    }
  };
}

function readFault(sent: string): (typeof faults)[number] {
  const known = faults.find((fault) => fault === sent.trim().toLowerCase());
  if (known) return known;
  const message = `${faultHeader} must be ${faults.slice(0, -1).join(', ')} or ${faults.at(-1)}.`;
  const issue: ParameterIssue = {
    path: [faultHeader],
    code: 'UNKNOWN_VALUE',
    message,
    parameter: faultHeader,
    in: 'header',
  };
  throw invalidInput([issue]);
}

const tooMany = (what: string) =>
  new AppError('TOO_MANY_REQUESTS', `${what}; try again in a second.`, { retryAfter: 1 });
