import { loadBundledReferenceData } from '../../src/rates/book/bundled.ts';
import { figure, table } from './report.ts';

/*
 * npm run bench:load: how long the rate book takes to load, and how much memory it keeps. Each figure comes from a single
 * process, so the first load is cold.
 */

const { gc } = globalThis;
if (!gc) throw new Error('Run with --expose-gc.');

const kept: unknown[] = [];
const rows = ['cold', 'warm', 'warm'].map((name) => {
  gc();
  const before = process.memoryUsage().heapUsed;
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  kept.push(loadBundledReferenceData());
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  gc();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  return [name, figure(milliseconds), figure((user + system) / 1_000), figure(megabytes, 1)];
});
console.log(table(['load', 'ms', 'ms of CPU', 'MB kept'], rows));
console.log(`${kept.length} rate books, ${figure(process.resourceUsage().maxRSS / 1024)} MB at most in this process`);
