import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queued } from '../../../src/usecases/writing/writer-queue.ts';

const record = { tenantId: 't1', name: 'customer 1 C-1' };

/** Work that ends on demand. */
function someWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

describe('queued', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('admits the writers of a record one after another, in their order, including failed ones', async () => {
    const began: string[] = [];
    const first = someWork();
    const writers = [
      queued(record, () => {
        began.push('first');
        return first.work();
      }),
      queued(record, async () => {
        began.push('second');
        throw new Error('failed');
      }),
      queued(record, async () => void began.push('third')),
    ];
    const ended = Promise.allSettled(writers);
    await vi.advanceTimersByTimeAsync(10);
    expect(began).toEqual(['first']);
    first.end();
    expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(began).toEqual(['first', 'second', 'third']);
    expect(await queued(record, async () => 'again')).toBe('again');
  });

  it('does not let records wait for each other, nor tenants', async () => {
    const held = someWork();
    const holder = queued(record, held.work);
    expect(await queued({ ...record, name: 'customer 1 C-2' }, async () => 1)).toBe(1);
    expect(await queued({ ...record, tenantId: 't2' }, async () => 2)).toBe(2);
    held.end();
    await holder;
  });

  it('refuses who waited for five seconds, and who comes when 500 wait', async () => {
    const held = someWork();
    const holder = queued(record, held.work);
    const waiting = Array.from({ length: 500 }, () => queued(record, async () => {}).catch((error) => error));
    await expect(queued(record, async () => {})).rejects.toMatchObject({ code: 'CONFLICT', retryAfter: 1 });
    await vi.advanceTimersByTimeAsync(5_000);
    for (const failure of await Promise.all(waiting))
      expect(failure).toMatchObject({ code: 'CONFLICT', retryAfter: 1 });
    held.end();
    await holder;
    expect(await queued(record, async () => 'free')).toBe('free');
  });
});
