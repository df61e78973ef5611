import type { RateBookStore } from '../ports/stores/rate-book-store.ts';
import type { Stores } from '../ports/stores.ts';
import { loadWhole } from '../rates/book/bundled.ts';
import { activeNumber, fetchVersion } from '../rates/versions/load-version.ts';
import { listMisfits } from '../rates/versions/ruled-books.ts';
import { type Command, onlyArgument, type Terminal } from './command.ts';
import { versionName, versionNumber } from './version-number.ts';

export const activateRatesCommand: Command = {
  name: 'rates activate',
  usage: '<version>',
  summary: 'activates a rate book version on all running servers and cancels any plan; 0 is the bundled data',

  runsInServer: true,

  async run(args, terminal) {
    const number = versionNumber(onlyArgument(args, 'the version: rates activate <version>'));
    const stores = await terminal.openStores();
    const { rateBooks } = stores;
    if (number === (await activeNumber(rateBooks)) && !(await rateBooks.findPlan())) {
      terminal.print(`${versionName(number)} is already in force.`);
      return;
    }
    await putInForce(stores, { number }, terminal);
  },
};

/** `over` is the version that must still be active when this one replaces it. */
type Activation = { readonly number: number; readonly over?: number };

/** Refuses a version that this release cannot read, before any server tries to load it. */
export async function putInForce(stores: Stores, activation: Activation, terminal: Terminal): Promise<void> {
  const { rateBooks } = stores;
  const book = await loadWhole(await fetchVersion(rateBooks, activation.number));
  for (const text of book.setAside) terminal.print(`  skipped: ${text}`);
  for (const text of await listMisfits(stores, book)) terminal.print(`  ruling: ${text}`);
  await activateLoadable(rateBooks, { ...activation, version: book.version }, terminal);
}

/** Activates a version that is known to load. */
export async function activateLoadable(
  rateBooks: RateBookStore,
  { number, version, over }: Activation & { readonly version: string },
  terminal: Terminal,
): Promise<void> {
  await rateBooks.activate(number, terminal.now(), over);
  terminal.print(`${versionName(number)} (${version}) is now in force. Running servers pick it up within seconds.`);
}
