#!/usr/bin/env node
import { runCommand } from './run-command.ts';

// The reader of a pipe, such as `head`, may close the pipe early.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  progress: { isTerminal: process.stderr.isTTY === true, write: (text) => process.stderr.write(text) },
});
