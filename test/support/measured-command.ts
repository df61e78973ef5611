import { runCommand } from '../../src/cli/run-command.ts';

// An operator's command in a separate process, which reports its peak memory at the end.
const print = (line: string) => console.log(line);
process.exitCode = await runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  print,
  printError: print,
});
console.log(`resident memory: ${Math.ceil(process.resourceUsage().maxRSS / 1024)} MB`);
