import { AppError } from '../../domain/base/errors.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import type { Customer, CustomerInput } from '../../domain/customers/customer.ts';
import { customerInput, isSameInput, sentPartOf } from '../../domain/customers/customer-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { checkBatch } from '../writing/check-batch.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict, type Upserted } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';

/** Creates or replaces the customer with this `source` and `externalId`. */
export function upsertCustomer(
  ctx: Context,
  input: CustomerInput,
  precondition?: Precondition,
): Promise<Upserted<Customer>> {
  const session = authorize(ctx, 'customers:write');
  const { customers } = session.stores;
  return retryOnConflict(recordOf(session, 'customer', input.source, input.externalId), async () => {
    const stored = await customers.findByKey(input);
    requireExpected(precondition, stored && currentRevisionOf(stored));
    const now = ctx.now();
    if (!stored) {
      const internalTimestamps = { createdDate: now, updatedDate: now };
      const customer = { ...input, serviceId: newServiceId(), internalTimestamps, erasedAt: null, version: 1 };
      return (await customers.insert(customer)) ? { kind: 'created', value: customer } : null;
    }
    if (isSameInput(sentPartOf(stored), input)) return { kind: 'unchanged', value: stored };
    const customer = changed(stored, input, now);
    return (await customers.replace(customer, stored.version)) ? { kind: 'replaced', value: customer } : null;
  });
}

export function changed(stored: Customer, input: CustomerInput, now: Date): Customer {
  return {
    ...input,
    serviceId: stored.serviceId,
    internalTimestamps: changedAt(stored.internalTimestamps, now),
    erasedAt: stored.erasedAt,
    version: stored.version + 1,
  };
}

/** The result for one customer of a batch. */
type CustomerOutcome =
  | { readonly kind: Upserted<unknown>['kind']; readonly customer: Customer }
  | { readonly kind: 'failed'; readonly error: unknown };

type Row = { readonly index: number; readonly input: CustomerInput };

const lanesAtOnce = 4;

/**
 * Stores many customers with the same result as storing them one after another, and returns the results in order. A
 * failure does not stop the others.
 */
export async function upsertCustomers(
  ctx: Context,
  sent: readonly unknown[],
  preconditionOf: (index: number) => Precondition | undefined = () => undefined,
): Promise<readonly CustomerOutcome[]> {
  authorize(ctx, 'customers:write');
  const outcomes = new Map<number, CustomerOutcome>();
  const refuse = (index: number, error: unknown) => outcomes.set(index, { kind: 'failed', error });
  const rows: Row[] = [];
  for await (const row of checkBatch(sent, (raw) => parseInput(customerInput, raw), refuse)) rows.push(row);
  const waiting = lanesOf(rows).reverse();
  let gone: AppError | null = null;
  const upsert = async ({ index, input }: Row): Promise<CustomerOutcome> => {
    try {
      if (gone) throw gone; // If the store is unreachable, the remaining rows fail without another attempt.
      const { kind, value } = await upsertCustomer(ctx, input, preconditionOf(index));
      return { kind, customer: value };
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_READY') gone = error;
      return { kind: 'failed', error };
    }
  };
  const work = async () => {
    for (let lane = waiting.pop(); lane; lane = waiting.pop()) {
      for (const row of lane) outcomes.set(row.index, await upsert(row));
    }
  };
  await Promise.all(Array.from({ length: lanesAtOnce }, work));
  return sent.map((_, index) => outcomes.get(index)!);
}

/** Rows with the same key keep their order; rows with other keys may run in parallel. */
function lanesOf(rows: readonly Row[]): Row[][] {
  const lanes = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.input.source} ${row.input.externalId}`;
    const lane = lanes.get(key);
    if (lane) lane.push(row);
    else lanes.set(key, [row]);
  }
  return [...lanes.values()];
}
