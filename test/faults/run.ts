// npm run test:faults [-- names]: breaks the dependencies of a gateway under load, and checks the fate of acknowledged
// requests.

import { connectionLimit, fullDisk, lockHeld, pooler, readOnly } from './scenarios/database-faults.ts';
import { nodesDown, rollingUpgradeOfNodes, upgradeOfNodes } from './scenarios/node-faults.ts';
import {
  clockJumps,
  freeze,
  killAll,
  nextUpgrade,
  rollingRestart,
  rollingUpgrade,
} from './scenarios/process-faults.ts';
import { rateUpdates } from './scenarios/rate-updates.ts';
import { Untried } from './scenarios/untried.ts';
import type { Report } from './stage.ts';

const scenarios: Readonly<Record<string, () => Promise<Report>>> = {
  kills: killAll,
  'rolling-restart': rollingRestart,
  'rolling-upgrade': () => rollingUpgrade(),
  'next-upgrade': () => nextUpgrade(),
  'full-disk': fullDisk,
  freeze,
  'connection-limit': connectionLimit,
  'read-only': readOnly,
  lock: lockHeld,
  'clock-jumps': clockJumps,
  'rate-updates': rateUpdates,
  pooler,
  nodes: nodesDown,
  'nodes-upgrade': upgradeOfNodes,
  'rolling-upgrade-of-nodes': rollingUpgradeOfNodes,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in scenarios));
if (unknown.length > 0)
  throw new Error(`No scenario ${unknown.join(', ')}: there are ${Object.keys(scenarios).join(', ')}.`);

for (const [name, run] of Object.entries(scenarios)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  try {
    const report = await run();
    const { acknowledged, lost, doubled, resets, silent, delayed, refusals, faults, note, seconds } = report;
    const refused = [...refusals].map(([code, count]) => `, ${count} times ${code}`).join('');
    const counts = `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ${resets} resets`;
    console.log(
      `${name}: ${counts} (${note}; ${silent} silent${refused}${delayed > 0 ? `, ${delayed} webhooks delayed` : ''}; ${seconds.toFixed(0)} s)`,
    );
    for (const fault of faults.slice(0, 20)) console.log(`  WRONG: ${fault}`);
    const mayReset = !name.startsWith('rolling');
    if (faults.length > 0 || lost > 0 || doubled > 0 || (resets > 0 && !mayReset)) process.exitCode = 1;
  } catch (error) {
    if (error instanceof Untried) console.log(`${name}: NOT TRIED, because ${error.message}`);
    else {
      process.exitCode = 1;
      console.log(`${name}: FAILED: ${error instanceof Error ? error.stack : error}`);
    }
  }
}
process.exit();
