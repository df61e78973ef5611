import { existsSync, readFileSync } from 'node:fs';
import { readReceipt } from '../adapters/auth/receipts.ts';
import { keptKeys } from '../adapters/auth/signed-content.ts';
import { newServiceId } from '../domain/base/service-id.ts';
import type { ReceiptCheck } from '../domain/returns/receipt.ts';
import type { Stores } from '../ports/stores.ts';
import { openDatabase } from '../stores/database/database.ts';
import { migrate } from '../stores/database/migrate.ts';
import { createStores } from '../stores/prisma-stores.ts';
import { importTenant } from '../usecases/archive/read-archive.ts';
import { checkReceipt } from '../usecases/returns/verify-receipt.ts';
import { readArchiveFile } from './archives.ts';
import { argumentsOf, type Command, onlyArgument, type Terminal, UsageError } from './command.ts';

export const verifyReceiptCommand: Command = {
  name: 'receipts verify',
  usage: '<receipt or its file> [--keys <jwks.json>] [--archive <exported tenant>]',
  summary:
    'compares a stored filing with its receipt: figures, documents, rate book version; --archive compares with an export file, and --keys uses the keys from /.well-known/jwks.json, both without the store; exits with 1 if anything differs',

  async run(args, terminal) {
    const { positionals, values } = argumentsOf(args, { keys: { type: 'string' }, archive: { type: 'string' } });
    const given = onlyArgument(positionals, 'the receipt, or a file containing it');
    const receipt = existsSync(given) ? readFileSync(given, 'utf8').trim() : given.trim();
    if (values.archive !== undefined && values.keys === undefined) {
      throw new UsageError('Specify the keys of the gateway that signed the receipt: --keys <jwks.json>');
    }
    const keys = values.keys === undefined ? null : keysIn(values.keys);
    const check = values.archive
      ? await inArchive(values.archive, (stores) => checkIn(stores, receipt, keys))
      : await checkIn(await terminal.openStoresToRead(), receipt, keys);
    print(check, terminal);
    if (!check.isProved) throw new Error('The receipt does not match the stored data.');
  },
};

type Keys = readonly Readonly<Record<string, unknown>>[];

function keysIn(path: string): Keys {
  const { keys } = jsonIn(path) as { keys?: Keys };
  if (!Array.isArray(keys))
    throw new UsageError(`${path} contains no keys. Save /.well-known/jwks.json from the gateway.`);
  return keys;
}

function jsonIn(path: string): object {
  const text = readFileSync(path, 'utf8');
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

/**
 * Checks the tenant named in the receipt, otherwise all tenants: an imported tenant may have a different id, and
 * earlier receipts name no tenant.
 */
async function checkIn(stores: Stores, receipt: string, keys: Keys | null): Promise<ReceiptCheck> {
  const read = await readReceipt(receipt, async () => keys ?? keptKeys(stores.signingKeys));
  const plan = { from: null, onDay: () => undefined, mostDocuments: Number.POSITIVE_INFINITY };
  const own = stores.forTenant((read.signature === 'VALID' && read.content.tenantId) || newServiceId()).returns;
  if (read.signature !== 'VALID' || (await own.findProof(read.content))) return checkReceipt(own, read, plan);
  for (const { tenantId } of await stores.tenants.list()) {
    const { returns } = stores.forTenant(tenantId);
    if (await returns.findProof(read.content)) return checkReceipt(returns, read, plan);
  }
  return checkReceipt(own, read, plan);
}

/** Loads an exported tenant into a separate embedded store for the check. */
async function inArchive<T>(path: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  const database = await openDatabase({ kind: 'embedded', place: { kind: 'memory', dump: null } });
  try {
    await migrate(database);
    const stores = createStores(database);
    await importTenant(stores, readArchiveFile(path), { as: null, withConnections: false });
    return await work(stores);
  } finally {
    await database.close();
  }
}

function print(check: ReceiptCheck, terminal: Terminal): void {
  const { signature, isProved, number, documentCount, comparedCount, filedAt, rateBookVersion, differences } = check;
  terminal.print(`signature  ${signature}`);
  if (filedAt) terminal.print(`filing     ${number}, filed at ${filedAt.toISOString()}, rate book ${rateBookVersion}`);
  terminal.print(`documents  ${comparedCount} of ${documentCount} compared`);
  for (const { part, cause, message } of differences) terminal.print(`${part}  ${cause}  ${message}`);
  terminal.print(isProved ? 'PROVED' : 'NOT PROVED');
}
