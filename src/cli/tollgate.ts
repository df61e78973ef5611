import { runCommand } from './run-command.ts';

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  progress: { isTerminal: process.stderr.isTTY === true, write: (text) => process.stderr.write(text) },
});
