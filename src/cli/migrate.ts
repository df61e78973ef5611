import { type Command, noArguments } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'brings the store up to date, as every start of the server does',

  async run(args, terminal) {
    noArguments(args);
    const applied = await terminal.migrate();
    terminal.print(applied.length === 0 ? 'The store is up to date.' : `Applied: ${applied.join(', ')}`);
  },
};
