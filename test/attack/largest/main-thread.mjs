// Loaded into a watched gateway: writes the processor time of each long task of the main thread, and the resident
// memory whenever it changes, to the file MAIN_THREAD_SAMPLES. SIGUSR2 collects garbage. With MAIN_THREAD_PROFILE, the
// functions of long tasks are appended to the file.
import { openSync, readSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startProfiles } from './task-profiles.mjs';

const everyMs = 2;
/** Shorter tasks are not written. */
const leastMs = 10;
const pageBytes = 4096;

const samples = openSync(process.env.MAIN_THREAD_SAMPLES, 'a');
const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const memory = openSync('/proc/self/statm', 'r');
const buffer = Buffer.alloc(128);
const numberIn = (file, index) =>
  Number(
    buffer
      .toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0))
      .split(' ')
      .at(index),
  );
const cpuMs = () => numberIn(schedule, 0) / 1e6;
const memoryMb = () => Math.round((numberIn(memory, 1) * pageBytes) / 1e6);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const profiles = process.env.MAIN_THREAD_PROFILE ? await startProfiles(process.env.MAIN_THREAD_PROFILE) : null;
let usedMs = cpuMs();
let lastMb = 0;
setInterval(() => {
  const now = cpuMs();
  const taskMs = now - usedMs;
  usedMs = now;
  const mb = memoryMb();
  profiles?.afterTask(taskMs);
  if (taskMs < leastMs && mb === lastMb) return;
  lastMb = mb;
  writeSync(samples, `${taskMs.toFixed(1)} ${mb}\n`);
}, everyMs).unref();

process.on('SIGUSR2', async () => {
  await profiles?.next();
  collect();
  writeSync(samples, `collected ${memoryMb()}\n`);
  usedMs = cpuMs();
});
