import { AppError } from '../domain/base/errors.ts';
import { formatCount } from '../domain/base/words.ts';
import { versionName } from '../domain/rate-book/rate-book-version.ts';
import type { RateBookStore } from '../ports/stores/rate-book-store.ts';
import type { Stores } from '../ports/stores.ts';
import { loadWhole } from '../rates/book/bundled.ts';
import { ownBookName } from '../rates/book/files/book-files.ts';
import { activeNumber, fetchVersion } from '../rates/versions/load-version.ts';
import { listMisfits } from '../rates/versions/ruled-books.ts';
import { type Command, noArguments, onlyArgument, type Terminal, UsageError } from './command.ts';

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

/** Enough history for a rollback; `rates activate` accepts any version. */
const activationsLookedAt = 1_000;

export const rollbackRatesCommand: Command = {
  name: 'rates rollback',
  usage: '',
  summary: 'reactivates the previous version; a second rollback undoes the first',
  runsInServer: true,

  async run(args, terminal) {
    noArguments(args);
    const stores = await terminal.openStores();
    const [current, ...earlier] = await stores.rateBooks.listActivations(activationsLookedAt);
    if (!current)
      throw new AppError('NOT_FOUND', 'No version has ever been activated; the bundled rate book is in force.');
    // Before the first activation, the bundled data was in force.
    const before = earlier.find(({ number }) => number !== current.number)?.number ?? 0;
    if (before === current.number) {
      throw new AppError('NOT_FOUND', 'Only the bundled rate book has ever been in force.');
    }
    await putInForce(stores, { number: before, over: current.number }, terminal);
  },
};

/** A rate book version as typed; 0 is the bundled data. */
export function versionNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`${text} is not a version. Use a number such as 3, or 0 for the bundled data.`);
  return Number(text);
}
