import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isChange, storeError } from '../../../src/stores/database/store-errors.ts';
import { openTestStore } from '../../support/stores.ts';

describe('an error of our own', () => {
  it('is passed on unchanged', async () => {
    const { database, close } = await openTestStore();
    await expect(database.prisma.$queryRaw`SELECT nonsense`).rejects.toThrow('column "nonsense" does not exist');
    await expect(database.prisma.$queryRaw`SELECT nonsense`).rejects.not.toHaveProperty('issues');
    await close();
  });
});

describe('a limit that was reached', () => {
  const [lock, time] = ['55P03', '57014'].map((code) => Object.assign(new pg.DatabaseError('', 0, 'error'), { code }));

  it.each([
    [
      'lock',
      lock,
      'INSERT INTO customers VALUES ($1)',
      /^The change was not made, because another .* locked .* Try again/,
    ],
    ['time', time, 'SELECT FROM customers WHERE tenant_id = $1 FOR UPDATE', /^The change was not made, .* Try again/],
    ['lock', lock, 'SELECT updated_at FROM customers', /^Another request or command has locked/],
    ['time', time, 'SELECT updated_at FROM customers', /Request a smaller range/],
  ])('%s: %s', (_, error, statement, message) => {
    expect(storeError(error, isChange(statement))).toMatchObject({
      code: 'NOT_READY',
      message: expect.stringMatching(message),
    });
  });
});

describe('on many nodes', () => {
  const failure = (code: string, message: string) =>
    Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });

  it.each([
    ['XX000', 'connection to the remote node localhost:9701 failed with the following error: connection refused'],
    ['XX000', 'connection claimed exclusively, and marked as essential'],
    ['XX000', 'failed to execute task 7'],
    ['XX000', 'postmaster was shut down, exiting'],
    ['XX000', 'server closed the connection unexpectedly'],
    ['XX000', 'terminating connection due to administrator command'],
    ['XX000', 'could not find any healthy placement for shard 102008'],
    ['08006', 'connection to the remote node postgres@worker-1:5432 failed'],
    ['57P03', 'the database system is starting up'],
  ])('a node that cannot be reached is no fault of the gateway: %s, %s', (code, message) => {
    expect(storeError(failure(code, message))).toMatchObject({ code: 'NOT_READY', retryAfter: 1 });
  });

  it('another internal error stays one', () => {
    const error = failure('XX000', 'cache lookup failed for type 16384');
    expect(storeError(error)).toBe(error);
  });
});
