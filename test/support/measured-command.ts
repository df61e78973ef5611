import { runCommand } from '../../src/cli/run-command.ts';

// An operator's command in a process of its own, which tells at its end how much memory it ever had.
const print = (line: string) => console.log(line);
process.exitCode = await runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  print,
  printError: print,
});
console.log(`resident memory: ${Math.ceil(process.resourceUsage().maxRSS / 1024)} MB`);
