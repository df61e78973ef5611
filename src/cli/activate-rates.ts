import type { RateBookStore } from '../ports/stores/rate-book-store.ts';
import { activeNumber, fetchVersion, loadVersion } from '../rate-book/load-version.ts';
import { type Command, onlyArgument, type Terminal } from './command.ts';
import { versionName, versionNumber } from './version-number.ts';

export const activateRatesCommand: Command = {
  name: 'rates activate',
  usage: '<version>',
  summary: 'puts a version of the rate book in force, on all running servers; 0 is the bundled data alone',

  async run(args, terminal) {
    const number = versionNumber(onlyArgument(args, 'the version: rates activate <version>'));
    const { rateBooks } = await terminal.openStores();
    if (number === (await activeNumber(rateBooks))) {
      terminal.print(`${versionName(number)} is in force already.`);
      return;
    }
    await putInForce(rateBooks, number, terminal);
  },
};

/** A version that does not fit this release is refused here, and not first by the servers. */
export async function putInForce(rateBooks: RateBookStore, number: number, terminal: Terminal): Promise<void> {
  const { version } = loadVersion(await fetchVersion(rateBooks, number));
  await rateBooks.activate(number, terminal.now());
  terminal.print(`${versionName(number)} (${version}) is in force. Running servers take it over within seconds.`);
}
