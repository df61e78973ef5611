import { setTimeout as wait } from 'node:timers/promises';
import { createCluster, type FaultyCluster } from '../cluster.ts';
import type { Load } from '../load.ts';
import { tollgate } from '../outcome.ts';
import { onStage, type Report, untilReady } from '../stage.ts';
import { nextUpgrade, rollingUpgrade } from './process-faults.ts';

const rounds = 3;
const downMs = 8_000;

/**
 * Kills each node in turn, including the coordinator, while tenants of both work: only tenants of the node that is down
 * wait.
 */
export const nodesDown = async (): Promise<Report> => {
  const cluster = await createCluster();
  return onStage({ server: cluster }, async ({ load, loadFor, replicas }) => {
    const neighbour = await tenantElsewhere(cluster, 'Prairie Books');
    const others = await loadFor(neighbour);
    await wait(2_000);
    let served = 0;
    const lose = async (tenant: string, spared: Load) => {
      const node = await cluster.nodeOf(tenant);
      await node.kill();
      const before = { acknowledged: spared.acknowledged, refused: refusedBy(spared) };
      await wait(downMs);
      // A busy machine may take longer; a tenant that waits for the node is not served at all.
      for (const until = Date.now() + 120_000; Date.now() < until && spared.acknowledged === before.acknowledged; )
        await wait(200);
      if (refusedBy(spared) > before.refused) throw new Error('A tenant of another node got 503.');
      if (spared.acknowledged === before.acknowledged) throw new Error('A tenant of another node was not served.');
      served += spared.acknowledged - before.acknowledged;
      await node.start();
      await wait(2_000);
    };
    for (let round = 0; round < rounds; round++) {
      await lose('Prairie Books', others);
      await lose(neighbour, load);
      await cluster.kill();
      await cluster.start();
      await Promise.all(replicas.map(untilReady));
      await wait(2_000);
    }
    const each = `each of two nodes killed ${rounds} times and down for ${downMs / 1_000} seconds, the coordinator killed ${rounds} times`;
    return `Citus: ${each}; ${served} acknowledged for the other tenant meanwhile, without a 503`;
  });
};

/** To the next release, whose index is built on the nodes while others write. */
export const upgradeOfNodes = async (): Promise<Report> => nextUpgrade({ server: await createCluster() });

/** From the last release, whose gateways write beside this release's gateways. */
export const rollingUpgradeOfNodes = (): Promise<Report> => rollingUpgrade(createCluster);

const refusedBy = ({ refusals }: Load) =>
  [...refusals].reduce((sum, [code, count]) => sum + (code.startsWith('503') ? count : 0), 0);

/** The name of a tenant on another node. */
async function tenantElsewhere(cluster: FaultyCluster, tenant: string): Promise<string> {
  const node = await cluster.nodeOf(tenant);
  for (let number = 1; ; number++) {
    const name = `Lakeside ${number}`;
    const { code, output } = await tollgate(cluster.url, ['clients', 'create', '--tenant', name]);
    if (code !== 0) throw new Error(output);
    if ((await cluster.nodeOf(name)) !== node) return name;
  }
}
