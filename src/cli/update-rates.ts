import { readFileSync, statSync } from 'node:fs';
import { downloadFile } from '../adapters/rate-releases/download.ts';
import { readConfig } from '../config/config.ts';
import { scopes } from '../domain/account/scope.ts';
import { dayOf } from '../domain/base/calendar.ts';
import { readTypedDay } from '../domain/base/day-order.ts';
import { AppError } from '../domain/base/errors.ts';
import { formatCount } from '../domain/base/words.ts';
import type { ChangedLaw, RateChange, RateChangeEffect } from '../domain/lookups/rate-changes.ts';
import { versionName } from '../domain/rate-book/rate-book-version.ts';
import type { Stores } from '../ports/stores.ts';
import { ownWork } from '../ports/work.ts';
import { loadInTurns } from '../rates/book/bundled.ts';
import { installUpdate, prepareUpdate, type Update } from '../rates/releases/install-release.ts';
import { mostReleaseBytes, openRelease } from '../rates/releases/release-file.ts';
import { releaseKeys } from '../rates/releases/release-keys.ts';
import { compareLaw, compareOthers } from '../rates/versions/compare-versions.ts';
import { fetchVersion, nameOfVersion } from '../rates/versions/load-version.ts';
import { createRuledBooks, listMisfits } from '../rates/versions/ruled-books.ts';
import { accountAsStored } from '../usecases/account/account.ts';
import { getRateChangeEffect } from '../usecases/lookups/get-rate-change.ts';
import { argumentsOf, type Command, type Terminal, UsageError, withFullPaths } from './command.ts';
import { activateLoadable } from './rate-versions.ts';

const downloadLimits = { mostBytes: mostReleaseBytes, timeoutMs: 60_000 };
const daysOfEffect = 90;

export const updateRatesCommand: Command = {
  name: 'rates update',
  usage: '[<file or URL>] [--dry-run] [--activate-on <day>]',
  summary:
    'installs a signed rate book, by default from RATES_URL, and activates it now or, with --activate-on, at 00:00 UTC on that day; --dry-run only shows the changes and their effect on the last 90 days of each tenant',
  runsInServer: true,
  longestRunMs: 150_000,
  argsForServer: withFullPaths,

  async run(args, terminal) {
    const { from, isDryRun, day } = readOptions(args, terminal);
    // Opened first, so that a server that has the embedded store open uses its own settings.
    const stores = await (isDryRun ? terminal.openStoresToRead() : terminal.openStores());
    if (!from) throw new UsageError('Specify a file or URL, or set RATES_URL.');
    const { rates } = readConfig(terminal.environment);
    const release = await openRelease(await readBytes(from), releaseKeys(rates.keys));
    const { head } = release;
    const update = await prepareUpdate(release, stores.rateBooks);
    if (!update) return terminal.print(`Rate book ${head.version} is already in force.`);
    terminal.print(`Rate book ${head.version}, as of ${head.asOf}`);
    for (const text of update.setAside) terminal.print(`  skipped: ${text}`);
    for (const conflict of update.conflicts) terminal.print(`  conflict: ${conflict}`);
    if (update.missing.length > 0) terminal.print(`  missing places: ${update.missing.join(', ')}`);
    for (const text of await listMisfits(stores, update.reference)) terminal.print(`  ruling: ${text}`);
    if (isDryRun) return showEffects(update, stores, terminal);
    const installed = await installUpdate(update, stores.rateBooks, terminal.now());
    const { number } = installed;
    if (day === null) {
      return activateLoadable(
        stores.rateBooks,
        { number, version: nameOfVersion(installed), over: update.onto },
        terminal,
      );
    }
    const activatedAt = new Date(`${day}T00:00:00Z`);
    await stores.rateBooks.planActivation({ number, activatedAt }, update.onto);
    terminal.print(
      `${versionName(number)} will be in force from ${day} at 00:00 UTC. Any other activation or a rollback cancels this plan.`,
    );
  },
};

function readOptions(args: readonly string[], { environment, now }: Terminal) {
  const { positionals, values } = argumentsOf(args, {
    'dry-run': { type: 'boolean' },
    'activate-on': { type: 'string' },
  });
  const from = positionals[0] ?? environment.RATES_URL;
  if (positionals.length > 1) throw new UsageError(`Unexpected argument: ${positionals[1]}`);
  const typed = values['activate-on'];
  const day = typed === undefined ? null : readTypedDay(typed);
  if (typed !== undefined && day === null) throw new UsageError(`${typed} is not a date; write 2027-01-01.`);
  const isDryRun = values['dry-run'] ?? false;
  if (isDryRun && day !== null) throw new UsageError('Use either --dry-run or --activate-on, not both.');
  if (day !== null && day < dayOf(now()))
    throw new UsageError(`${day} is in the past. Omit --activate-on to activate the book now.`);
  return { from, isDryRun, day };
}

function readBytes(from: string): Promise<Uint8Array> | Uint8Array {
  if (/^https?:/.test(from)) return downloadFile(from, downloadLimits);
  if (/^[a-z]+:\/\//i.test(from)) throw new UsageError(`${from} is not an http or https URL.`);
  const found = statSync(from, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new UsageError(`File not found: ${from}.`);
  if (found.size > mostReleaseBytes) throw new Error(`The file is larger than ${mostReleaseBytes / 1e6} MB.`);
  return readFileSync(from);
}

async function showEffects(update: Update, stores: Stores, terminal: Terminal): Promise<void> {
  const { print } = terminal;
  const day = terminal.now().toISOString().slice(0, 10);
  const { layers, base, release } = update;
  const before = { layers, archived: base };
  const after = { layers, archived: release.book };
  const changes = await compareLaw(before, after, day);
  for (const change of changes) print(changeText(change));
  const planned = changes.filter(({ status }) => status === 'PLANNED').length;
  const enacted = formatCount(changes.length - planned, 'change');
  print(`${enacted} to rates and rules${planned === 0 ? '' : `, and ${planned} planned`}.`);
  for (const text of await compareOthers(before, after)) print(text);
  const inForce = await loadInTurns(await fetchVersion(stores.rateBooks, update.onto));
  const ruledBooks = createRuledBooks(stores);
  for (const { tenantId, name } of await stores.tenants.list()) {
    const tenant = (await stores.tenants.find(tenantId))!;
    const records = stores.forTenant(tenantId);
    const principal = { clientId: 'operator', tenantId, scopes: new Set(scopes) };
    const reference = await ruledBooks.bookFor(tenant, update.reference);
    const ctx = {
      session: { principal, tenant, recent: accountAsStored(records), stores: records, work: ownWork },
      reference,
      registers: [],
      requestId: 'rates update',
      now: () => terminal.now(),
    };
    for (const change of changes.flatMap((one) => reference.changeUnderRulings(one) ?? [])) {
      try {
        const effect = await getRateChangeEffect(ctx, change, daysOfEffect, inForce);
        if (effect.taxes.length > 0 || effect.openTransactionCount > 0) print(`${name}: ${effectText(effect)}`);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        print(`${name}: ${placeText(change)}: ${error.issues[0]?.message ?? error.message}`);
      }
    }
  }
  print('Dry run: nothing was written.');
}

const placeText = ({ country, subdivision, jurisdiction }: RateChange) =>
  [
    subdivision === null || subdivision.startsWith(country) ? (subdivision ?? country) : `${country}-${subdivision}`,
    jurisdiction.name,
  ].join(' ');

function changeText(change: RateChange): string {
  const { kind, status, taxCodes, localJurisdictions, effectiveOn, before, after } = change;
  const where = [placeText(change), ...localJurisdictions.map(({ name }) => name)].join(', ');
  const law = `${lawText(before)} -> ${lawText(after)}${status === 'PLANNED' ? ' (planned, not enacted)' : ''}`;
  return [where, kind, taxCodes.join(' '), effectiveOn, law].join('\t');
}

const lawText = (law: ChangedLaw | null) =>
  law === null ? 'none' : [law.rate, law.treatment, law.description].filter((part) => part).join(' ');

function effectText({ change, transactionCount, openTransactionCount, taxes }: RateChangeEffect): string {
  const sums = taxes.map(({ currency, before, after, transactionCount: count }) => {
    return `tax ${after} instead of ${before} ${currency} in ${count} of them`;
  });
  const documents = [`${formatCount(transactionCount, 'document')} from the last ${daysOfEffect} days`, ...sums];
  const open = formatCount(openTransactionCount, 'open order or quote', 'open orders and quotes');
  const from = change.status === 'PLANNED' ? 'if enacted, from' : 'from';
  return `${placeText(change)}, ${from} ${change.effectiveOn}: ${[...documents, open].join('; ')}`;
}
