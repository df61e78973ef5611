import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { builtMain } from '../../support/built.ts';
import { type Child, startChild } from '../../support/child.ts';
import { createClientOn, tokenFrom } from '../../support/served-client.ts';
import { createServerDatabase } from '../../support/stores.ts';

type Replica = { readonly server: Child; readonly url: string; isReady: boolean };

/** Calls the replicas that were ready at their last check in turn, as a load balancer does. */
function createBalancer() {
  const replicas = new Set<Replica>();
  let turn = 0;
  const checking = setInterval(async () => {
    for (const replica of replicas) {
      const answer = await fetch(`${replica.url}/health/ready`).catch(() => null);
      replica.isReady = answer?.status === 200;
    }
  }, 100);
  return {
    replicas,
    stop: () => clearInterval(checking),
    next(): Replica {
      const ready = [...replicas].filter(({ isReady }) => isReady);
      return ready[turn++ % ready.length]!;
    },
  };
}

it('a rolling restart of two replicas under load loses no request', { timeout: 240_000 }, async () => {
  const { url: database, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!);
  onTestFinished(drop);
  const main = builtMain();
  const client = await createClientOn(database);

  const balancer = createBalancer();
  onTestFinished(balancer.stop);
  const start = async () => {
    const server = startChild(main, [], { PORT: '0', DATABASE_URL: database, SHUTDOWN_GRACE_MS: '2000' });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    const { url } = JSON.parse(await server.errorLine(/"msg":"listening"/));
    const replica = { server, url: url.replace('0.0.0.0', '127.0.0.1'), isReady: true };
    balancer.replicas.add(replica);
    return replica;
  };
  const first = [await start(), await start()];
  const accessToken = await tokenFrom(first[0]!.url, client);

  let isOver = false;
  const failures: unknown[] = [];
  let served = 0;
  const load = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; !isOver; index++) {
      const externalId = `${writer}-${index}`;
      const externalTimestamps = { createdDate: '2026-07-01', updatedDate: '2026-07-01' };
      const request = {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ source: '1', externalId, externalTimestamps }),
      };
      const path = `/v1/customers/source/1/externalId/${externalId}`;
      await fetch(`${balancer.next().url}${path}`, request).then(
        async (put) => (put.status === 201 ? served++ : failures.push(await put.text())),
        (error) => failures.push(error),
      );
    }
  });
  for (const old of first) {
    await start();
    expect(await old.server.end('SIGTERM')).toBe(0);
    balancer.replicas.delete(old);
  }
  await wait(500);
  isOver = true;
  await Promise.all(load);
  expect(failures).toEqual([]);
  expect(served).toBeGreaterThan(100);
});
