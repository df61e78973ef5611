import { type Command, noArguments } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'applies pending migrations, as every server start does',

  async run(args, terminal) {
    noArguments(args);
    const applied = await terminal.migrate();
    terminal.print(applied.length === 0 ? 'The store is up to date.' : `Applied: ${applied.join(', ')}`);
  },
};
