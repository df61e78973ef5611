import { ownTemplate } from '../imports/own-columns.ts';
import { type Command, noArguments } from './command.ts';

export const ratesTemplateCommand: Command = {
  name: 'rates template',
  usage: '',
  summary: 'prints a CSV to fill in with rates of your own, for "rates import"',

  async run(args, terminal) {
    noArguments(args);
    terminal.print(ownTemplate);
  },
};
