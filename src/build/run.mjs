import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a Node script. If the script fails, shows its output and ends this process too. */
export async function runQuietly(announcement, script, ...args) {
  console.log(announcement);
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [printed, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (status === 0) return;
  process.stderr.write(printed + errors);
  process.exit(status ?? 1);
}
