import pg from 'pg';
import { expect, it } from 'vitest';
import { UnreachableError } from '../../../src/stores/database/store-errors.ts';
import { untilReachable } from '../../../src/stores/database/until-reachable.ts';

const url = 'postgres://tollgate:hunter2@db.example/tollgate';
const notYet = () => new UnreachableError(url, new Error('connect ECONNREFUSED'));

it('tries again with growing pauses until the database answers', async () => {
  const pauses: number[] = [];
  let tries = 0;
  const open = async () => {
    tries += 1;
    if (tries < 3) throw notYet();
    return 'open';
  };
  expect(await untilReachable(open, { limitMs: 60_000, onFailure: (_, pauseMs) => pauses.push(pauseMs) })).toBe('open');
  expect(pauses).toEqual([200, 400]);
});

it('gives up at the limit with the last failure', async () => {
  let tries = 0;
  const open = async () => {
    tries += 1;
    throw notYet();
  };
  await expect(untilReachable(open, { limitMs: 300, onFailure: () => {} })).rejects.toThrow(
    'The database at db.example cannot be reached: connect ECONNREFUSED',
  );
  expect(tries).toBeGreaterThan(1);
});

it.each(['28P01', '3D000'])('does not wait after an error that waiting cannot fix: %s', async (state) => {
  const refusal = Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code: state });
  let tries = 0;
  const open = async () => {
    tries += 1;
    throw new UnreachableError(url, refusal);
  };
  await expect(untilReachable(open, { limitMs: 60_000, onFailure: () => {} })).rejects.toThrow('refused');
  expect(tries).toBe(1);
});
