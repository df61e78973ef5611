// Where the long tasks of the main thread spend their time, according to a processor profile that runs all the time.
import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const longMs = 60;
const everyUs = 1_000;
/** Functions with a smaller share of a task are not written. */
const leastShare = 0.04;

export async function startProfiles(file) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: everyUs });
  await session.post('Profiler.start');
  let tasks = [];
  let since = nowUs();
  return {
    /** To be called in each turn of the event loop, with its processor time. */
    afterTask(taskMs) {
      const until = nowUs();
      if (taskMs >= longMs) tasks.push({ since, until, taskMs });
      since = until;
    },
    /** Writes the long tasks, and starts again. */
    async next() {
      const { profile } = await session.post('Profiler.stop');
      if (tasks.length > 0) appendFileSync(file, `${tasks.map((task) => functionsOf(profile, task)).join('\n')}\n`);
      tasks = [];
      await session.post('Profiler.start');
      since = nowUs();
    },
  };
}

const nowUs = () => Number(process.hrtime.bigint() / 1_000n);

function functionsOf({ nodes, samples, timeDeltas, startTime }, { since, until, taskMs }) {
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const totals = new Map();
  let at = startTime;
  let allUs = 0;
  samples.forEach((id, index) => {
    const spentUs = timeDeltas[index];
    at += spentUs;
    if (at < since || at > until) return;
    allUs += spentUs;
    for (let one = id; one !== undefined; one = parentOf.get(one)) totals.set(one, (totals.get(one) ?? 0) + spentUs);
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines = [`a task of ${taskMs.toFixed(0)} ms`];
  const write = (id, depth) => {
    const { callFrame, children = [] } = byId.get(id);
    const { functionName, lineNumber, url } = callFrame;
    const place = `${url.split('/').at(-1)}:${lineNumber + 1}`;
    lines.push(
      `${(totals.get(id) / 1_000).toFixed(0).padStart(5)} ms ${' '.repeat(depth)}${functionName || '…'} ${place}`,
    );
    const long = children.filter((child) => (totals.get(child) ?? 0) >= allUs * leastShare);
    for (const child of long.sort((one, other) => totals.get(other) - totals.get(one))) write(child, depth + 1);
  };
  write(nodes[0].id, 0);
  return lines.join('\n');
}
