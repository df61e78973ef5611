import { activeNumber } from '../rate-book/load-version.ts';
import { loadBundledReferenceData } from '../reference/bundled.ts';
import { type Command, noArguments } from './command.ts';

export const listRatesCommand: Command = {
  name: 'rates list',
  usage: '',
  summary: 'lists the versions of the rate book, newest first, and shows which one is in force',

  async run(args, terminal) {
    noArguments(args);
    const { rateBooks } = await terminal.openStores();
    const [versions, active, activations] = await Promise.all([
      rateBooks.list(),
      activeNumber(rateBooks),
      rateBooks.listActivations(1),
    ]);
    const since = activations[0] ? ` since ${activations[0].activatedAt.toISOString()}` : '';
    const stateOf = (number: number) => (number === active ? `in force${since}` : 'not in force');
    for (const { number, createdAt, layerIds, note } of versions) {
      const layers = layerIds.length === 1 ? '1 layer' : `${layerIds.length} layers`;
      terminal.print([number, stateOf(number), `created ${createdAt.toISOString()}`, layers, note].join('\t'));
    }
    const { version, asOf } = loadBundledReferenceData();
    terminal.print(['0', stateOf(0), `bundled ${version}`, `as of ${asOf}`].join('\t'));
  },
};
