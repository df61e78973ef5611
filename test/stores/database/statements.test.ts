import { describe, expect, it } from 'vitest';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { aTenant, openTestStore } from '../../support/stores.ts';

const { stores, database } = await openTestStore();
const { rows } = database.statements;

describe('a row', () => {
  it.each([
    ['123456789012345678.123456789012::numeric', '123456789012345678.123456789012', 'an amount is its exact text'],
    ["'2026-07-01'::date", '2026-07-01', 'a day is ISO text'],
    ["'2026-07-01 23:30:00.250-02'::timestamptz", '2026-07-02T01:30:00.25Z', 'an instant is in UTC'],
    ["'2026-07-01'::timestamptz", '2026-07-01T00:00:00Z', 'midnight too'],
    ['count(*)', 1, 'a count is a number'],
    ["ARRAY['a,b', 'c\"d', NULL]", ['a,b', 'c"d', null], 'an array has its texts'],
    ['\'{"rate": "0.0825", "of": [null]}\'::json', { rate: '0.0825', of: [null] }, 'JSON is parsed'],
    ['\'PARTIALLY\'::"ExemptionType"', 'PARTIALLY', 'an enum is its name'],
    ['NULL::numeric', null, 'nothing is null'],
    ['true', true, 'a boolean is one'],
  ])('has %s as %j: %s', async (sql, value, _why) => {
    expect(await rows(Prisma.sql`SELECT ${Prisma.raw(sql)} AS value`)).toEqual([{ value }]);
  });

  it('returns the parameters unchanged', async () => {
    const [row] = await rows(
      Prisma.sql`SELECT ${'quote \' " \\ $1 é'}::text AS text, ${[null, '{a', 'b}']}::text[] AS list`,
    );
    expect(row).toEqual({ text: 'quote \' " \\ $1 é', list: [null, '{a', 'b}'] });
  });
});

describe('a failed statement', () => {
  it('is a conflict if the key is taken', async () => {
    const { tenantId } = await aTenant(stores);
    const again = Prisma.sql`INSERT INTO tenants (tenant_id, name) VALUES (${tenantId}::uuid, 'Again')`;
    await expect(rows(again)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is invalid input if PostgreSQL cannot store a text', async () => {
    await expect(rows(Prisma.sql`SELECT ${'no uuid'}::uuid`)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(rows(Prisma.sql`SELECT ${'\0'}::text`)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('is passed on unchanged if the error is ours', async () => {
    await expect(rows(Prisma.sql`SELECT nonsense`)).rejects.toThrow('column "nonsense" does not exist');
  });
});
