import { formatCount } from '../domain/base/words.ts';
import { ownBookName } from '../rates/book/files/book-files.ts';
import { activeNumber } from '../rates/versions/load-version.ts';
import { type Command, noArguments } from './command.ts';

export const listRatesCommand: Command = {
  name: 'rates list',
  usage: '[--json]',
  summary: 'lists rate book versions, newest first, and marks the one in force',
  runsInServer: true,

  async run(args, terminal) {
    noArguments(args);
    const { rateBooks } = await terminal.openStores();
    const [versions, active, activations, plan] = await Promise.all([
      rateBooks.list(),
      activeNumber(rateBooks),
      rateBooks.listActivations(1),
      rateBooks.findPlan(),
    ]);
    const since = activations[0] ? ` since ${activations[0].activatedAt.toISOString()}` : '';
    const planned = (number: number) =>
      plan?.number === number ? `planned for ${plan.activatedAt.toISOString()}` : null;
    const stateOf = (number: number) => planned(number) ?? (number === active ? `in force${since}` : 'not in force');
    for (const { number, createdAt, layerIds, note } of versions) {
      const layers = formatCount(layerIds.length, 'layer');
      const created = `created ${createdAt.toISOString()}`;
      terminal.printRecord({ number, state: stateOf(number), created, layers, note });
    }
    const { version, asOf } = ownBookName();
    terminal.printRecord({ number: 0, state: stateOf(0), created: `bundled ${version}`, asOf: `as of ${asOf}` });
  },
};
